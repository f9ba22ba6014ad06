internal import Glibc
internal import System

/// Explains how a user at another machine reaches a port of this machine's loopback address.
public struct RemoteAccess {
    private let environment: Environment
    private let port: UInt16

    /// Creates the instructions for this port.
    public init(port: UInt16, _ environment: Environment) { (self.port, self.environment) = (port, environment) }

    /// The instructions; empty when the user is at this machine.
    public var lines: [String] {
        if let command = sshCommand {
            return ["run this on the machine you sit at, and leave it running:", "  " + command]
        }
        if isContainer {
            return [
                "this is a container: port \(port) of its loopback address must be that of the machine you sit at "
                    + "(a container started with '--network host' has it)"
            ]
        }
        return []
    }

    /// The command that makes the port reachable from the machine where the ssh session began; nil outside of ssh. Uses
    /// the address that this session's connection reached, because that is nearly always reachable again; a host's own
    /// name for itself may not be.
    public var sshCommand: String? {
        // CLIENT-ADDRESS CLIENT-PORT SERVER-ADDRESS SERVER-PORT (ssh(1), ENVIRONMENT)
        guard let connection = environment["SSH_CONNECTION"] else { return nil }
        let parts = connection.split(separator: " ").map(String.init)
        let address = parts.count == 4 ? parts[2] : ""
        let host = Self.isAddress(address) && !Self.isLoopback(address) ? address : ThisProcess.hostName ?? "HOST"
        let sshPort = parts.count == 4 ? UInt16(parts[3]) ?? 22 : 22
        let user = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) + "@" } ?? ""
        let option = sshPort == 22 ? "" : "-p \(sshPort) "
        return "ssh -N \(option)-L \(port):127.0.0.1:\(port) \(user)\(host)"
    }

    private var isContainer: Bool {
        environment["container"] != nil
            || ["/.dockerenv", "/run/.containerenv"].contains { (path: String) in access(path, F_OK) == 0 }
    }

    /// Returns whether the text is an address: nothing else may be put into a command that the user will run.
    private static func isAddress(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
    }

    private static func isLoopback(_ text: String) -> Bool { text.hasPrefix("127.") || text == "::1" }
}
