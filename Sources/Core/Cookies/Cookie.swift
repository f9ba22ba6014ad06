public import Secrets

/// A cookie with all that its server said of it (RFC 6265 section 5.3, RFC 6265bis, CHIPS).
public struct Cookie: Sendable, Equatable {
    /// The name; printable bytes without `=` and `;`.
    public var name: String
    /// The value, exactly as received; without control characters.
    public var value: SharedSecret
    /// Lower case, without a leading dot.
    public var domain: String
    /// Goes to exactly this host; false: to its subdomains too.
    public var isHostOnly: Bool
    /// Begins with `/`.
    public var path: String
    /// Goes over https only.
    public var isSecure: Bool
    /// Scripts of a page do not see it.
    public var isHTTPOnly: Bool
    /// The SameSite attribute as given.
    public var sameSite: SameSite?
    /// When it ends; nil: with the session.
    public var expires: Timestamp?
    /// When it was first set; fixes the order among cookies of equal path (RFC 6265 section 5.4).
    public var created: Timestamp
    /// The top-level site that it is partitioned by (CHIPS).
    public var partitionKey: String?
    /// Who set it.
    public var setBy: Origin

    /// The SameSite attribute (RFC 6265bis section 5.4.7).
    public enum SameSite: String, Sendable {
        case strict = "Strict"
        case lax = "Lax"
        case none = "None"
    }

    /// A cookie as a jar keeps it. Nothing is judged here: `CookieJar.store` decides what a server may set.
    public init(
        name: String, value: SharedSecret, domain: String, isHostOnly: Bool, path: String = "/", isSecure: Bool = false,
        isHTTPOnly: Bool = false, sameSite: SameSite? = nil, expires: Timestamp? = nil, created: Timestamp,
        partitionKey: String? = nil, setBy: Origin
    ) {
        self.name = name
        self.value = value
        self.domain = domain
        self.isHostOnly = isHostOnly
        self.path = path
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.expires = expires
        self.created = created
        self.partitionKey = partitionKey
        self.setBy = setBy
    }

    /// Replaces the older one in a jar (RFC 6265 section 5.3 step 11).
    func replaces(_ other: Cookie) -> Bool {
        name == other.name && domain == other.domain && isHostOnly == other.isHostOnly && path == other.path
            && partitionKey == other.partitionKey
    }

    /// True when its time is over at `moment`.
    public func isExpired(at moment: Timestamp) -> Bool {
        expires.map { $0 <= moment } ?? false
    }

    /// True when a request to `url` carries it (RFC 6265 sections 5.1.3, 5.1.4 and 5.4).
    public func isSent(to url: WebURL) -> Bool {
        if isSecure && url.scheme != .https { return false }
        return isFor(host: url.host) && Self.path(url.path, matches: path)
    }

    /// True when some path of this host gets it (RFC 6265 section 5.1.3).
    public func isFor(host: String) -> Bool {
        isHostOnly ? host == domain : Self.domain(host, matches: domain)
    }

    /// RFC 6265 section 5.1.3.
    static func domain(_ host: String, matches domain: String) -> Bool {
        if host == domain { return true }
        return host.hasSuffix("." + domain) && !IPAddress.isIPv4(host) && !host.hasPrefix("[")
    }

    /// RFC 6265 section 5.1.4.
    static func path(_ requestPath: String, matches cookiePath: String) -> Bool {
        guard requestPath.hasPrefix(cookiePath) else { return false }
        return requestPath.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/")
            || requestPath.dropFirst(cookiePath.count).hasPrefix("/")
    }
}
