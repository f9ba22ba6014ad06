@testable import Core
import Secrets
import Support
import Testing

/// Tests randomly damaged addresses and cookies: every accepted value is harmless and has one meaning.
struct SpoiltFieldTests {
    private static let addresses = [
        "https://idp.example.org:8443/sso/../login?SAMLRequest=x%20y&a=b#top", "//other.example.org/path", "../up?x",
        "http://127.0.0.1/", "https://[2001:db8::1]:443/a", "/a/b;c=d/./e", "?only=query",
        "https://xn--bcher-kva.example/",
    ]
    private static let addressWords = [
        "https://", "http:", "//", "\\", "@", ":", "[", "]", "[::1]", "%2e%2e/", "..", "?", "#", "javascript:", "\t",
        " ",
        "ü", ":0", ":65536", "0x7f.1", "%", "a@b",
    ]

    @Test(arguments: 0..<40 as Range<UInt64>)
    func anAddressIsReadTheSameAgain(_ seed: UInt64) throws {
        var mutator = Mutator(seed: seed, words: Self.addressWords)
        let base = try WebURL("https://sp.example.org/dir/page?q")
        for _ in 0..<100 {
            let text = String(decoding: mutator.spoil(mutator.pick(Self.addresses)), as: UTF8.self)
            do {
                let url = try base.resolving(text)
                #expect(url.description.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(text.debugDescription)")
                #expect(!url.origin.host.contains { "@/\\?#%".contains($0) }, "\(text.debugDescription)")
                #expect(try WebURL(url.description).description == url.description, "\(text.debugDescription)")
                #expect(try WebURL(url.description).origin == url.origin)
            } catch {
                #expect(error.code == .badAnswer && error.message.count < 300, "\(error)")
            }
        }
    }

    private static let fields = [
        "sid=abc; Path=/; Secure; HttpOnly; SameSite=Lax", "__Host-a=1; Secure; Path=/",
        "b=2; Domain=.example.org; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "c=3; Max-Age=60; Partitioned",
        "d=\"q;x\"; Path=/dir; Expires=Sun, 06-Nov-94 08:49:37 GMT",
    ]
    private static let fieldWords = [
        ";", "=", "; Domain=", "; Path=", "; Secure", "; Max-Age=", "; Expires=", "99999999999999999999", "-1", "\"",
        ",",
        "__Host-", "__Secure-", "example.org", "com", ".", "31 Feb 2040 25:61:61", "\u{7F}",
    ]

    @Test(arguments: 0..<40 as Range<UInt64>)
    func aCookieThatIsTakenFitsIntoAField(_ seed: UInt64) throws {
        var mutator = Mutator(seed: seed, words: Self.fieldWords)
        let url = try WebURL("https://sp.example.org/dir/page")
        let other = try WebURL("https://sp.example.com/dir/page")
        let now = Timestamp(seconds: 1_700_000_000)
        var jar = CookieJar()
        for _ in 0..<100 {
            let field = mutator.spoil(mutator.pick(Self.fields))
            let response = Response(status: 200, url: url, setCookies: [SharedSecret(Secret(field))])
            jar.store(response, suffixes: NoSuffixes(), now: now)
        }
        for cookie in jar.cookies {
            #expect(cookie.domain == "sp.example.org" || cookie.domain == "example.org" || cookie.domain == "org")
            #expect(!(cookie.name.isEmpty && cookie.value.isEmpty) && !cookie.isExpired(at: now))
            #expect(cookie.path.hasPrefix("/") && cookie.path == cookie.path.printable)
            if cookie.name.lowercased().hasPrefix("__host-") {
                #expect(cookie.isSecure && cookie.isHostOnly && cookie.path == "/")
            }
        }
        #expect(jar.header(for: other, now: now) == nil)
        let isClean = jar.header(for: url, now: now)?.withBytes { bytes in
            bytes.allSatisfy(Cookie.takes)
        }
        #expect(isClean != false)
        // A stored session is read back unchanged.
        let session = Session(
            name: "x", method: "saml", url: url, user: nil, presenter: "form", obtained: now,
            expires: now.adding(seconds: 60), expiryBasis: .assumed, jar: jar)
        #expect(try Session(decoding: session.draft.value, entry: "session/x").jar == jar)
    }
}
