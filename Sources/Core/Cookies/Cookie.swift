public import Secrets

/// A cookie with all its attributes (RFC 6265 section 5.3, RFC 6265bis, CHIPS).
public struct Cookie: Sendable, Equatable {
    /// The name; printable bytes without `=` and `;`. Empty for a value that a server set without a name.
    public var name: String
    /// The value, exactly as received; without control characters except tabs.
    public var value: SharedSecret
    /// In lower case, without a leading dot.
    public var domain: String
    /// Whether it is sent only to exactly this host; otherwise also to subdomains.
    public var isHostOnly: Bool
    /// Begins with `/`.
    public var path: String
    /// Whether it is sent only over https, or to the server on this machine that set it over http.
    public var isSecure: Bool
    /// Whether it is hidden from the page's scripts.
    public var isHTTPOnly: Bool
    /// The SameSite attribute as received.
    public var sameSite: SameSite?
    /// When it expires; nil for the end of the session.
    public var expires: Timestamp?
    /// When it was first set, which determines the order among cookies of equal path length (RFC 6265 section 5.4).
    public var created: Timestamp
    /// The top-level site of a partitioned cookie (CHIPS).
    public var partitionKey: String?
    /// The origin that set it.
    public var setBy: Origin

    /// The SameSite attribute (RFC 6265bis section 5.4.7).
    public enum SameSite: String, Sendable {
        case strict = "Strict"
        case lax = "Lax"
        case none = "None"
    }

    /// Creates a cookie for a jar without checks: `CookieJar.store` decides what a server may set.
    public init(
        name: String, value: SharedSecret, domain: String, isHostOnly: Bool, path: String = "/", isSecure: Bool = false,
        isHTTPOnly: Bool = false, sameSite: SameSite? = nil, expires: Timestamp? = nil, created: Timestamp,
        partitionKey: String? = nil, setBy: Origin
    ) {
        (self.name, self.value, self.domain, self.isHostOnly) = (name, value, domain, isHostOnly)
        (self.path, self.isSecure, self.isHTTPOnly, self.sameSite) = (path, isSecure, isHTTPOnly, sameSite)
        (self.expires, self.created, self.partitionKey, self.setBy) = (expires, created, partitionKey, setBy)
    }

    /// Returns whether it has expired at `moment`.
    public func isExpired(at moment: Timestamp) -> Bool { expires.map { $0 <= moment } ?? false }

    /// Returns whether it is sent to `url` (RFC 6265 sections 5.1.3, 5.1.4 and 5.4).
    public func isSent(to url: WebURL) -> Bool {
        if isSecure && url.scheme != .https {
            // Browsers send it to every server on this machine, which may be another user's.
            guard url.origin.isLoopback, setBy.scheme == .http else { return false }
        }
        return isFor(host: url.host) && Self.path(url.path, matches: path)
    }

    /// Returns whether a server of this origin may have set it (RFC 6265 section 5.3).
    public func mayBeSet(by origin: Origin) -> Bool {
        isFor(host: origin.host) && (!isSecure || origin.mayUseSecureCookies)
    }

    /// Returns whether it is sent to some path of this host (RFC 6265 section 5.1.3).
    public func isFor(host: String) -> Bool { isHostOnly ? host == domain : Self.domain(host, matches: domain) }

    /// Returns whether a cookie without a name would be taken for one with a prefix when it is sent (RFC 6265bis section 5.7).
    static func feignsPrefix(_ name: String, _ value: SharedSecret) -> Bool {
        guard name.isEmpty else { return false }
        let start = value.withBytes { String(decoding: $0.prefix(9), as: UTF8.self).asciiLowercased }
        return start.hasPrefix("__host-") || start.hasPrefix("__secure-")
    }

    /// Returns whether a byte can stand in a value: everything but control characters other than a tab.
    public static func takes(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

    /// Returns whether the domain matches (RFC 6265 section 5.1.3).
    static func domain(_ host: String, matches domain: String) -> Bool {
        if host == domain { return true }
        return host.hasSuffix("." + domain) && !IPAddress.isIPv4(host) && !host.hasPrefix("[")
    }

    /// Returns whether the path matches (RFC 6265 section 5.1.4).
    static func path(_ requestPath: String, matches cookiePath: String) -> Bool {
        guard requestPath.hasPrefix(cookiePath) else { return false }
        return requestPath.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/")
            || requestPath.dropFirst(cookiePath.count).hasPrefix("/")
    }
}

/// Cookies with all attributes as JSON, for other programs: the output of `export-cookies --format json`, and the input
/// and output of external presenter programs.
extension Cookie {
    /// The object of one cookie. A value that is not text is encoded in base64, so that it is preserved.
    public var json: JSONValue {
        .ordered([
            "domain": .text(domain), "expires": .time(ifAny: expires),
            "hostOnly": .bool(isHostOnly), "httpOnly": .bool(isHTTPOnly), "name": .text(name),
            "partitionKey": .text(ifAny: partitionKey), "path": .text(path),
            "sameSite": .text(ifAny: sameSite?.rawValue), "secure": .bool(isSecure),
            "setBy": .text(setBy.description), "value": isText ? .string(value) : nil,
            "valueBase64": isText ? nil : .string(Base64.encode(value)),
        ])
    }

    /// Whether the value is UTF-8, as JSON requires.
    public var isText: Bool { value.isUTF8 }
}
