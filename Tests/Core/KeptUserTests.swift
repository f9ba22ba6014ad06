@testable import Core
import Secrets
import Support
import Testing

/// Tests which user a login form gets when no option names one.
struct KeptUserTests {
    private let store = MemoryStore()
    private let reporter = RecordingReporter()
    private let prompter = ScriptedPrompter()

    private func keep(_ users: String..., at server: String = "https://idp.test") throws {
        for user in users {
            try StoredCredentials(store, clock: TestClock()).keep(
                Credential(user: user, password: SharedSecret(text: "secret")),
                for: CredentialScope(.form, server: server))
        }
    }

    private func user(password: FixedSource? = nil, wantsAddress: Bool = false) throws -> String {
        var known = LoginCredentials.Known()
        known.password = password
        let answers = LoginCredentials(
            known: known, store: store, prompter: prompter, reporter: reporter, clock: TestClock())
        var question = LoginQuestion(
            origin: try WebURL("https://idp.test/").origin, role: .userName,
            field: FormField(kind: .text, name: "user"))
        question.wantsAddress = wantsAddress
        return try answers.answer(question).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func theOnlyOneIsUsed() throws {
        try keep("ada")
        prompter.canAsk = false
        #expect(try user() == "ada" && prompter.questions.isEmpty)
        #expect(
            reporter.said == [
                "signing in as 'ada', whose password for 'idp.test' is stored; '--user' names another"
            ])
    }

    @Test func ofSeveralTheLastIsProposed() throws {
        try keep("ada", "bob")
        prompter.answers = [""]
        #expect(try user() == "bob" && prompter.questions == ["User name at idp.test (Enter: bob): "])
    }

    /// A given password need not be that of the stored user.
    @Test func withAPasswordOfTheOptionsTheUserIsProposed() throws {
        try keep("ada")
        prompter.answers = ["eve"]
        #expect(try user(password: FixedSource("other")) == "eve")
        #expect(prompter.questions == ["User name at idp.test (Enter: ada): "])
    }

    @Test func anotherServersUserIsNotTold() throws {
        try keep("ada", at: "https://other.test")
        prompter.answers = ["eve"]
        #expect(try user() == "eve" && prompter.questions == ["User name at idp.test: "])
        // No line of a wait stands before the question.
        #expect(reporter.endedWaits == 1)
    }

    @Test func aFieldForAnAddressGetsNoName() throws {
        try keep("ada")
        prompter.answers = ["ada@idp.test"]
        #expect(try user(wantsAddress: true) == "ada@idp.test" && prompter.questions == ["User name at idp.test: "])
    }

    @Test(arguments: [("2", 1), ("phone", 1), ("App", 0), ("text to phone", 2), ("p", nil), ("", nil), ("9", nil)])
    func aWayIsChosenByNumberOrName(_ answer: String, _ chosen: Int?) throws {
        prompter.answers = [answer]
        let answers = LoginCredentials(
            known: LoginCredentials.Known(), store: store, prompter: prompter, reporter: reporter, clock: TestClock())
        let options = ["App", "Phone", "Text to phone"]
        let origin = try WebURL("https://idp.test/").origin
        guard let chosen else {
            let error = failure { _ = try answers.choose(among: options, title: "Ways", origin: origin) }
            #expect(error?.code == .cancelled)
            return
        }
        #expect(try answers.choose(among: options, title: "Ways", origin: origin) == chosen)
    }
}
