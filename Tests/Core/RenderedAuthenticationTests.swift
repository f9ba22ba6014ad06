import Secrets
import Support
import Testing

@testable import Core

/// Tests HTTP authentication that servers demand of a browser: who gets which answer, and how often.
struct RenderedAuthenticationTests {
    private let clock = TestClock()
    private let store: MemoryStore
    private let reporter = RecordingReporter()
    private let url: WebURL

    init() throws {
        store = MemoryStore(clock: clock)
        url = try WebURL("https://idp.test/sso")
    }

    private func authentication(
        _ prompter: ScriptedPrompter = ScriptedPrompter(canAsk: false), password: String? = "pw",
        isAttended: Bool = false, known change: (inout LoginCredentials.Known) -> Void = { _ in }
    ) -> RenderedAuthentication {
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = password.map(FixedSource.init)
        change(&known)
        return RenderedAuthentication(
            LoginCredentials(known: known, store: store, prompter: prompter, reporter: reporter, clock: clock),
            policy: NavigationPolicy(), isAttended: isAttended)
    }

    /// Returns the answer as `user:password`.
    private func ask(
        _ authentication: RenderedAuthentication, realm: String = "r", request: String = "1", at url: WebURL? = nil,
        named: Set<Origin>? = nil
    ) throws -> String? {
        let space = ProtectionSpace((url ?? self.url).origin, realm: realm)
        let answer = try authentication.answer(in: space, to: request, named: named ?? [self.url.origin])
        return answer.map { $0.user + ":" + $0.password.withBytes { String(decoding: $0, as: UTF8.self) } }
    }

    private func keep(_ password: String) throws {
        try StoredCredentials(store, clock: clock).keep(
            Credential(user: "ada", password: SharedSecret(text: password)),
            for: ProtectionSpace(url.origin, realm: "r").scope())
    }

    @Test func aGivenPasswordIsSentOnceAndNotStored() throws {
        let authentication = authentication()
        #expect(try ask(authentication) == "ada:pw" && !authentication.isAccepted)
        try authentication.take(Response(status: 302, url: url), to: "1")
        #expect(authentication.user == "ada" && authentication.isAccepted)
        #expect(try store.list().isEmpty)
        #expect(failure { _ = try ask(authentication, request: "2") }?.code == .refused)
    }

    @Test func anAnswerThatSaysNothingApprovesNothing() throws {
        let authentication = authentication()
        _ = try ask(authentication)
        try authentication.take(Response(status: 200, url: url), to: "other")
        try authentication.take(Response(status: 200, url: try WebURL("https://else.test/")), to: "1")
        try authentication.take(Response(status: 500, url: url), to: "1")
        #expect(!authentication.isAccepted && authentication.user == nil)
    }

    /// Two windows may ask before the server has answered the first.
    @Test func twoWindowsGetOneAnswer() throws {
        let authentication = authentication()
        #expect(try ask(authentication) == "ada:pw")
        #expect(try ask(authentication, request: "2") == "ada:pw")
        #expect(failure { _ = try ask(authentication) }?.code == .refused)
    }

    @Test func anotherRealmGetsNoGivenPassword() throws {
        let first = authentication()
        _ = try ask(first)
        #expect(failure { _ = try ask(first, realm: "s") }?.code == .refused)
        let second = authentication()
        _ = try ask(second)
        try second.take(Response(status: 200, url: url), to: "1")
        #expect(failure { _ = try ask(second, realm: "s", request: "2") }?.code == .inputNeeded)
        let window = authentication(isAttended: true)
        _ = try ask(window)
        try window.take(Response(status: 200, url: url), to: "1")
        #expect(try ask(window, realm: "s", request: "2") == nil)
    }

    @Test func aStoredPasswordIsForgottenWhenRefused() throws {
        try keep("old")
        let authentication = authentication(password: nil)
        #expect(try ask(authentication) == "ada:old")
        #expect(failure { _ = try ask(authentication) }?.code == .refused)
        #expect(try store.list().isEmpty)
    }

    /// In a window, the browser's dialog asks for the rest.
    @Test func aWindowIsLeftToTheUserForTheRest() throws {
        try keep("old")
        let prompter = ScriptedPrompter(["never"])
        let authentication = authentication(prompter, password: nil, isAttended: true)
        #expect(try ask(authentication) == "ada:old")
        #expect(try ask(authentication) == nil)
        #expect(try store.list().isEmpty && prompter.questions.isEmpty)
    }

    @Test(arguments: [false, true]) func aTypedPasswordIsStoredWhenWanted(_ remembers: Bool) throws {
        let prompter = ScriptedPrompter(["wrong", "pw"])
        let authentication = authentication(prompter, password: nil) { $0.remembersPassword = remembers }
        #expect(try ask(authentication) == "ada:wrong" && ask(authentication) == "ada:pw")
        try authentication.take(Response(status: 200, url: url), to: "1")
        #expect(try store.list().count == (remembers ? 1 : 0))
    }

    @Test func anotherOriginGetsNothingUnasked() throws {
        let other = try WebURL("https://evil.test/")
        #expect(failure { _ = try ask(authentication(), at: other) }?.code == .inputNeeded)
        #expect(try ask(authentication(isAttended: true), at: other) == nil)
    }

    /// After a step by https, an address of this machine may belong to another user.
    @Test func anUnencryptedServerGetsNothing() throws {
        let plain = try WebURL("http://localhost:81/")
        let named: Set<Origin> = [url.origin, plain.origin]
        #expect(failure { _ = try ask(authentication(), at: plain, named: named) }?.code == .insecureAddress)
        #expect(try ask(authentication(isAttended: true), at: plain, named: named) == nil)
        #expect(try ask(authentication(), at: plain, named: [plain.origin]) == "ada:pw")
    }

    @Test(arguments: [
        (IntegratedSignIn(.auto, mayHaveTicket: true), nil, true), (IntegratedSignIn(.auto), nil, false),
        (IntegratedSignIn(.always), nil, true), (IntegratedSignIn(.always), "ada", false),
        (IntegratedSignIn(), nil, false),
    ])
    func aTicketIsNotThatOfACertainUser(_ integrated: IntegratedSignIn, _ user: String?, _ isSent: Bool) {
        #expect(integrated.permitsTicket(of: user) == isSent)
    }
}
