internal import Core
internal import Secrets

/// Converts cookies from and to WebDriver BiDi (`network.Cookie` and `storage.PartialCookie`).
enum FirefoxCookies {
    /// Reads the result of `storage.getCookies`. Leaves out cookies without name and value, whose domain is no host, or
    /// with control characters. `origins`: those that may have set the cookies: the browser does not tell.
    static func jar(_ result: JSONValue, of origins: Set<Origin>, now: Timestamp) -> CookieJar {
        CookieJar((result["cookies"]?.elements ?? []).compactMap { cookie($0, origins, now: now) })
    }

    private static func cookie(_ value: JSONValue, _ origins: Set<Origin>, now: Timestamp) -> Cookie? {
        guard let name = value["name"]?.text, let secret = content(value["value"]),
            var domain = value["domain"]?.text?.asciiLowercased, !domain.isEmpty, !name.isEmpty || !secret.isEmpty
        else { return nil }
        let isHostOnly = !domain.hasPrefix(".")
        if !isHostOnly { domain.removeFirst() }
        let isSecure = value["secure"]?.bool ?? false
        let isClean = secret.withBytes { $0.allSatisfy(Cookie.takes) }
        // A domain with a port, a path or a user's name in it would make the cookie one of another host.
        guard isClean, let host = try? WebURL("https://\(domain)/").origin, host.host == domain else { return nil }
        var cookie = Cookie(
            name: name, value: secret, domain: domain, isHostOnly: isHostOnly, path: value["path"]?.text ?? "/",
            isSecure: isSecure, isHTTPOnly: value["httpOnly"]?.bool ?? false,
            sameSite: (value["sameSite"]?.text).flatMap(sameSite), expires: value["expiry"]?.timestamp,
            created: now, setBy: host)
        let setters = origins.filter(cookie.mayBeSet)
        cookie.setBy = setters.sorted { "\($0)" > "\($1)" }.first ?? host
        return cookie
    }

    private static func content(_ value: JSONValue?) -> SharedSecret? {
        guard let content = value?["value"]?.secret else { return nil }
        return value?["type"]?.text == "base64" ? Base64.decode(content) : content
    }

    private static func sameSite(_ text: String) -> Cookie.SameSite? {
        switch text {
        case "strict": .strict
        case "lax": .lax
        case "none": Cookie.SameSite.none
        default: nil
        }
    }

    /// Returns the parameter of `storage.setCookie`.
    static func parameter(_ cookie: Cookie) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .text(cookie.name)), .init("value", ["type": "string", "value": .string(cookie.value)]),
            .init("domain", .text((cookie.isHostOnly ? "" : ".") + cookie.domain)), .init("path", .text(cookie.path)),
            .init("secure", .bool(cookie.isSecure)), .init("httpOnly", .bool(cookie.isHTTPOnly)),
        ]
        if let sameSite = cookie.sameSite { members.append(.init("sameSite", .text(sameSite.rawValue.lowercased()))) }
        if let expires = cookie.expires { members.append(.init("expiry", .number(String(expires.seconds)))) }
        return .object(members)
    }
}
