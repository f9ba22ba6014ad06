import Application
@testable import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests what a stored session gives to other programs.
struct SessionExportFlowTests {
    private let world = FakeWorld()

    private func text(_ secret: borrowing Secret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

    private func flow(_ name: String? = "mail") -> SessionExportFlow { SessionExportFlow(world.services, of: name) }

    private func withToken(_ kind: SessionToken.Kind, _ value: String, expires: Int64? = nil) -> (inout Session) -> Void
    {
        { [clock = world.clock] session in
            session.token = SessionToken(
                kind: kind, value: SharedSecret(text: value), expires: expires.map { clock.now.adding(seconds: $0) })
            session.result = .token
        }
    }

    @Test func cookiesGoToTheShellWithTheirFile() throws {
        try world.session("mail")
        let line = text(try flow().cookies(CookieSettings(), as: .shell, for: ShellChoice(rawValue: "fish")))
        #expect(line.contains("FEDAUTH_COOKIE_JAR \\x2fcookies\\x2fmail"), "\(line)")
        #expect(world.cookieFiles["mail"].map { text($0.copy()).contains("\tsid\t1\n") } == true)
        #expect(text(try flow().cookies(CookieSettings(), as: .header, for: .auto)) == "Cookie: sid=1\n")
    }

    @Test func aTokenHasNoCookies() throws {
        try world.session("mail", withToken(.bearer, "abc"))
        let error = failure { _ = text(try flow().cookies(CookieSettings(), as: .header, for: .auto)) }
        #expect(error?.code == .notFound && error?.message.contains("is a token") == true)
        #expect(error?.hint?.contains("'fedauth export-headers mail' makes a field") == true)
    }

    /// Its cookies are the identity provider's.
    @Test func aSAMLResponseGoesIntoNoField() throws {
        try world.session("mail", withToken(.samlResponse, "PHgvPg=="))
        let error = failure { _ = text(try flow().headers(for: nil, as: .header)) }
        #expect(error?.code == .notFound && error?.hint?.contains("goes into no field") == true)
        let cookies = failure { _ = text(try flow().cookies(CookieSettings(), as: .header, for: .auto)) }
        #expect(cookies?.hint == "'fedauth token mail' prints it")
    }

    @Test func unsettingRemovesTheFileOfTheNamedSession() throws {
        let line = try flow().unset(for: ShellChoice(rawValue: "csh"))
        #expect(line.hasPrefix("unsetenv FEDAUTH_COOKIES") && world.removedCookieFiles == ["mail"])
    }

    @Test func anEndedSessionGivesNothing() throws {
        try world.session("mail") { $0.expires = $0.obtained }
        #expect(failure { _ = text(try flow().headers(for: nil, as: .header)) }?.code == .inputNeeded)
    }

    @Test func headersAreForTheSessionsOwnAddress() throws {
        try world.session("mail")
        #expect(text(try flow().headers(for: nil, as: .header)) == "Cookie: sid=1\n")
        let error = failure { _ = text(try flow().headers(for: "https://other.example.org/", as: .header)) }
        #expect(error?.code == .notFound && error?.hint == "it is for 'https://service.example.org'")
    }

    @Test func aTokenIsPrintedAsItIsSent() throws {
        try world.session("mail", withToken(.bearer, "abc"))
        #expect(text(try flow().token(TokenSettings())) == "abc\n")
        var settings = TokenSettings()
        settings.isObject = true
        #expect(text(try flow().token(settings)) == #"{"kind":"bearer","profile":"mail","value":"abc"}"# + "\n")
        settings = TokenSettings()
        settings.decodes = true
        #expect(failure { _ = text(try flow().token(settings)) }?.message.contains("not a SAML response") == true)
    }

    @Test func anExpiredTokenIsNotPrinted() throws {
        try world.session("mail", withToken(.securityToken, "<a/>", expires: -1))
        #expect(failure { _ = text(try flow().token(TokenSettings())) }?.code == .inputNeeded)
        var settings = TokenSettings()
        settings.decodes = true
        #expect(text(try flow().token(settings)) == "<a/>")
        #expect(world.reporter.said.contains { $0.hasPrefix("warning: the token of 'mail' expired") })
    }

    @Test func aSessionWithoutATokenSaysHowToGetOne() throws {
        try world.session("mail")
        let error = failure { _ = text(try flow().token(TokenSettings())) }
        #expect(error?.code == .notFound && error?.hint?.contains("--keep-assertion --force") == true)
    }
}
