import Application
@testable import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests sessions that are tokens, and profiles of AD FS, at a service that demands one or the other.
struct RequestTokenTests {
    private typealias Answer = RequestWeb.Answer
    private let scene = RequestScene()
    private var world: FakeWorld { scene.world }
    private static let host = "service.example.org"
    private static let endpoint = "https://service.example.org/token"
    private static let platform = [
        "method": "adfs", "adfs": "adfs.example.org", "realm": "urn:example:app", "exchange": "token-exchange",
        "exchange-url": endpoint,
    ]
    private static let bearer = Answer(status: 401, headers: [("www-authenticate", "Bearer realm=\"r\"")])
    private static let saml = Answer(
        status: 302, headers: [("location", "https://idp.example.org/?SAMLRequest=x")])

    /// Adds a profile for the service, and gives its settings to the command.
    private func profile(_ settings: [String: String]) {
        world.profile("api", settings)
        scene.give(settings)
    }

    /// Stores a session that is the token "old".
    private func token(_ name: String, _ change: (inout SessionToken) throws -> Void = { _ in }) throws {
        var token = SessionToken(kind: .bearer, value: SharedSecret(text: "old"))
        try change(&token)
        try world.session(name, at: Self.endpoint) { session in
            session.method = "adfs"
            session.result = .token
            session.token = token
            session.jar = CookieJar()
        }
    }

    /// Accepts only the token "new", which the token endpoint gives for the refresh token "r1".
    private func acceptNewToken() {
        scene.web.answer = { asked in
            if asked.url == Self.endpoint {
                return asked.content.contains("refresh_token=r1")
                    ? Answer(
                        headers: [("content-type", "application/json")],
                        content: #"{"access_token":"new","token_type":"Bearer","expires_in":3600}"#)
                    : Answer(status: 400)
            }
            return asked.field("authorization") == "Bearer new" ? Answer(content: "welcome") : Self.bearer
        }
    }

    // MARK: renewal

    @Test func aRefusedTokenIsRenewedWithoutALogin() throws {
        profile(Self.platform)
        try token("api") {
            $0.refresh = SharedSecret(text: "r1")
            $0.source = try WebURL(Self.endpoint)
        }
        acceptNewToken()
        try scene.send { settings, _ in settings.method = "POST" }
        #expect(scene.destination.streamed == "welcome" && world.presenter.asked.isEmpty)
        #expect(
            scene.steps == [
                "POST \(RequestScene.service) Bearer old", "POST \(Self.endpoint)",
                "POST \(RequestScene.service) Bearer new",
            ])
        #expect(try world.stored("api")?.token?.value.equals("new") == true)
        // Nobody has signed in.
        #expect(!world.reporter.said.contains { $0.hasPrefix("signed in") })
        // The next request uses the new token.
        try scene.send()
        #expect(scene.steps.last == "GET \(RequestScene.service) Bearer new" && scene.web.arrived.count == 4)
    }

    @Test func anExpiredTokenIsRenewedOnDemand() throws {
        profile(Self.platform)
        try token("api") {
            $0.refresh = SharedSecret(text: "r1")
            $0.source = try WebURL(Self.endpoint)
            $0.expires = world.clock.now
        }
        acceptNewToken()
        try scene.send()
        #expect(scene.steps.first == "GET \(RequestScene.service)" && scene.destination.streamed == "welcome")
    }

    @Test func aTokenThatCannotBeRenewedNeedsALogin() throws {
        profile(Self.platform)
        try token("api")
        acceptNewToken()
        world.presenter.show = { (_) throws(FedauthError) in throw FedauthError(.inputNeeded, "scripted") }
        #expect(failure { try scene.send() }?.code == .inputNeeded)
        #expect(world.presenter.asked.map(\.start.url.host) == ["adfs.example.org"])
    }

    @Test func withoutASessionTheProfileTellsThatATokenIsMeant() throws {
        profile(Self.platform)
        acceptNewToken()
        world.presenter.show = { (_) throws(FedauthError) in throw FedauthError(.inputNeeded, "scripted") }
        #expect(failure { try scene.send() }?.message == "scripted")
        // Another address of the exchange gets no token.
        world.configuration.profiles = []
        profile(Self.platform.merging(["exchange-for": "https://other.example.org/"]) { $1 })
        #expect(failure { try scene.send() }?.code == .unknownScheme)
    }

    // MARK: a token without a profile

    @Test func aRefusedTokenNamesTheCommand() throws {
        try token(Self.host)
        scene.web.answer = { _ in Self.bearer }
        let error = failure { try scene.send() }
        #expect(error?.code == .refused)
        #expect(error?.message == "'\(RequestScene.service)' refused the token of the session '\(Self.host)'")
        #expect(
            error?.hint == "sign in again by 'fedauth adfs HOST --realm URI --force'" && world.presenter.asked.isEmpty)
    }

    @Test func anExpiredTokenNamesTheCommand() throws {
        try token(Self.host) { $0.expires = world.clock.now }
        scene.web.answer = { _ in Self.bearer }
        let error = failure { try scene.send() }
        #expect(error?.code == .inputNeeded && error?.message == "the token of '\(Self.host)' has expired")
    }

    @Test func aProfileWithAPasswordGetsNoToken() throws {
        profile(["method": "basic", "resource": "https://service.example.org/"])
        try token("api")
        scene.web.answer = { _ in Self.bearer }
        let error = failure { try scene.send() }
        #expect(error?.code == .refused && error?.hint == "sign in again by 'fedauth login api --force'")
    }

    @Test func aFieldOfTheUsersOwnIsNoTokenOfTheSession() throws {
        try token(Self.host)
        scene.web.answer = { _ in Self.bearer }
        let error = failure {
            try scene.send { settings, _ in settings.headers = [Request.Header("Authorization", "Bearer mine")] }
        }
        #expect(error?.code == .refused && error?.message.contains("field of the command line") == true)
        #expect(scene.steps == ["GET \(RequestScene.service) Bearer mine"])
    }

    // MARK: a service that needs cookies

    /// Returns the hosts at which the sign-ins began.
    private func starts(_ settings: [String: String], profile name: String? = nil) throws -> [String] {
        profile(["method": "adfs", "adfs": "adfs.example.org", "realm": "urn:example:app"].merging(settings) { $1 })
        scene.web.answer = { $0.field("cookie") == "sid=new" ? Answer() : Self.saml }
        _ = failure { try scene.send(profile: name) }
        return world.presenter.asked.map(\.start.url.host)
    }

    @Test func aProfileWhoseFinishIsAPageOfTheServiceSignsIn() throws {
        #expect(try starts(["finish": "https://service.example.org/home"]) == ["adfs.example.org"])
    }

    @Test(arguments: [
        ["finish": "http://localhost:8001/", "resource": "https://service.example.org/"],
        ["finish": "https://service.example.org/", "finish-token": "token"],
        ["exchange": "token-exchange", "exchange-url": endpoint],
    ])
    func aTokenIsNoCookie(_ settings: [String: String]) throws {
        #expect(try starts(settings) == [Self.host])
        #expect(world.presenter.asked.map(\.finish.url.host) == [Self.host])
    }

    @Test func aNamedProfileIsWhatTheUserWants() throws {
        let settings = ["exchange": "token-exchange", "exchange-url": Self.endpoint]
        #expect(try starts(settings, profile: "api") == ["adfs.example.org"])
    }

    @Test func aProfileWithAnUnknownMethodIsAMistake() {
        profile(["method": "kerberos", "resource": "https://service.example.org/"])
        scene.web.answer = { _ in Self.saml }
        #expect(failure { try scene.send() }?.code == .configuration)
    }
}
