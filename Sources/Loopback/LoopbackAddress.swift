internal import Glibc

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

/// Host names of a listener on this machine.
///
/// A foreign host name can resolve to 127.0.0.1 (DNS rebinding). The browser would then treat the listener as part of
/// that page's origin and let the page read its answers. Checking the Host field prevents this.
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
