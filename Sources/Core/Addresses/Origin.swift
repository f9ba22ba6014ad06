/// What gets a secret, and counts wrong ones: a server, or a token.
public protocol SecretReceiver: Sendable, CustomStringConvertible {
    /// Its name in messages.
    var hostAndPort: String { get }
}

extension Origin: SecretReceiver {}

/// Scheme, host and port (RFC 6454): the scope of cookies, credentials and certificates.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// `https` or `http`.
    public let scheme: WebURL.Scheme
    /// In lower case; an IPv6 address in brackets.
    public let host: String
    /// The port; the default port of the scheme when the address has none.
    public let port: UInt16

    /// `https://host`, with `:port` only when it is not the default port.
    public var description: String {
        port == scheme.defaultPort ? "\(scheme.rawValue)://\(host)" : "\(scheme.rawValue)://\(host):\(port)"
    }

    /// The host, with the port only when it is not the default port; for prompts and messages.
    public var hostAndPort: String { port == scheme.defaultPort ? host : "\(host):\(port)" }
    /// Whether the host is this machine (RFC 6761 section 6.3; 127.0.0.0/8; ::1).
    public var isLoopback: Bool { isLocalhost || host == "[::1]" || (host.hasPrefix("127.") && IPAddress.isIPv4(host)) }
    /// Whether it may set `Secure` cookies, and get them: what it says is not read on the way (Secure Contexts, "potentially
    /// trustworthy origin").
    public var mayUseSecureCookies: Bool { scheme == .https || isLoopback }
    /// Some resolvers take the root's dot for another name.
    private var isLocalhost: Bool {
        let name = "." + (host.hasSuffix(".") ? host.dropLast() : host[...])
        return name.hasSuffix(".localhost")
    }
    /// Where the server is, if the host itself says so; nil for another name.
    public var space: AddressSpace? { isLocalhost ? .machine : AddressSpace(address: host) }
}
