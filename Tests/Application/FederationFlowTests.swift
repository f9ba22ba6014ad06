import Application
import Core
import Fakes
import Support
import Testing

/// Tests the effect of the settings on a sign-in by WS-Federation, and its results.
struct FederationFlowTests {
    private let world = FakeWorld()

    private func run(
        _ service: String? = "adfs.example.org",
        _ change: (inout FederationSettings, inout SignInSettings) -> Void = { _, _ in }
    ) throws -> SignIn.Outcome {
        var settings = FederationSettings()
        var signIn = SignInSettings()
        settings.realm = "urn:example:app"
        settings.given = [Profile.Setting(key: "realm", values: [.text("urn:example:app")])]
        change(&settings, &signIn)
        return try FederationFlow(world.services, settings, signIn).run(service: service)
    }

    private func given(_ settings: inout FederationSettings, _ key: String, _ value: String) {
        settings.given.append(Profile.Setting(key: key, values: [.text(value)]))
    }

    @Test func cookiesOfTheRelyingPartyAreASession() throws {
        let outcome = try run { settings, _ in settings.finish.finish = "https://app.example.org/home" }
        #expect(outcome.isFresh && outcome.session.name == "app.example.org" && outcome.session.method == "adfs")
        let start = try #require(world.presenter.asked.first?.start.url)
        #expect(start.path == "/adfs/ls/" && start.query?.contains("wtrealm=urn%3Aexample%3Aapp") == true)
        #expect(try !run { settings, _ in settings.finish.finish = "https://app.example.org/home" }.isFresh)
    }

    @Test(arguments: [ErrorCode.cancelled, .refused, .timedOut, .inputNeeded])
    func whatEndsTheLoginEndsTheSignIn(_ code: ErrorCode) throws {
        world.presenter.show = { (_) throws(FedauthError) in throw FedauthError(code, "scripted") }
        #expect(failure { _ = try run() }?.code == code)
        #expect(try world.store.list().isEmpty)
    }

    @Test func settingsThatExcludeEachOtherAreNotTried() {
        let error = failure {
            _ = try run { settings, _ in
                given(&settings, "metadata-url", "https://api.example.org/v1")
                given(&settings, "reply", "https://app.example.org/")
            }
        }
        #expect(error?.code == .usage && world.providerUses.isEmpty)
    }

    /// What was typed is an option, what a profile has is a setting.
    @Test func aMissingRelyingPartyIsNamedAsItIsGiven() {
        let onCommandLine = failure { _ = try run { settings, _ in settings.given = [] } }
        #expect(onCommandLine?.hint == "give '--realm', its identifier as AD FS knows it")
        world.profile("farm", ["method": "adfs", "adfs": "adfs.example.org"])
        let ofProfile = failure { _ = try run("farm") { settings, _ in settings.given = [] } }
        #expect(ofProfile?.hint == "give 'realm', its identifier as AD FS knows it")
    }

    @Test(arguments: [
        ("none", "exchange-scope", "nothing is exchanged"),
        ("everlive", "exchange-audience", "the exchange 'everlive' has no use for it"),
        ("saml2-bearer", "exchange-resource", "the exchange 'saml2-bearer' has no use for it"),
        ("token-exchange", "exchange-path", "the exchange 'token-exchange' has no use for it"),
    ])
    func aSettingThatChangesNothingIsWarnedOf(_ scheme: String, _ key: String, _ why: String) {
        world.presenter.show = { (_) throws(FedauthError) in throw FedauthError(.cancelled, "scripted") }
        let error = failure {
            _ = try run { settings, _ in
                given(&settings, "exchange", scheme)
                if scheme != "none" { given(&settings, "exchange-url", "https://api.example.org/") }
                given(&settings, key, "urn:y")
            }
        }
        #expect(error?.code == .cancelled)
        #expect(world.reporter.said.contains("warning: '--\(key)' changes nothing: \(why)"))
    }

    @Test(arguments: [
        ([("exchange", "everlive")], "'--exchange' needs the address"),
        ([("exchange-url", "https://x.test/")], "'--exchange-url' needs a scheme"),
        (
            [
                ("exchange", "everlive"), ("exchange-url", "https://x.test/"), ("active", "true"),
                ("post-to", "https://x.test/"),
            ], "exclude each other"
        ),
        ([("active", "true"), ("finish", "https://app.example.org/")], "'--active' and '--finish' exclude each other"),
        ([("post-to", "https://x.test/")], "is for a sign-in by WS-Trust"),
        ([("finish-token", "t")], "needs the address that the token comes to"),
    ])
    func settingsThatMeanNothingAreRefused(_ more: [(String, String)], _ words: String) {
        let error = failure {
            _ = try run { settings, _ in for (key, value) in more { given(&settings, key, value) } }
        }
        #expect(error?.code == .usage && error?.message.contains(words) == true)
        #expect(world.providerUses.isEmpty)
    }

    @Test func anExchangeThatCannotBeReadIsRefused() {
        func exchange(_ change: (inout ExchangeSettings) -> Void) -> FedauthError? {
            failure {
                _ = try run { settings, _ in
                    settings.exchange.scheme = .everlive
                    settings.exchange.url = "https://api.example.org/"
                    change(&settings.exchange)
                }
            }
        }
        #expect(exchange { $0.template = "{}" }?.message.contains("no place for the token") == true)
        #expect(exchange { $0.answers = ["x=y"] }?.message.contains("x=y") == true)
        #expect(exchange { $0.parameters = ["company"] }?.message.contains("has no value") == true)
    }

    @Test func withoutAHostOrARelyingPartyTheWayIsNamed() {
        #expect(failure { _ = try run(nil) }?.message == "no profile and no host was named")
        world.profile("app", ["method": "adfs"])
        #expect(failure { _ = try run("app") }?.message == "the profile 'app' has no 'adfs'")
        #expect(failure { _ = try run { settings, _ in settings.realm = "" } }?.code == .usage)
    }

    @Test func anEmptyContextIsRefused() {
        let error = failure { _ = try run { settings, _ in settings.wctx = "" } }
        #expect(error?.message.contains("context is empty") == true)
    }

    @Test func theUsersBrowserNeedsAnAnswerThatComesHere() {
        let error = failure { _ = try run { _, signIn in signIn.presenter = .ours(.open) } }
        #expect(error?.message == "'--presenter open' needs an answer that comes to this machine")
        let free = failure {
            _ = try run { settings, _ in settings.reply = "http://localhost:0/" }
        }
        #expect(free?.message.contains("has no port") == true)
    }

    @Test func aClientsSecretNeedsAClient() {
        world.files["secret"] = "s"
        let error = failure {
            _ = try run { settings, _ in
                settings.exchange.scheme = .saml2Bearer
                settings.exchange.url = "https://api.example.org/token"
                settings.exchange.client.secret.file = "secret"
            }
        }
        #expect(error?.message == "there is a client's secret, and no client")
    }

    @Test func withoutPagesNoPresenterIsMade() {
        let error = failure {
            _ = try run { settings, signIn in
                settings.active.isActive = true
                settings.active.trustEndpoint = "https://adfs.example.org/adfs/services/trust/13/usernamemixed"
                given(&settings, "active", "true")
                signIn.user = "ada"
            }
        }
        #expect(error != nil && world.chosenPresenters.isEmpty)
    }

    @Test func aTypeOfTokenThatHasNoNameIsRefused() {
        #expect(failure { _ = try run { settings, _ in settings.active.tokenType = "gold" } }?.code == .usage)
    }
}
