/// Where a sign-in may go.
public struct NavigationPolicy: Sendable {
    /// When not empty: the only hosts that are asked, besides those of the endpoints (`*.example.org` stands for
    /// every subdomain).
    public var allowedHosts: [String]
    /// http: to other hosts than this machine is allowed.
    public var allowsPlainHTTP: Bool
    /// Pages of one sign-in, so that a loop ends. A page that asks to look again after a while does not count: a push
    /// on
    /// a telephone takes its time, and the deadline ends the waiting.
    public static let maximumSteps = 40
    /// Redirects in a row.
    public static let maximumRedirects = 20
    /// Bytes of a page.
    public static let maximumPageBytes = 4 << 20

    /// Everywhere over https, unless told otherwise.
    public init(allowedHosts: [String] = [], allowsPlainHTTP: Bool = false) {
        self.allowedHosts = allowedHosts
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    /// Throws `usage` for what no host can match, such as an address: a list of hosts is a restriction, and nobody finds
    /// out at once that it restricts to nothing.
    public static func check(host pattern: String) throws(FedauthError) {
        let name = pattern.hasPrefix("*.") ? pattern.dropFirst(2) : pattern[...]
        guard !name.isEmpty, !name.utf8.contains(where: { "/?#@* ".utf8.contains($0) }) else {
            throw FedauthError(
                .usage, "'\(pattern.folded(to: 60))' is no host",
                hint: "write it like idp.example.org, or *.example.org for all below a domain")
        }
    }

    /// Throws `insecure-address` or `host-not-allowed` when `url` may not be asked; `source` says who named it.
    public func check(_ url: WebURL, by source: String) throws(FedauthError) {
        if url.scheme == .http && !url.origin.isLoopback && !allowsPlainHTTP {
            throw FedauthError(
                .insecureAddress, "\(source) leads to '\(url.withoutQuery)', which is not encrypted",
                hint: "nothing was sent there; '--allow-http' permits it")
        }
        guard allowedHosts.isEmpty || permits(url.origin) else {
            throw FedauthError(
                .refusedHost, "\(source) leads to '\(url.origin.hostAndPort)', which is not among the allowed hosts",
                hint: "if it belongs to the sign-in, add '--allow-host \(url.host)'")
        }
    }

    /// True when the host is on the list.
    func permits(_ origin: Origin) -> Bool {
        allowedHosts.contains { pattern in
            let pattern = pattern.asciiLowercased
            if pattern.hasPrefix("*.") { return origin.host.hasSuffix(pattern.dropFirst()) }
            return pattern == origin.host || pattern == origin.hostAndPort
        }
    }
}

extension ErrorCode {
    /// An http address where https is wanted.
    public static let insecureAddress = ErrorCode("insecure-address", .network)
    /// A step leads to a host that the user did not allow.
    public static let refusedHost = ErrorCode("host-not-allowed", .refused)
    /// A redirect or page that comes round again.
    public static let loop = ErrorCode("redirect-loop", .badAnswer)
}
