/// The destinations that a sign-in may contact.
public struct NavigationPolicy: Sendable {
    /// Unless empty: the only hosts contacted besides those of the endpoints (`*.example.org`: every subdomain).
    public var allowedHosts: [String]
    /// Whether http is allowed to hosts other than this machine.
    public var allowsPlainHTTP: Bool
    /// The pages that may be anybody's content; nil for none.
    public var content: ContentPages?
    /// The server that a sign-in by OAuth is for; nil: the user names it, or it is no such sign-in.
    public var addressee: AuthorizationAddressee?

    /// The server of some data, whose pages may show what another user has written. There what is pressed names no other server,
    /// only what the server sends by itself does.
    public struct ContentPages: Sendable, Equatable {
        var origin: Origin
        /// The servers that an earlier sign-in was at, which may be named there.
        var providers: Set<Origin>
    }
    /// The maximum number of pages in one sign-in, so that a loop ends. Pages that poll do not count: a push
    /// notification takes its time, and the deadline ends the wait.
    public static let maximumSteps = 40
    /// The maximum number of consecutive redirects.
    public static let maximumRedirects = 20
    /// The largest page, in bytes.
    public static let maximumPageBytes = 4 << 20

    /// The advice that permits a host which no other rule does; a list that names only that host would refuse the others.
    static let naming = "name every host of the sign-in by '--allow-host'"

    /// Creates a policy; by default all hosts, over https.
    public init(allowedHosts: [String] = [], allowsPlainHTTP: Bool = false) {
        self.allowedHosts = allowedHosts
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    /// Throws `usage` for a pattern that no host can match, such as an address: the list would not be what was meant.
    public static func check(host pattern: String) throws(FedauthError) {
        let name = pattern.hasPrefix("*.") ? pattern.dropFirst(2) : pattern[...]
        guard !name.isEmpty, !name.utf8.contains(where: { "/?#@* ".utf8.contains($0) }) else {
            throw FedauthError(
                .usage, "'\(pattern.folded(to: 60))' is not a host",
                hint: "write it like idp.example.org, or *.example.org for all below a domain")
        }
    }

    /// Throws `insecure-address` or `host-not-allowed` when `url`, which `source` gave, may not be requested.
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

    /// Returns whether the host is on the list.
    public func permits(_ origin: Origin) -> Bool {
        allowedHosts.contains { pattern in
            let pattern = pattern.asciiLowercased
            if pattern.hasPrefix("*.") { return origin.host.hasSuffix(pattern.dropFirst()) }
            return pattern == origin.host || pattern == origin.hostAndPort
        }
    }
}
