internal import Core

/// Converts cookies from and to the DevTools protocol (`Network.Cookie` and `Network.CookieParam`).
enum BrowserCookies {
    /// Reads the result of `Storage.getCookies`. Leaves out cookies without name and value, those whose domain is not a
    /// host, those whose values contain control characters, and those that the browser sends only in frames of other
    /// sites. `origins`: those of requested documents. The browser reports https for each `Secure` cookie.
    static func jar(_ result: JSONValue, of origins: Set<Origin> = [], now: Timestamp) -> CookieJar {
        let all = (result["cookies"]?.elements ?? []).compactMap { cookie($0, origins, now: now) }
        let names = Set(all.filter { $0.partitionKey == nil }.map(CookieName.init))
        return CookieJar(all.filter { $0.partitionKey == nil || !names.contains(CookieName($0)) })
    }

    /// What a receiver that knows no partitions can tell cookies apart by.
    private struct CookieName: Hashable {
        let name, domain, path: String

        init(_ cookie: Cookie) { (name, domain, path) = (cookie.name, cookie.domain, cookie.path) }
    }

    /// Returns whether a cookie of this partition (CHIPS) is sent when the user opens a page of the domain: the partition's site is
    /// that of the domain, and no frame of another site is in between.
    private static func isOwn(_ partition: JSONValue, _ domain: String) -> Bool {
        guard partition["hasCrossSiteAncestor"]?.bool != true,
            let site = (partition["topLevelSite"]?.text ?? partition.text).flatMap(BrowserAddress.web)?.host
        else { return false }
        return domain == site || domain.hasSuffix("." + site)
    }

    private static func cookie(_ value: JSONValue, _ origins: Set<Origin>, now: Timestamp) -> Cookie? {
        guard let name = value["name"]?.text, let secret = value["value"]?.secret,
            var domain = value["domain"]?.text?.asciiLowercased, !domain.isEmpty, !name.isEmpty || !secret.isEmpty
        else { return nil }
        let isHostOnly = !domain.hasPrefix(".")
        if !isHostOnly { domain.removeFirst() }
        let isClean = secret.withBytes { $0.allSatisfy(Cookie.takes) }
        // A domain with a port, a path or a user's name in it would make the cookie one of another host.
        guard isClean, let reported = setter(value, domain), reported.host == domain else { return nil }
        let plain = origins.first { $0.scheme == .http && $0.host == domain && $0.port == reported.port }
        let origin = origins.contains(reported) || plain?.mayUseSecureCookies != true ? reported : plain ?? reported
        let isSession = value["session"]?.bool ?? false
        let partition = value["partitionKey"]
        guard partition.map({ isOwn($0, domain) }) ?? true else { return nil }
        return Cookie(
            name: name, value: secret, domain: domain, isHostOnly: isHostOnly, path: value["path"]?.text ?? "/",
            isSecure: value["secure"]?.bool ?? false, isHTTPOnly: value["httpOnly"]?.bool ?? false,
            sameSite: value["sameSite"]?.text.flatMap(Cookie.SameSite.init),
            expires: isSession ? nil : value["expires"]?.timestamp, created: now,
            partitionKey: partition?["topLevelSite"]?.text ?? partition?.text, setBy: origin)
    }

    /// Returns the origin from the cookie's domain, because the browser does not report the host.
    private static func setter(_ value: JSONValue, _ domain: String) -> Origin? {
        let scheme = value["sourceScheme"]?.text == "NonSecure" ? "http" : "https"
        let port = value["sourcePort"]?.integer.flatMap(UInt16.init(exactly:)) ?? 0
        return try? WebURL("\(scheme)://\(domain)\(port > 0 ? ":\(port)" : "")/").origin
    }

    /// Returns the parameters of `Network.deleteCookies`.
    static func name(of cookie: Cookie) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .text(cookie.name)), .init("path", .text(cookie.path)),
            .init("domain", .text((cookie.isHostOnly ? "" : ".") + cookie.domain)),
        ]
        if let partition = cookie.partitionKey { members.append(.init("partitionKey", key(partition))) }
        return .object(members)
    }

    /// Returns the key of a partitioned cookie (CHIPS): the top-level site, and whether a frame of another site is in
    /// between. The latter is not stored, and is rarely true.
    private static func key(_ partition: String) -> JSONValue {
        ["topLevelSite": .text(partition), "hasCrossSiteAncestor": false]
    }

    /// Returns one element of the array for `Storage.setCookies`.
    static func parameter(_ cookie: Cookie) -> JSONValue {
        // With only an address the cookie is for that host; a domain adds its subdomains.
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

extension JSONValue {
    /// A number of seconds since 1970, rounded down; nil for anything else.
    var timestamp: Timestamp? {
        guard case .number(let text) = self, let number = Double(text), number >= 0, number < 9e15 else { return nil }
        return Timestamp(seconds: Int64(number))
    }
}
