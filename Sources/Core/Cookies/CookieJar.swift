public import Secrets

/// The cookies of one sign-in (RFC 6265 section 5.3). Every attribute is preserved, and every rule visible.
public struct CookieJar: Sendable, Equatable {
    private var table: CookieTable

    /// The cookies in the order in which they were first set.
    public var cookies: [Cookie] { table.cookies }

    /// More than any service sets; limits an endless stream of cookies (RFC 6265 section 6.1).
    static let maximumPerDomain = 180
    static let maximumInAll = 3000

    /// Creates a jar with these cookies, in this order, without checks.
    public init(_ cookies: [Cookie] = []) { table = CookieTable(cookies) }

    /// Whether it has no cookies, not even expired ones.
    public var isEmpty: Bool { table.count == 0 }

    /// Why a Set-Cookie field was refused; for traces.
    public enum Refusal: String, Sendable {
        case malformed = "malformed or too long"
        case foreignDomain = "its Domain is not the server's"
        case publicSuffix = "its Domain is a public suffix"
        case insecure = "Secure, but neither from https nor from this machine"
        case coversSecure = "it would take the place of a Secure cookie, but does not come from https"
        case prefix = "its name's prefix promises what it does not keep"
        case byBrowser = "the browser refuses it"
    }

    /// Stores the cookies that `response` sets. Returns the refused fields, by name.
    @discardableResult
    public mutating func store(
        _ response: Response, suffixes: any PublicSuffixes, now: Timestamp
    ) -> [(name: String, why: Refusal)] {
        var refused: [(name: String, why: Refusal)] = []
        for field in response.setCookies {
            guard let parsed = SetCookie(field: field) else {
                refused.append(("?", .malformed))
                continue
            }
            switch Self.cookie(parsed, from: response.url, suffixes: suffixes, now: now) {
            case .success(let cookie):
                if covers(cookie, aSecureOneFor: response.url) {
                    refused.append((parsed.name, .coversSecure))
                } else {
                    insert(cookie, now: now)
                }
            case .failure(let refusal): refused.append((parsed.name, refusal.why))
            }
        }
        return refused
    }

    /// Returns the names of cookies, of the Set-Cookie `fields` of an answer, that a browser did not keep, with the
    /// reason: those that it has refused, or else those that no jar would keep. The browser knows the public suffixes.
    public static func refused(
        _ fields: [SharedSecret], from url: WebURL, isRefused: Bool, now: Timestamp
    ) -> [(name: String, why: Refusal)] {
        fields.compactMap { field in
            guard let parsed = SetCookie(field: field) else { return ("?", .malformed) }
            switch cookie(parsed, from: url, suffixes: UnknownSuffixes(), now: now) {
            case .success: return isRefused ? (parsed.name, .byBrowser) : nil
            case .failure(let refusal): return (parsed.name, refusal.why)
            }
        }
    }

    private final class UnknownSuffixes: PublicSuffixes {
        func isPublicSuffix(_ domain: String) -> Bool { false }
    }

    /// Adds one cookie, replacing an older one; an expired cookie only removes.
    public mutating func insert(_ cookie: Cookie, now: Timestamp) {
        var cookie = cookie
        if let earlier = table.replaced(by: cookie) { cookie.created = earlier.created }
        guard !cookie.isExpired(at: now) else {
            table.removeReplaced(by: cookie)
            return
        }
        table.put(cookie)
        table.limit(cookie.domain, to: Self.maximumPerDomain)
        table.limit(to: Self.maximumInAll)
    }

    /// Removes expired cookies.
    public mutating func removeExpired(at moment: Timestamp) {
        table = CookieTable(cookies.filter { !$0.isExpired(at: moment) })
    }

    /// Returns the cookies for a request to `url`: longer paths first, then older ones (RFC 6265 section 5.4).
    public func cookies(for url: WebURL, now: Timestamp) -> [Cookie] {
        cookies.enumerated()
            .filter { !$0.element.isExpired(at: now) && $0.element.isSent(to: url) }
            .sorted { left, right in
                let lengths = (left.element.path.utf8.count, right.element.path.utf8.count)
                return lengths.0 == lengths.1 ? left.offset < right.offset : lengths.0 > lengths.1
            }
            .map(\.element)
    }

    /// Returns the value of the Cookie field for `url`; nil when there are no cookies.
    public func header(for url: WebURL, now: Timestamp) -> SharedSecret? {
        let sent = cookies(for: url, now: now)
        return sent.isEmpty ? nil : Self.header(sent)
    }

    /// Returns `a=1; b=2`; of a cookie without a name, the value alone (RFC 6265bis section 5.8.3).
    public static func header(_ cookies: [Cookie]) -> SharedSecret {
        var header = Secret()
        for (index, cookie) in cookies.enumerated() {
            if index > 0 { header.append("; ") }
            header.append(cookie.name.isEmpty ? "" : cookie.name + "=")
            cookie.value.withBytes { header.append($0) }
        }
        return SharedSecret(header)
    }

    /// Implements "leave secure cookies alone" (RFC 6265bis section 5.7): a cookie set over http must not take
    /// precedence over one set over https.
    private func covers(_ cookie: Cookie, aSecureOneFor url: WebURL) -> Bool {
        guard url.scheme != .https else { return false }
        return cookies.contains { kept in
            kept.isSecure && kept.setBy.scheme == .https && kept.name == cookie.name
                && (Cookie.domain(kept.domain, matches: cookie.domain)
                    || Cookie.domain(cookie.domain, matches: kept.domain))
                && Cookie.path(cookie.path, matches: kept.path)
        }
    }

    private struct Refused: Error { let why: Refusal }

    private static func cookie(
        _ field: SetCookie, from url: WebURL, suffixes: any PublicSuffixes, now: Timestamp
    ) -> Result<Cookie, Refused> {
        var domain = url.host
        var isHostOnly = true
        if var wanted = field.last("domain")?.asciiLowercased, !wanted.isEmpty {
            if wanted.hasPrefix(".") { wanted.removeFirst() }
            guard Cookie.domain(url.host, matches: wanted) else { return .failure(Refused(why: .foreignDomain)) }
            let isAddress = IPAddress.isIPv4(wanted) || wanted.hasPrefix("[")
            if !isAddress && suffixes.isPublicSuffix(wanted) {
                guard wanted == url.host else { return .failure(Refused(why: .publicSuffix)) }
            } else {
                isHostOnly = isAddress
            }
            domain = wanted
        }
        let isSecure = field.last("secure") != nil
        guard !isSecure || url.origin.mayUseSecureCookies else { return .failure(Refused(why: .insecure)) }
        let path = field.last("path").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? defaultPath(url)
        let lowered = field.name.asciiLowercased
        // Byte by byte: a combining mark behind a prefix is not part of it for those who check it.
        let isHostPrefixed = lowered.utf8.starts(with: "__host-".utf8)
        let hasPath = field.last("path") == "/"
        if (isHostPrefixed || lowered.utf8.starts(with: "__secure-".utf8)) && !isSecure
            || isHostPrefixed && !(hasPath && (field.last("domain") ?? "").isEmpty)
            || Cookie.feignsPrefix(field.name, field.value)
        {
            return .failure(Refused(why: .prefix))
        }
        guard !path.hasControls else { return .failure(Refused(why: .malformed)) }
        return .success(
            Cookie(
                name: field.name, value: field.value, domain: domain, isHostOnly: isHostOnly, path: path,
                isSecure: isSecure, isHTTPOnly: field.last("httponly") != nil, sameSite: sameSite(field),
                expires: expiry(field, now: now), created: now,
                partitionKey: field.last("partitioned") == nil ? nil : url.origin.description, setBy: url.origin))
    }

    /// Returns the expiry time. Max-Age precedes Expires (RFC 6265 section 5.3 step 3); ignores invalid ones.
    private static func expiry(_ field: SetCookie, now: Timestamp) -> Timestamp? {
        let ages = field.attributes.filter { $0.name == "max-age" }.compactMap { age -> Timestamp? in
            let digits = age.value.hasPrefix("-") ? age.value.dropFirst() : age.value[...]
            guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
            if age.value.hasPrefix("-") { return Timestamp(seconds: 0) }
            // RFC 6265bis section 5.5 allows a limit on lifetimes and suggests 400 days.
            return now.adding(seconds: min(Int64(digits) ?? .max, 400 * 86400))
        }
        if let last = ages.last { return last <= now ? Timestamp(seconds: 0) : last }
        return field.attributes.filter { $0.name == "expires" }.compactMap { CookieDate.timestamp($0.value) }.last
    }

    private static func sameSite(_ field: SetCookie) -> Cookie.SameSite? {
        switch field.last("samesite")?.asciiLowercased {
        case "strict": .strict
        case "lax": .lax
        case "none": Cookie.SameSite.none
        default: nil
        }
    }

    /// Returns the default path (RFC 6265 section 5.1.4).
    private static func defaultPath(_ url: WebURL) -> String {
        guard let slash = url.path.lastIndex(of: "/"), slash != url.path.startIndex else { return "/" }
        return String(url.path[..<slash])
    }
}
