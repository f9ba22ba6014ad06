public import Secrets

/// A cookie as a browser's own file describes it.
public struct BrowserCookie: Sendable {
    /// The host, with a dot before it when hosts below it get the cookie too.
    public var domain: String
    /// The path.
    public var path: String
    /// The name.
    public var name: String
    /// The value.
    public var value: SharedSecret
    /// Whether it is sent over https only.
    public var isSecure: Bool
    /// Whether scripts of pages cannot read it.
    public var isHTTPOnly: Bool
    /// The end, in seconds since 1970; nil for the end of the browser's session.
    public var expires: Int64?
    /// `strict` or `lax`; nil for everything else.
    public var sameSite: String?

    /// Creates a cookie.
    public init(
        domain: String, path: String, name: String, value: SharedSecret, isSecure: Bool, isHTTPOnly: Bool,
        expires: Int64?, sameSite: String?
    ) {
        (self.domain, self.path, self.name, self.value, self.isSecure) = (domain, path, name, value, isSecure)
        (self.isHTTPOnly, self.expires, self.sameSite) = (isHTTPOnly, expires, sameSite)
    }

    /// The form that the checks of a cookie file read.
    var json: JSONValue {
        [
            "domain": .text(domain), "hostOnly": .bool(!domain.hasPrefix(".")), "path": .text(path),
            "name": .text(name),
            "value": .string(value), "secure": .bool(isSecure), "httpOnly": .bool(isHTTPOnly),
            "expires": expires.map { .number(String($0)) } ?? .null, "sameSite": sameSite.map { .text($0) } ?? .null,
        ]
    }

    /// Returns the domains of the cookies that `host` gets: its own, and those of hosts above it with a dot.
    public static func domains(of host: String) -> [String] {
        let parts = host.split(separator: ".")
        return [host] + parts.indices.map { "." + parts[$0...].joined(separator: ".") }
    }
}
