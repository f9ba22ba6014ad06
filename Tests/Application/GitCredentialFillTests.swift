import Application
import Core
import Secrets
import Support
import Testing

/// Tests what a script gets that asks for a credential.
struct GitCredentialFillTests {
    private let credentials = GitCredentials(MemoryStore(), clock: TestClock())

    private func description(_ text: String) throws -> CredentialDescription {
        try SharedSecret(text: text).withBytes { try CredentialDescription(reading: $0) }
    }

    private func fill(_ text: String, _ prompter: ScriptedPrompter) throws -> String {
        let filled = try credentials.completed(try description(text), asking: prompter)
        return (filled.user ?? "-") + ":" + (filled.password?.withBytes { String(decoding: $0, as: UTF8.self) } ?? "-")
    }

    @Test func whatIsStoredIsNotAskedFor() throws {
        try credentials.keep(try description("url=https://ada:pw@h\n"))
        let prompter = ScriptedPrompter(canAsk: false)
        #expect(try fill("url=https://h\n", prompter) == "ada:pw")
        #expect(try fill("url=https://bob:other@h\n", prompter) == "bob:other", "the description is complete")
    }

    @Test func onlyWhatIsMissingIsAskedFor() throws {
        let both = ScriptedPrompter(["ada", "pw"])
        #expect(try fill("url=https://h\n", both) == "ada:pw")
        #expect(both.questions == ["Username for 'https://h': ", "Password for 'https://ada@h': "])
        let password = ScriptedPrompter(["pw"])
        #expect(try fill("url=https://ada@h\n", password) == "ada:pw" && password.questions.count == 1)
    }

    @Test func aQuestionThatMayNotBeAskedIsAnError() throws {
        for (text, prompter, message) in [
            ("url=https://h\n", ScriptedPrompter(canAsk: false), "cannot ask for it"),
            ("url=https://h\nquit=1\n", ScriptedPrompter(["ada", "pw"]), "'quit' forbids asking"),
        ] {
            let error = #expect(throws: FedauthError.self) { _ = try fill(text, prompter) }
            #expect(error?.code == .inputNeeded && error?.message.contains(message) == true)
            #expect(prompter.questions.isEmpty)
        }
    }
}
