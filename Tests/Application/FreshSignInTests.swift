import Application
import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests with which cookies a sign-in begins: those of an earlier one, unless it is too old, and those of the caller.
struct FreshSignInTests {
    private let world = FakeWorld()
    private static let home = "https://service.example.org/home"

    private func run(_ change: (inout SignInSettings) -> Void = { _ in }) throws {
        var saml = SAMLSettings()
        var signIn = SignInSettings()
        saml.finish.finish = Self.home
        signIn.isForced = true
        change(&signIn)
        _ = try SAMLFlow(world.services, saml, signIn).run(service: "https://service.example.org/")
    }

    /// The cookies with which the last login began.
    private var begun: [String] { world.presenter.asked.last?.jar.cookies.map(\.name) ?? [] }

    /// Stores a session with a cookie of the identity provider.
    private func earlier() throws {
        let provider = try WebURL("https://idp.example.org/")
        try world.session("service.example.org", at: Self.home) { [world] session in
            session.jar.store(
                Response(
                    status: 200, url: provider, headers: [], setCookies: [SharedSecret(text: "sso=1")],
                    body: SharedSecret(text: "")),
                suffixes: NoSuffixes(), now: world.clock.now)
        }
    }

    @Test func forceAloneKeepsTheSignInAtTheProvider() throws {
        try earlier()
        try run()
        #expect(begun == ["sso"])
    }

    @Test func freshSendsNoCookieOfAnEarlierSignIn() throws {
        try earlier()
        try run { $0.fresh = TimeLength(argument: "0") }
        #expect(begun == [])
    }

    @Test func aRecentSignInIsFreshEnough() throws {
        try earlier()
        world.clock.now = world.clock.now.adding(seconds: 600)
        try run { $0.fresh = TimeLength(argument: "900") }
        #expect(begun == ["sso"])
        try earlier()
        world.clock.now = world.clock.now.adding(seconds: 1200)
        try run { $0.fresh = TimeLength(argument: "900") }
        #expect(begun == [])
    }

    @Test func theCallersCookiesAreSent() throws {
        world.files["jar"] = "idp.example.org\tFALSE\t/\tTRUE\t0\tdevice\tknown\n"
        try run { $0.cookies = "jar" }
        #expect(begun == ["device"])
        #expect(world.presenter.asked.last?.jar.cookies.first?.value == SharedSecret(text: "known"))
    }

    @Test func theyAreSentEvenWhereOthersAreNot() throws {
        try earlier()
        world.files["jar"] = #"[{"domain": "idp.example.org", "name": "device", "value": "known"}]"#
        try run {
            $0.cookies = "jar"
            $0.fresh = TimeLength(argument: "0")
        }
        #expect(begun == ["device"])
    }

    @Test func aFileThatIsNoneEndsTheSignIn() {
        world.files["jar"] = "<html>"
        #expect(failure { try run { $0.cookies = "jar" } }?.code == .usage)
        #expect(world.presenter.asked.isEmpty)
    }
}
