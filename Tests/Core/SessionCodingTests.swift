@testable import Core
import Secrets
import Testing

struct SessionCodingTests {
    private func session() throws -> Session {
        let url = try WebURL("https://sp.example.org/finish?x=1")
        let cookies = [
            Cookie(
                name: "s", value: SharedSecret(Secret([0x22, 0xFF, 0x00, 0x3B])), domain: "sp.example.org",
                isHostOnly: true,
                path: "/deep", isSecure: true, isHTTPOnly: true, sameSite: .lax,
                expires: Timestamp(seconds: 5_000_000_000),
                created: Timestamp(seconds: 7), partitionKey: "https://sp.example.org", setBy: url.origin),
            Cookie(
                name: "", value: SharedSecret(text: ""), domain: "example.org", isHostOnly: false,
                created: Timestamp(seconds: 8),
                setBy: try WebURL("http://idp.localhost:8080/").origin),
        ]
        return Session(
            name: "mail", method: "saml", url: url, user: "ädä", presenter: "form", obtained: Timestamp(seconds: 1),
            expires: Timestamp(seconds: 2), expiryBasis: .assertion, jar: CookieJar(cookies),
            logouts: [Session.Logout(url: url, isPost: true)])
    }

    @Test func comesBackAsItWas() throws {
        var session = try session()
        #expect(try Session(decoding: session.encoded(), entry: "session/mail") == session)
        (session.user, session.wantedUser, session.authorities) = (nil, "ädä", "/etc/ssl/corp.pem")
        session.words = ["adfs.example.org", "--realm=urn:x", ""]
        #expect(try Session(decoding: session.encoded(), entry: "session/mail") == session)
    }

    /// What a renamed entry names is what signing out ends.
    @Test func hasTheNameOfItsEntry() throws {
        let value = try session().encoded()
        #expect(try Session(decoding: value, entry: "session/a/b").name == "a/b")
        #expect(try Session(decoding: value, entry: "session/\u{301}b").name == "\u{301}b")
        #expect(try Session(decoding: value, entry: "other").name == "mail")
    }

    @Test func everyCutIsDamageAndNoTrap() throws {
        let encoded = try session().encoded().copy()
        for length in 0..<encoded.count {
            var cut = encoded.copy()
            cut.truncate(to: length)
            let value = SharedSecret(cut)
            // A cut between two fields may give a session with fewer fields; every other cut is an error.
            if let read = try? Session(decoding: value, entry: "x") { #expect(read.name == "mail") }
        }
        #expect(throws: FedauthError.self) { try Session(decoding: SharedSecret(text: "nonsense"), entry: "x") }
    }

    @Test func anyByteChangedIsNoTrap() throws {
        let encoded = try session().encoded().copy()
        for position in 0..<encoded.count {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var altered = encoded.copy()
                altered.withMutableBytes(count: altered.count) { $0[position] ^= change }
                _ = try? Session(decoding: SharedSecret(altered), entry: "x")
            }
        }
    }

    @Test func isValidUntilItsEndWithACookieToShow() throws {
        var session = try session()
        session.expires = Timestamp(seconds: 100)
        session.url = try WebURL("https://sp.example.org/deep")
        #expect(session.isValid(at: Timestamp(seconds: 99)))
        #expect(!session.isValid(at: Timestamp(seconds: 100)))
        #expect(!session.isValid(at: Timestamp(seconds: 50), forSeconds: 60))
        session.url = try WebURL("https://elsewhere.example.net/")
        #expect(!session.isValid(at: Timestamp(seconds: 99)))
    }
}
