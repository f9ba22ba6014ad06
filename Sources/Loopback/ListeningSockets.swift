internal import CPOSIX
internal import Core
internal import Glibc
internal import System

/// One port of this machine, on each of its loopback addresses.
struct ListeningSockets: ~Copyable {
    let port: UInt16
    private(set) var descriptors: [SharedDescriptor]
    private static let backlog: Int32 = 16
    /// A port that is free in one address family may be taken in the other.
    private static let maximumTries = 20

    /// Listens on the port, or a free one. Skips an address family that this machine does not have. A port that another
    /// process holds in one family is not used: it would receive part of the requests. Throws `busy` when the port is
    /// taken, and `error` when there is no loopback address.
    init(port wanted: UInt16?, on addresses: [LoopbackAddress]) throws(FedauthError) {
        for _ in 0..<(wanted == nil ? Self.maximumTries : 1) {
            switch Self.listen(wanted, addresses) {
            case .listening(let port, let descriptors):
                self.port = port
                self.descriptors = descriptors
                return
            case .failed(let number) where number == EADDRINUSE && wanted == nil: continue
            case .failed(let number): throw Self.error(number, port: wanted)
            }
        }
        throw Self.error(EADDRINUSE, port: wanted)
    }

    /// The result of accepting a connection.
    enum Next {
        case connection(Int32)
        case noConnection
        /// A connection waits, but there is no descriptor or memory for it.
        case noResources
    }

    /// Accepts the next connection (`accept4(2)`).
    static func accept(_ listener: Int32) -> Next {
        while true {
            let connection = cposix_socket_accept(listener)
            if connection >= 0 { return .connection(connection) }
            switch errno {
            // The client has already gone; tries the next one.
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noResources
            default: return .noConnection
            }
        }
    }

    private enum Outcome {
        case listening(UInt16, [SharedDescriptor])
        case failed(Int32)
    }

    private static func listen(_ wanted: UInt16?, _ addresses: [LoopbackAddress]) -> Outcome {
        var port = wanted ?? 0
        var descriptors: [SharedDescriptor] = []
        var missing: Int32 = EADDRNOTAVAIL
        for address in addresses {
            let listener = SharedDescriptor(
                takingOwnershipOf: socket(
                    address.isIPv6 ? AF_INET6 : AF_INET,
                    Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0))
            let descriptor = listener.number
            if descriptor >= 0 {
                var on: Int32 = 1
                let size = socklen_t(MemoryLayout<Int32>.size)
                if address.isIPv6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) }
                // Connections of an earlier sign-in must not block a fixed port.
                setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
                let isBound = address.withSocketAddress(port: port) { bind(descriptor, $0, $1) == 0 } ?? false
                if isBound && Glibc.listen(descriptor, backlog) == 0 {
                    descriptors.append(listener)
                    if port == 0 { port = self.port(of: descriptor) }
                    continue
                }
            }
            let number = errno
            missing = number
            guard [EAFNOSUPPORT, EADDRNOTAVAIL, EPROTONOSUPPORT].contains(number) else { return .failed(number) }
        }
        return descriptors.isEmpty ? .failed(missing) : .listening(port, descriptors)
    }

    private static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
            // The port has the same offset in both families.
            return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }

    private static func error(_ number: Int32, port: UInt16?) -> FedauthError {
        let words = String(cString: strerror(number)).lowercased()
        guard let port else {
            return FedauthError(.other, "cannot listen on this machine's loopback address: \(words)")
        }
        switch number {
        case EADDRINUSE:
            return FedauthError(
                .busy, "another program listens on port '\(port)' of this machine",
                hint: "'ss -ltnp sport = :\(port)' names it: end it, or name another port that the service accepts")
        case EACCES:
            return FedauthError(
                .usage, "port '\(port)' is kept for root", hint: "name one from 1024 up, or 0 for a free one")
        default: return FedauthError(.other, "cannot listen on port '\(port)' of this machine: \(words)")
        }
    }
}

/// An address of this machine that other machines cannot reach.
public struct LoopbackAddress: Sendable, Hashable {
    /// The address as text: `127.0.0.1`, `::1`.
    public let text: String
    let isIPv6: Bool

    /// 127.0.0.1.
    public static let ipv4 = LoopbackAddress(text: "127.0.0.1", isIPv6: false)
    /// ::1.
    public static let ipv6 = LoopbackAddress(text: "::1", isIPv6: true)

    /// Calls `body` with the socket address; returns nil when the text is not an IP address.
    func withSocketAddress<Result>(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
        func call<Address>(_ address: inout Address) -> Result {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
            }
        }
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            guard inet_pton(AF_INET6, text, &address.sin6_addr) == 1 else { return nil }
            return call(&address)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, text, &address.sin_addr) == 1 else { return nil }
        return call(&address)
    }
}

/// Host names of a listener on this machine. A foreign host name can resolve to 127.0.0.1 (DNS rebinding). The browser
/// would then take the listener for that page's origin and let it read answers. Checking the Host field prevents this.
enum LoopbackHost {
    /// Returns whether a Host field (RFC 9110 section 7.2) names a loopback address or `localhost`, and this port.
    static func isOwn(_ field: String?, port: UInt16) -> Bool {
        guard let field = field?.asciiLowercased else { return false }
        let name = ["localhost", "127.0.0.1", "[::1]"].first { field == $0 || field.hasPrefix($0 + ":") }
        guard let name else { return false }
        let rest = field.dropFirst(name.count)
        return rest.isEmpty ? port == 80 : rest == ":\(port)"
    }
}
