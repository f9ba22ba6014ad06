@testable import Application
@testable import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests how fedauth chooses the profile and the session.
struct CurrentProfileTests {
    private let world = FakeWorld()
    private var current: CurrentProfile { CurrentProfile(world.services) }

    private func session(_ word: String?) throws -> Session {
        try current.session(word, in: world.configuration, world.store).session
    }

    @Test func theWordGoesBeforeTheVariableAndTheVariableBeforeTheDefault() {
        world.configuration.defaults = [Profile.Setting(key: "profile", values: [.text("usual")])]
        #expect(current.name(nil, in: world.configuration) == "usual")
        world.variables["FEDAUTH_PROFILE"] = "variable"
        #expect(current.name(nil, in: world.configuration) == "variable")
        #expect(current.name("word", in: world.configuration) == "word")
    }

    @Test func aNameThatIsNoProfileIsNotFoundAndTheOneThatWasMeantIsNamed() {
        world.profile("mail", [:])
        let error = failure { _ = try current.profile("mial", in: world.configuration) }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains("'mail'") == true)
    }

    @Test func anAddressIsNoProfileAndNoMistake() throws {
        #expect(try current.profile("https://service.example.org/", in: world.configuration) == nil)
    }

    @Test func aMissingProfileIsReportedWithItsSource() {
        world.configuration.defaults = [
            Profile.Setting(key: "profile", values: [.text("gone")], place: Profile.Setting.Place(line: 7, column: 1))
        ]
        let error = failure { _ = try current.profile(nil, in: world.configuration) }
        #expect(error?.message.contains("which '/home/ada/config.toml' names in line 7") == true)
    }

    @Test func aProfileThatCannotBeUsedIsNot() {
        world.profile("mail", [:])
        world.spoiltProfiles = ["mail"]
        #expect(failure { _ = try current.profile("mail", in: world.configuration) }?.code == .configuration)
    }

    @Test func withoutAnyNameTheSessionSignedInLastIsMeant() throws {
        try world.session("first")
        world.clock.now = world.clock.now.adding(seconds: 60)
        try world.session("second")
        #expect(try session(nil).name == "second")
    }

    @Test(arguments: [(false, "which looks how, or add"), (true, "fedauth login NAME")])
    func withoutASessionTheHintFitsWhatThereIs(_ hasProfile: Bool, _ hint: String) {
        if hasProfile { world.profile("mail", [:]) }
        let error = failure { _ = try session(nil) }
        #expect(error?.code == .notFound && error?.message == "no one is signed in")
        #expect(error?.hint?.contains(hint) == true)
    }

    @Test func aProfileWithoutASessionIsToBeSignedInTo() {
        world.profile("mail", [:])
        let error = failure { _ = try session("mail") }
        #expect(error?.code == .notFound && error?.hint == "sign in by 'fedauth login mail'")
    }

    /// `--no-store` finds no session: what was meant is a profile.
    @Test func withoutAStoreAProfileIsMissing() {
        let store = TransientStore(clock: world.clock)
        let rows = [("gone", "no profile 'gone'"), ("https://a.test/", "no profile 'https"), ("mail", "no session")]
        for (name, what) in rows {
            if name == "mail" { world.profile("mail", [:]) }
            let error = failure { _ = try current.session(name, in: world.configuration, store) }
            #expect(error?.code == .notFound && error?.message.contains(what) == true, "\(error?.message ?? "")")
        }
    }

    @Test func aProfileThatGetsACertificateHasNoSession() {
        world.profile("card", ["method": "sls"])
        let error = failure { _ = try session("card") }
        #expect(
            error?.hint
                == "'fedauth sls status card' shows it, 'fedauth identity list' of all that are kept; 'fedauth identity export NAME' writes one, 'fedauth identity delete NAME' removes it"
        )
    }

    @Test func aSessionThatEndsTooSoonIsNotValid() throws {
        try world.session("mail") { $0.expires = world.clock.now.adding(seconds: 30) }
        func valid(_ seconds: Int64) throws -> Session {
            let session = try current.session("mail", in: world.configuration, world.store).session
            return try current.valid(session, in: world.configuration, at: world.clock.now, forSeconds: seconds)
        }
        #expect(try valid(20).name == "mail")
        let error = failure { _ = try valid(60) }
        #expect(error?.code == .inputNeeded && error?.message.contains("60 s more are needed") == true)
        #expect(error?.hint == "sign in by 'fedauth saml https://service.example.org/'")
    }

    /// The whole command, as it can be typed.
    @Test func theCommandOfANewSignInCanBeTyped() throws {
        func command(_ method: String, _ url: String) throws -> String {
            let session = try world.session("mail", at: url) { $0.method = method }
            return CurrentProfile.signIn(to: session, in: world.configuration, " --force")
        }
        #expect(
            try command("basic", "https://h.test/files?x=1") == "fedauth basic https://h.test/files --force")
        #expect(try command("saml", "https://h.test/a;b") == "fedauth saml 'https://h.test/a;b' --force")
        #expect(try command("adfs", "https://h.test/") == "fedauth adfs HOST --realm URI --force")
        world.profile("mail", [:])
        #expect(try command("saml", "https://h.test/") == "fedauth login mail --force")
    }

    @Test func aSessionWithoutACookieOrATokenIsNotValid() throws {
        try world.session("bare") { $0.jar = CookieJar() }
        try world.session("old") { $0.expires = world.clock.now }
        try world.session("token") {
            $0.result = .token
            $0.token = SessionToken(kind: .bearer, value: SharedSecret(text: "t"), expires: world.clock.now)
        }
        for (name, words) in [("bare", "no cookie left"), ("old", "ended at"), ("token", "the token of")] {
            let error = failure {
                _ = try current.validSession(name, in: world.configuration, world.store, at: world.clock.now)
            }
            #expect(error?.code == .inputNeeded && error?.message.contains(words) == true)
        }
    }
}
