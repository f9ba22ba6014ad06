@testable import Core
import Secrets
import Testing

struct SessionTokenTests {
    private func session(_ token: SessionToken?) throws -> Session {
        let url = try WebURL("https://sp.example.org/")
        let cookie = Cookie(
            name: "s", value: SharedSecret(text: "v1"), domain: "sp.example.org", isHostOnly: true,
            created: Timestamp(seconds: 7), setBy: url.origin)
        return Session(
            name: "mail", method: "saml", url: url, user: "ada", presenter: "form", obtained: Timestamp(seconds: 1),
            expires: Timestamp(seconds: 100), expiryBasis: .assertion, jar: CookieJar([cookie]), token: token)
    }

    /// The bytes that version 0.1.0 wrote.
    private static let old: [UInt8] = [
        1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 4, 109, 97, 105, 108, 3, 0, 0, 0, 4, 115, 97, 109, 108, 4,
        0, 0, 0, 23, 104, 116, 116, 112, 115, 58, 47, 47, 115, 112, 46, 101, 120, 97, 109, 112, 108, 101, 46, 111,
        114, 103, 47, 5, 0, 0, 0, 3, 97, 100, 97, 6, 0, 0, 0, 4, 102, 111, 114, 109, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0,
        0, 1, 8, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 100, 9, 0, 0, 0, 9, 97, 115, 115, 101, 114, 116, 105, 111, 110, 10,
        0, 0, 0, 83, 1, 0, 0, 0, 1, 115, 2, 0, 0, 0, 2, 118, 49, 3, 0, 0, 0, 14, 115, 112, 46, 101, 120, 97, 109, 112,
        108, 101, 46, 111, 114, 103, 4, 0, 0, 0, 0, 5, 0, 0, 0, 1, 47, 10, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 7, 12, 0,
        0, 0, 22, 104, 116, 116, 112, 115, 58, 47, 47, 115, 112, 46, 101, 120, 97, 109, 112, 108, 101, 46, 111, 114,
        103,
    ]

    @Test func whatAnEarlierVersionWroteIsRead() throws {
        #expect(try Session(decoding: SharedSecret(Secret(Self.old)), entry: "x") == session(nil))
        // In the other direction, a session without a token has the same bytes.
        #expect(try session(nil).encoded().withBytes { Array($0) } == Self.old)
    }

    @Test(arguments: [
        SessionToken(kind: .bearer, value: SharedSecret(text: "a.b.c")),
        SessionToken(
            kind: .samlResponse, value: SharedSecret(Secret([0, 255, 10])), expires: Timestamp(seconds: 50),
            audience: "https://ä"),
        SessionToken(
            kind: .bearer, value: SharedSecret(text: "t"), type: "Bearer", principal: "p",
            refresh: SharedSecret(text: "r"),
            logout: try? WebURL("https://api/logout"), source: try? WebURL("https://api/token?tenant=1")),
    ])
    func aTokenComesBackAsItWas(_ token: SessionToken) throws {
        let session = try session(token)
        #expect(try Session(decoding: session.encoded(), entry: "x") == session)
    }

    @Test func aKindOfALaterVersionIsNone() throws {
        var bytes = Self.old
        bytes += [13, 0, 0, 0, 13, 1, 0, 0, 0, 1, 63, 2, 0, 0, 0, 2, 118, 49]
        #expect(try Session(decoding: SharedSecret(Secret(bytes)), entry: "x").token == nil)
    }

    private func fields(_ token: SessionToken?, _ url: String, at seconds: Int64 = 10) throws -> [String] {
        try session(token).headerFields(for: try WebURL(url), at: Timestamp(seconds: seconds)).map { field in
            field.name + ": " + field.value.withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test func fieldsComeFromCookiesAndToken() throws {
        let bearer = SessionToken(kind: .bearer, value: SharedSecret(text: "tok"), expires: Timestamp(seconds: 50))
        #expect(try fields(bearer, "https://sp.example.org/x") == ["Cookie: s=v1", "Authorization: Bearer tok"])
        #expect(try fields(bearer, "https://sp.example.org/x", at: 50) == ["Cookie: s=v1"])
        #expect(try fields(nil, "https://sp.example.org/") == ["Cookie: s=v1"])
        let response = SessionToken(kind: .samlResponse, value: SharedSecret(text: "PHg+"))
        #expect(try fields(response, "https://sp.example.org/") == ["Cookie: s=v1"])
    }

    @Test func aTokenGoesToItsOwnOriginOnly() throws {
        let bearer = SessionToken(kind: .bearer, value: SharedSecret(text: "tok"))
        for url in ["https://sp.example.org:444/", "http://sp.example.org/"] {
            #expect(try fields(bearer, url) == ["Cookie: s=v1"])
        }
        for url in ["https://example.org/", "https://a.sp.example.org/", "https://sp.example.org.evil.org/"] {
            #expect(try fields(bearer, url) == [])
        }
    }

    @Test(arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\0b", "a\u{7F}"])
    func whatWouldEndAFieldIsRefused(_ value: String) throws {
        #expect(throws: FedauthError.self) {
            try fields(SessionToken(kind: .bearer, value: SharedSecret(text: value)), "https://sp.example.org/")
        }
    }
}
