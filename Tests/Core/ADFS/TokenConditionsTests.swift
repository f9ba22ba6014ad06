import Secrets
import Testing

@testable import Core

/// Tests the start of a token's validity and its audience.
struct TokenConditionsTests {
    private let now = Timestamp(seconds: 1_700_000_000)

    private func jwt(_ claims: String) throws -> IssuedToken {
        func part(_ text: String) -> String {
            Base64.encode(SharedSecret(text: text)).withBytes { String(decoding: $0, as: UTF8.self) }
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        let text = part(#"{"alg":"RS256"}"#) + "." + part(claims) + ".AAAA"
        return try #require(IssuedToken(compact: SharedSecret(text: text)))
    }

    private func check(_ token: IssuedToken, needsAudience: Bool = true) -> FedauthError? {
        do throws(FedauthError) {
            try token.requireConditions(at: now, needsAudience: needsAudience)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (#""nbf":1700000300"#, true), (#""nbf":1700000301"#, false), (#""nbf":0"#, true), (#""nbf":-9e18"#, true),
        (#""nbf":9223372036854775807"#, false), (#""nbf":1e400"#, false), (#""nbf":"soon""#, false),
        (#""nbf":null"#, false), (#""iat":1700009999"#, true),
    ])
    func aTokenOfLaterIsRefused(_ claim: String, _ counts: Bool) throws {
        let error = check(try jwt("{\"aud\":\"urn:x\",\(claim)}"))
        #expect((error == nil) == counts, "\(claim): \(error?.message ?? "")")
        #expect(error.map { $0.code == .refused } ?? true)
    }

    /// An unreadable end is different from a missing one.
    @Test(arguments: [
        (#""exp":1700009999"#, true), (#""exp":"1600000000""#, false), (#""exp":1e400"#, false),
        (#""exp":null"#, false), (#""exp":99999999999999999999999999"#, false),
    ])
    func anEndThatIsNoTimeIsRefused(_ claim: String, _ counts: Bool) throws {
        let error = check(try jwt("{\"aud\":\"urn:x\",\(claim)}"))
        #expect((error == nil) == counts, "\(claim): \(error?.message ?? "")")
    }

    @Test func anAssertionOfLaterIsRefused() {
        var assertion = IssuedToken(.saml20, SharedSecret(text: "<x/>"), audiences: ["urn:x"])
        assertion.notBefore = now.adding(seconds: 300)
        #expect(check(assertion) == nil)
        assertion.notBefore = now.adding(seconds: 301)
        #expect(check(assertion)?.message == "the token does not count before 2023-11-14T22:18:21Z")
    }

    @Test(arguments: [
        "{}", #"{"aud":""}"#, #"{"aud":[]}"#, #"{"aud":[""]}"#, #"{"aud":" "}"#, #"{"aud":7}"#,
        #"{"aud":"\u200b"}"#, #"{"aud":["\u2060","\u00ad"]}"#, #"{"aud":"\u3164"}"#,
    ])
    func aTokenForNoOneInParticularIsRefusedUnlessThatIsExpected(_ claims: String) throws {
        let token = try jwt(claims)
        #expect(check(token)?.message == "the token has no audience")
        #expect(check(token, needsAudience: false) == nil)
    }
}
