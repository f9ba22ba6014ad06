import Core
import Secrets
import Support
import Testing

struct CookieJarTests {
    let now = Timestamp(seconds: 1_700_000_000)

    final class Suffixes: PublicSuffixes {
        func isPublicSuffix(_ domain: String) -> Bool {
            ["com", "co.uk", "github.io"].contains(domain) || !domain.contains(".")
        }
    }

    private func jar(_ fields: [String], from url: String) throws -> CookieJar {
        var jar = CookieJar()
        try store(fields, from: url, in: &jar)
        return jar
    }

    private func store(_ fields: [String], from url: String, in jar: inout CookieJar) throws {
        let response = Response(status: 200, url: try WebURL(url), setCookies: fields.map(SharedSecret.init(text:)))
        jar.store(response, suffixes: Suffixes(), now: now)
    }

    private func sent(_ jar: CookieJar, _ url: String, at moment: Timestamp? = nil) throws -> String {
        guard let header = jar.header(for: try WebURL(url), now: moment ?? now) else { return "" }
        return header.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func keepsAHostOnlyCookieAtItsHost() throws {
        let jar = try jar(["a=1; Path=/"], from: "https://sp.example.org/x/y")
        #expect(try sent(jar, "https://sp.example.org/") == "a=1")
        #expect(try sent(jar, "https://sub.sp.example.org/") == "")
        #expect(try sent(jar, "https://example.org/") == "")
        #expect(try sent(jar, "https://sp.example.org.evil.com/") == "")
    }

    @Test func sendsADomainCookieToSubdomains() throws {
        let jar = try jar(["a=1; Domain=.Example.ORG; Path=/"], from: "https://sp.example.org/")
        #expect(try sent(jar, "https://other.example.org/") == "a=1")
        #expect(try sent(jar, "https://example.org/") == "a=1")
        #expect(try sent(jar, "https://badexample.org/") == "")
    }

    @Test(arguments: [
        "a=1; Domain=com", "a=1; Domain=co.uk", "a=1; Domain=other.org", "a=1; Domain=sub.shop.co.uk",
        "a=1; "
            + "Domain=hop.co.uk",
        "", "=", " = ; Path=/", "=__Host-a=1; Secure", "__secure-a", "a=\u{1}", "a=b\u{7f}", "__Host-a=1; Path=/",
        "__Host-a=1; Secure; Path=/x",
        "__Host-a=1; Secure; Path=/; Domain=shop.co.uk", "__Secure-a=1", "__HOST-a=1; Path=/",
        "a=1; Domain=shop.co.u\u{212A}",
    ])
    func refusesWhatRFC6265Forbids(_ field: String) throws {
        #expect(try jar([field], from: "https://shop.co.uk/").isEmpty)
    }

    @Test func takesPrefixedCookiesThatKeepTheirPromise() throws {
        let jar = try jar(
            [
                "__Host-a=1; Secure; Path=/",
                "__Secure-b=2; Secure; "
                    + "Domain=shop.co.uk",
            ], from: "https://shop.co.uk/")
        #expect(jar.cookies.count == 2)
    }

    @Test func aSecureCookieNeedsHTTPSBothWays() throws {
        #expect(try jar(["a=1; Secure"], from: "http://sp.example.org/").isEmpty)
        let jar = try jar(["a=1; Secure; Path=/"], from: "https://sp.example.org/")
        #expect(try sent(jar, "http://sp.example.org/") == "")
    }

    /// Browsers keep them, and send them back as they came (RFC 6265bis section 5.8.3).
    @Test(arguments: [
        ("noequals; Path=/", "", "noequals"), ("=novalue; Path=/", "", "novalue"), ("=a=b; Path=/", "", "a=b"),
        ("a=x\ty; Path=/", "a", "a=x\ty"), ("\ta\t=\tx\t; Path=/", "a", "a=x"),
    ])
    func aNameIsOptionalAndATabIsKept(_ field: String, _ name: String, _ expected: String) throws {
        let jar = try jar([field], from: "https://h.example/")
        #expect(jar.cookies.map(\.name) == [name])
        #expect(try sent(jar, "https://h.example/") == expected)
    }

    /// As in browsers and curl, except that a server on another port, which may be another user's, gets no cookie of https.
    @Test(arguments: [
        ("http://localhost:8080", true), ("http://app.localhost", true), ("http://127.0.0.1:1", true),
        ("http://127.8.9.10", true), ("http://[::1]:1", true), ("https://localhost", true),
        ("http://localhost.example", false), ("http://128.0.0.1", false), ("http://[::2]", false), ("http://sp", false),
    ])
    func thisMachineMaySetSecureCookies(_ origin: String, _ isKept: Bool) throws {
        var jar = try jar(["__Host-a=1; Secure; Path=/", "b=2; Secure; Path=/"], from: origin + "/")
        #expect(try sent(jar, origin + "/x") == (isKept ? "__Host-a=1; b=2" : ""))
        try store(["b=3; Secure; Path=/"], from: origin + "/", in: &jar)
        #expect(try sent(jar, origin + "/").hasSuffix(isKept ? "b=3" : ""))
    }

    @Test func aSecureCookieOfHTTPSStaysThere() throws {
        var jar = try jar(["a=1; Secure; Path=/"], from: "https://localhost:1/")
        #expect(try sent(jar, "http://localhost:2/") == "")
        try store(["a=2; Path=/"], from: "http://localhost:2/", in: &jar)
        #expect(try sent(jar, "https://localhost:1/") == "a=1")
    }

    @Test(arguments: [
        ("/", "/x", true), ("/x", "/x", true), ("/x", "/x/", true), ("/x/", "/x", false), ("/x", "/xy", false),
        ("/x/", "/x/y", true),
    ])
    func matchesPaths(_ path: String, _ request: String, _ expected: Bool) throws {
        let jar = try jar(["a=1; Path=\(path)"], from: "https://sp.example.org/")
        #expect(try sent(jar, "https://sp.example.org\(request)").isEmpty != expected)
    }

    @Test func theDefaultPathIsTheFolder() throws {
        #expect(try jar(["a=1"], from: "https://h.example/x/y?z").cookies[0].path == "/x")
        #expect(try jar(["a=1"], from: "https://h.example/x").cookies[0].path == "/")
        #expect(try jar(["a=1; Path=relative"], from: "https://h.example/x/").cookies[0].path == "/x")
    }

    @Test func sendsLongerPathsAndOlderCookiesFirst() throws {
        var jar = try jar(["b=1; Path=/", "a=2; Path=/deep", "c=3; Path=/"], from: "https://h.example/deep/x")
        try store(["b=4; Path=/"], from: "https://h.example/", in: &jar)
        #expect(
            try sent(jar, "https://h.example/deep/x") == "a=2; c=3; "
                + "b=4" || sent(jar, "https://h.example/deep/x") == "a=2; b=4; c=3")
        #expect(jar.cookies.count == 3)
    }

    @Test func endsByMaxAgeBeforeExpires() throws {
        let jar = try jar(
            [
                "a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                "b=2; Expires=Wed, 15 Nov 2023 00:00:00 "
                    + "GMT", "c=3",
            ],
            from: "https://h.example/")
        #expect(jar.cookies.map(\.expires?.seconds) == [1_700_000_060, 1_700_006_400, nil])
        #expect(try sent(jar, "https://h.example/", at: now.adding(seconds: 60)) == "b=2; c=3")
    }

    @Test func anExpiredCookieRemovesTheOldOne() throws {
        var jar = try jar(["a=1; Path=/"], from: "https://h.example/")
        try store(["a=; Path=/; Max-Age=0"], from: "https://h.example/", in: &jar)
        #expect(jar.isEmpty)
        #expect(try self.jar(["a=1; Max-Age=-5"], from: "https://h.example/").isEmpty)
        #expect(try self.jar(["a=1; Max-Age=soon"], from: "https://h.example/").cookies[0].expires == nil)
    }

    @Test func keepsEveryAttribute() throws {
        let jar = try jar(
            [
                "k=\"quoted; \" ; HttpOnly; SameSite=none; Secure; Partitioned; Path=/p; "
                    + "Unknown=1"
            ], from: "https://h.example/")
        let cookie = try #require(jar.cookies.first)
        #expect(cookie.value.equals("\"quoted"))
        #expect(cookie.isHTTPOnly && cookie.isSecure && cookie.isHostOnly)
        #expect(cookie.sameSite == Cookie.SameSite.none)
        #expect(cookie.partitionKey == "https://h.example")
        #expect(cookie.setBy.description == "https://h.example")
    }

    @Test func survivesAFloodOfCookies() throws {
        let jar = try jar((0..<5000).map { "c\($0)=1" }, from: "https://h.example/")
        #expect(jar.cookies.count == 180)
        #expect(jar.cookies.last?.name == "c4999")
        #expect(try self.jar(["big=" + String(repeating: "x", count: 5000)], from: "https://h.example/").isEmpty)
    }

    @Test func ofTheCookiesOfTooManyHostsTheOldestGo() throws {
        var jar = CookieJar()
        for host in 0..<3100 { try store(["c=1"], from: "https://h\(host).example/", in: &jar) }
        #expect(jar.cookies.count == 3000)
        #expect(jar.cookies.first?.domain == "h100.example" && jar.cookies.last?.domain == "h3099.example")
    }

    /// The jar looks cookies up in a table. A list that is searched linearly must hold the same cookies in the same order.
    @Test func aSearchedListHoldsTheSameCookies() throws {
        var random = Mutator(seed: 7)
        var jar = CookieJar()
        var list: [(key: String, value: String)] = []
        for round in 0..<6000 {
            let (host, name) = ("h\(random.next() % 3)", "c\(random.next() % 200)")
            let isRemoval = random.next() % 3 == 0
            try store(
                ["\(name)=\(round)" + (isRemoval ? "; Max-Age=0" : "")], from: "https://\(host).example/", in: &jar)
            let key = "\(host).example \(name)"
            let place = list.firstIndex { $0.key == key }
            switch (place, isRemoval) {
            case (let place?, true): list.remove(at: place)
            case (let place?, false): list[place].value = "\(round)"
            case (nil, true): break
            case (nil, false):
                list.append((key, "\(round)"))
                let own = list.indices.filter { list[$0].key.hasPrefix(host + ".") }
                if own.count > 180 { list.remove(at: own[0]) }
            }
        }
        #expect(jar.cookies.map { "\($0.domain) \($0.name)" } == list.map(\.key))
        #expect(zip(jar.cookies, list).allSatisfy { $0.value.equals($1.value) })
    }

    @Test(arguments: ["s=evil; Path=/", "s=evil; Path=/app/x", "s=evil; Path=/app; Domain=sp.example.org"])
    func plainHTTPCannotCoverASecureCookie(_ field: String) throws {
        var jar = try jar(["s=good; Path=/app; Secure", "other=1; Path=/"], from: "https://sp.example.org/")
        try store([field, "other=2; Path=/"], from: "http://sp.example.org/", in: &jar)
        // A cookie of another path is a separate cookie and is not sent before the secure one.
        let expected = field == "s=evil; Path=/" ? "s=good; other=2; s=evil" : "s=good; other=2"
        #expect(try sent(jar, "https://sp.example.org/app/x") == expected)
        try store(["s=newer; Path=/app"], from: "https://sp.example.org/", in: &jar)
        #expect(try sent(jar, "https://sp.example.org/app/x").hasPrefix("s=newer"))
    }

    @Test func anAddressTakesOnlyItsOwnCookies() throws {
        #expect(try jar(["a=1; Domain=0.0.1"], from: "https://127.0.0.1/").isEmpty)
        #expect(try jar(["a=1; Domain=127.0.0.1"], from: "https://127.0.0.1/").cookies.first?.isHostOnly == true)
    }
}
