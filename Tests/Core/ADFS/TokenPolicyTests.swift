import Secrets
import Support
import Testing

@testable import Core

/// Tests which stored sessions a sign-in reuses, for every method.
struct TokenPolicyTests {
    private let reader = ScriptedTokens()

    private func session(_ token: SessionToken?, issued: String? = nil, result: Session.Result = .token) throws
        -> Session
    {
        Session(
            name: "app", method: "adfs", url: try WebURL("https://app/"), user: nil, presenter: "form",
            obtained: Timestamp(seconds: 1), expires: Timestamp(seconds: 2), expiryBasis: .assumed, jar: CookieJar(),
            token: token, result: result, issued: issued.map(SharedSecret.init(text:)))
    }

    private func accepts(_ session: Session, cookies: Bool = false, _ change: (inout TokenPolicy) -> Void = { _ in })
        -> Bool
    {
        var use = TokenPolicy()
        change(&use)
        return use.accepts(session, wantsCookies: cookies, realm: "urn:app", reader: reader)
    }

    private let token = SessionToken(kind: .securityToken, value: SharedSecret(text: "<r/>"), audience: "urn:app/")
    private let jwt = SessionToken(kind: .bearer, value: SharedSecret(text: "a.b.c"), audience: "urn:app")

    private func exchanging(_ use: inout TokenPolicy) {
        use.exchange = { (_, _) throws(FedauthError) in SessionToken(kind: .bearer, value: SharedSecret(text: "")) }
    }

    private func refusing(_ use: inout TokenPolicy) {
        use.verify = { (_) throws(FedauthError) in throw FedauthError(.refused, "forged") }
    }

    @Test func aTokenOfTheRealmIsTaken() throws {
        #expect(try accepts(session(token)) && accepts(session(jwt)))
        var other = token
        other.audience = "urn:other"
        #expect(try !accepts(session(other)))
        other.audience = nil
        #expect(try accepts(session(other)))
    }

    @Test func anotherResultIsNot() throws {
        #expect(try !accepts(session(token), cookies: true) && !accepts(session(nil, result: .cookies)))
        #expect(try accepts(session(nil, result: .cookies), cookies: true))
        // An answer that is stored beside cookies has an audience too.
        var other = token
        other.audience = "urn:other"
        #expect(try !accepts(session(other, result: .cookies), cookies: true))
    }

    @Test func aPlatformsTokenIsItsOwn() throws {
        #expect(try !accepts(session(token), exchanging) && !accepts(session(nil), exchanging))
        var platform = jwt
        platform.audience = "https://platform/"
        #expect(try accepts(session(platform), exchanging) && !accepts(session(platform)))
    }

    /// The stored answer is verified; without one, nothing proves an earlier verification.
    @Test func aStoredAnswerIsVerified() throws {
        reader.answers = [.response(reader.response)]
        #expect(try !accepts(session(token), refusing) && !accepts(session(jwt), refusing))
        #expect(try !accepts(session(token, result: .cookies), cookies: true, refusing))
        #expect(try !accepts(session(nil, result: .cookies), cookies: true, refusing))
        #expect(
            try !accepts(session(jwt, issued: "<r/>")) {
                exchanging(&$0)
                refusing(&$0)
            })
        #expect(
            try !accepts(session(jwt)) {
                exchanging(&$0)
                $0.verify = { (_) throws(FedauthError) in }
            })
        // An unreadable answer is rejected too.
        reader.answers = []
        #expect(try !accepts(session(token)) { $0.verify = { (_) throws(FedauthError) in } })
        reader.answers = [.response(reader.response)]
        #expect(try accepts(session(token)) { $0.verify = { (_) throws(FedauthError) in } })
    }

    /// A verified answer is stored, so that a later `--verify` can check it again.
    @Test func aVerifiedAnswerIsStored() throws {
        var use = TokenPolicy()
        exchanging(&use)
        let deadline = Deadline(seconds: 60, from: TestClock())
        #expect(try use.result(of: reader.response, for: "urn:app", deadline).issued == nil)
        #expect(use.kept(reader.response, for: "urn:app") == nil)
        use.verify = { (_) throws(FedauthError) in }
        #expect(try use.result(of: reader.response, for: "urn:app", deadline).issued == reader.response.bytes)
        #expect(use.kept(reader.response, for: "urn:app") != nil)
    }
}
