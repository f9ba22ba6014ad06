/// Scheme, host and port (RFC 6454): what cookies, credentials and certificates belong to.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// `https` or `http`.
    public let scheme: WebURL.Scheme
    /// Lower case; an IPv6 address stands in brackets.
    public let host: String
    /// Never missing: the scheme's own when the address named none.
    public let port: UInt16

    /// `https://host` with `:port` only when it is not the scheme's own.
    public var description: String {
        port == scheme.defaultPort ? "\(scheme.rawValue)://\(host)" : "\(scheme.rawValue)://\(host):\(port)"
    }

    /// Host, and port only when it is not the scheme's own: for questions and messages.
    public var hostAndPort: String {
        port == scheme.defaultPort ? host : "\(host):\(port)"
    }

    /// True when the host is this machine (RFC 6761 section 6.3; 127.0.0.0/8; ::1).
    public var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || (host.hasPrefix("127.") && IPAddress.isIPv4(host))
    }
}
