internal import Core
internal import Secrets

/// Cookies as the DevTools protocol writes them (`Network.Cookie` and `Network.CookieParam`).
enum BrowserCookies {
    /// What `Storage.getCookies` gave. Cookies without a name or a domain, and those whose values hold control
    /// characters, are left out.
    static func jar(_ result: JSONValue, now: Timestamp) -> CookieJar {
        let order = (result["cookies"]?.elements ?? []).compactMap { cookie($0, now: now) }
        return CookieJar(order)
    }

    /// Who set it, as far as the browser says.
    private static func origin(of cookie: JSONValue, _ domain: String) -> Origin? {
        let scheme = cookie["sourceScheme"]?.text == "NonSecure" ? "http" : "https"
        let port = cookie["sourcePort"]?.integer.flatMap(UInt16.init(exactly:)).map { ":\($0)" } ?? ""
        return try? WebURL("\(scheme)://\(domain)\(port)/").origin
    }

    private static func cookie(_ value: JSONValue, now: Timestamp) -> Cookie? {
        guard let name = value["name"]?.text, let secret = value["value"]?.secret,
            var domain = value["domain"]?.text?.asciiLowercased, !domain.isEmpty, !name.isEmpty
        else { return nil }
        let isHostOnly = !domain.hasPrefix(".")
        if !isHostOnly { domain.removeFirst() }
        let isClean = secret.withBytes { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
        guard isClean, let origin = setter(value, domain) else { return nil }
        let isSession = value["session"]?.bool ?? false
        let partition = value["partitionKey"]
        return Cookie(
            name: name, value: secret, domain: domain, isHostOnly: isHostOnly, path: value["path"]?.text ?? "/",
            isSecure: value["secure"]?.bool ?? false, isHTTPOnly: value["httpOnly"]?.bool ?? false,
            sameSite: value["sameSite"]?.text.flatMap(Cookie.SameSite.init),
            expires: isSession ? nil : value["expires"].flatMap(seconds), created: now,
            partitionKey: partition?["topLevelSite"]?.text ?? partition?.text, setBy: origin)
    }

    /// The domain stands for the host, which is not told.
    private static func setter(_ value: JSONValue, _ domain: String) -> Origin? {
        let scheme = value["sourceScheme"]?.text == "NonSecure" ? "http" : "https"
        let port = value["sourcePort"]?.integer.flatMap(UInt16.init(exactly:)) ?? 0
        return try? WebURL("\(scheme)://\(domain)\(port > 0 ? ":\(port)" : "")/").origin
    }

    /// Fractions are cut off: a cookie must not live longer here than there. -1 is a session cookie.
    private static func seconds(_ value: JSONValue) -> Timestamp? {
        guard case .number(let text) = value, let number = Double(text), number >= 0, number < 9e15 else { return nil }
        return Timestamp(seconds: Int64(number))
    }

    /// What `Network.deleteCookies` takes.
    static func name(of cookie: Cookie) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .text(cookie.name)), .init("path", .text(cookie.path)),
            .init("domain", .text((cookie.isHostOnly ? "" : ".") + cookie.domain)),
        ]
        if let partition = cookie.partitionKey { members.append(.init("partitionKey", key(partition))) }
        return .object(members)
    }

    /// CHIPS: the site at the top, and whether a page of another site stands between. That is not kept, and rare.
    private static func key(_ partition: String) -> JSONValue {
        ["topLevelSite": .text(partition), "hasCrossSiteAncestor": false]
    }

    /// What `Storage.setCookies` takes an array of.
    static func parameter(_ cookie: Cookie) -> JSONValue {
        // The address makes it a cookie of the host alone; a domain one of its subdomains too.
        let scheme = cookie.isSecure ? "https" : cookie.setBy.scheme.rawValue
        var members: [JSONValue.Member] = [
            .init("name", .text(cookie.name)), .init("value", .string(cookie.value)),
            .init("url", .text("\(scheme)://\(cookie.domain)\(cookie.path)")), .init("path", .text(cookie.path)),
            .init("secure", .bool(cookie.isSecure)), .init("httpOnly", .bool(cookie.isHTTPOnly)),
        ]
        if !cookie.isHostOnly { members.append(.init("domain", .text("." + cookie.domain))) }
        if let sameSite = cookie.sameSite { members.append(.init("sameSite", .text(sameSite.rawValue))) }
        if let expires = cookie.expires { members.append(.init("expires", .number(String(expires.seconds)))) }
        if let partition = cookie.partitionKey { members.append(.init("partitionKey", key(partition))) }
        return .object(members)
    }
}
