import FoundationEssentials
import Glibc

/// Starts `presenter_site.py` once for all tests. It exits with this process, because its standard input closes.
public struct PresenterSite: Sendable {
    /// The port of sp.localhost and idp.localhost.
    public let port: Int
    private let log: String
    /// A presenter's program that supports this site's pages.
    public static let client = folder + "/presenter_client.py"

    private static let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")

    /// An error at the start.
    public struct StartError: Error {
        /// The failed step.
        public let step: String
    }

    /// The shared site.
    public static let shared = Result { try start() }

    /// The requests so far: host, which port, path.
    public var asked: [String] {
        let text = (try? Data(contentsOf: URL(filePath: log))).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    private static func start() throws -> PresenterSite {
        let log = "/tmp/fedauth-test-\(getpid())-presenter-site"
        var toServer: [Int32] = [0, 0]
        var fromServer: [Int32] = [0, 0]
        guard pipe(&toServer) == 0, pipe(&fromServer) == 0 else { throw StartError(step: "pipe") }
        // Child processes must not inherit these ends, or the server would never see the end of its input.
        for end in toServer + fromServer { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toServer[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromServer[1], 1)
        let script = folder + "/presenter_site.py"
        let arguments = (["python3", script, log] as [String]).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        guard posix_spawnp(&child, "python3", &actions, nil, arguments, environ) == 0 else {
            throw StartError(step: "python3")
        }
        close(toServer[0])
        close(fromServer[1])
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(fromServer[0], &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        guard let port = String(decoding: line, as: UTF8.self).split(separator: " ").first.flatMap({ Int($0) }) else {
            throw StartError(step: "its port")
        }
        return PresenterSite(port: port, log: log)
    }
}
