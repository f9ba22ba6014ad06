@testable import Core
import Support
import Testing

struct WebURLTests {
    @Test func anAddressIsOnlySoLong() throws {
        let path = String(repeating: "a", count: WebURL.maximumBytes - 12)
        #expect(try WebURL("https://h.de/" + path.dropFirst()).path.utf8.count == WebURL.maximumBytes - 12)
        let error = failure { _ = try WebURL("https://h.de/").resolving("../" + path + "/a/b/c/d/e/f") }
        #expect(error?.message == "an address has more than 65536 bytes")
    }

    /// The examples of RFC 3986 section 5.4, with http in the base.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
        ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"), ("g;x=1/../y", "http://a/b/c/y"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("./../g", "http://a/b/g"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"),
    ])
    func resolvesReferences(_ reference: String, _ expected: String) throws {
        #expect(try WebURL("http://a/b/c/d;p?q").resolving(reference).description == expected)
    }

    @Test(arguments: [
        ("HTTPS://Example.ORG:443/a", "https://example.org/a"), ("https://a.b:8443", "https://a.b:8443/"),
        ("  https://a.b/ü?q=\"x y\" ", "https://a.b/%C3%BC?q=%22x%20y%22"), ("https:\\\\a.b\\c", "https://a.b/c"),
        ("https://a.b/%2e%2e/c/%2E/d", "https://a.b/c/d"), ("https://[::1]:8443/", "https://[::1]:8443/"),
        ("ht\ntps://a.b/\tc", "https://a.b/c"),
        ("https://good.example\\@evil.example/", "https://good.example/@evil.example/"),
        ("https://a.b/c?x=%2F#frag", "https://a.b/c?x=%2F"),
    ])
    func spellsAddressesInOneWay(_ text: String, _ expected: String) throws {
        #expect(try WebURL(text).description == expected)
    }

    @Test(arguments: [
        "https://user@host/", "https://user:pw@host/", "https:///path", "https://",
        "https://a b/", "https://a..b/", "https://host:0/", "https://host:65536/", "https://host:8x/", "ftp://a/",
        "javascript:alert(1)",
        "file:///etc/passwd", "https://0x7f.1/", "https://127.1/", "https://2130706433/", "https://[::1/",
        "https://[::g]/",
        "https://[1:2:3:4:5:6:7:8:9]/", "https://a%2eb/", "https:a/b", "nonsense", "https://bücher.example/",
        "https://\u{212A}.example/", "https://\u{212A}eys.example.org:8443/", "https://a.\u{130}b/",
        "https://a\u{37E}b/",
    ])
    func refusesWhatReadersDisagreeOn(_ text: String) {
        #expect(throws: FedauthError.self) { try WebURL(text) }
    }

    @Test func whatIsTypedMeansHTTPS() throws {
        #expect(try WebURL(argument: "service.example.org/x").description == "https://service.example.org/x")
        #expect(try WebURL(argument: "localhost:8443").description == "https://localhost:8443/")
        #expect(try WebURL(argument: "host/x?u=https://y/").description == "https://host/x?u=https://y/")
        #expect(try WebURL("http://h/p#\u{338}x").path == "/p")
        #expect(throws: FedauthError.self) { try WebURL(argument: "") }
    }

    @Test(arguments: [
        ("https://localhost/", true), ("http://idp.localhost:1/", true), ("http://127.9.9.9/", true),
        ("http://[::1]/", true),
        ("http://localhost.example.org/", false), ("http://127.0.0.1.example.org/", false),
        ("http://128.0.0.1/", false),
    ])
    func knowsThisMachine(_ text: String, _ expected: Bool) throws {
        #expect(try WebURL(text).origin.isLoopback == expected)
    }

    @Test(arguments: [
        "https://ada:hidden@sp.example.org/x", "myapp://callback?code=hidden", "https://[::1/?t=hidden",
        "https://ada:hid@den:1@sp.example.org/", "https:\\\\ada:hidden@sp/", "app:#access_token=hidden",
    ])
    func whatIsRefusedIsShownWithoutItsSecrets(_ text: String) throws {
        let page = try WebURL("https://sp.example.org/")
        let error = failure { _ = try page.resolving(text) }
        #expect(error != nil && error?.message.contains("hid") == false, "\(String(describing: error))")
    }

    @Test func aLongPathIsCutInMessages() throws {
        let url = try WebURL("https://sp.example.org/" + String(repeating: "x", count: 5000) + "?q")
        #expect(url.withoutQuery.count < 150 && url.withoutQuery.hasSuffix("…"))
        #expect(url.description.count > 5000)
    }
}
