import Support
import Testing

@testable import Core

/// Tests what is said of a password that was given and that no page asked for.
struct UnusedPasswordTests {
    @Test(arguments: [
        (true, true, "the password was not used: the identity provider knew you by its cookies"),
        (true, false, "the password was not used: no page asked for it"),
        (false, true, "the password of the options was not used: it is for the presenter 'form'"),
    ])
    func itIsSaid(_ wereAsked: Bool, _ sawProvider: Bool, _ words: String) throws {
        let reporter = RecordingReporter()
        let answers = answers(reporter)
        try answers.approve(wereAsked: wereAsked, sawProvider: sawProvider)
        #expect(reporter.said == [words])
    }

    @Test(arguments: [
        (ProofWithoutPassword.kerberosTicket, "a Kerberos ticket signed in"), (.passkey, "a passkey signed in"),
        (.userInWindow, "the sign-in went on in the window"), (.possibleTicket, "no page asked for it"),
    ])
    func whatElseSignedInIsNamed(_ proof: ProofWithoutPassword, _ words: String) throws {
        let reporter = RecordingReporter()
        let answers = answers(reporter)
        answers.signedIn(by: proof)
        try answers.approve(sawProvider: true)
        #expect(reporter.said == ["the password was not used: " + words])
    }

    /// A new sign-in that is to store the password, and that the provider's cookies answer.
    @Test(arguments: [(true, true), (true, false), (false, true)])
    func whatCannotBeStoredIsSaid(_ isForced: Bool, _ remembers: Bool) throws {
        let reporter = RecordingReporter()
        var known = LoginCredentials.Known()
        (known.isForced, known.remembersPassword) = (isForced, remembers)
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(), reporter: reporter, clock: TestClock())
        try answers.approve(sawProvider: true)
        let words =
            "no password was typed to be stored: the identity provider knew you by its cookies; '--fresh 0' asks for it"
        #expect(reporter.said == (isForced && remembers ? [words] : []))
    }

    /// A program's sign-in, whose messages the program shows as reasons.
    @Test func aProgramIsToldNothing() throws {
        let reporter = RecordingReporter()
        var known = LoginCredentials.Known()
        known.password = FixedSource("secret")
        known.fields["pin"] = FixedSource("1")
        known.saysUnused = false
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(), reporter: reporter, clock: TestClock())
        try answers.approve(sawProvider: true)
        #expect(reporter.said.isEmpty)
    }

    /// A provider that asks for anything does not still know the user.
    @Test func aProviderThatAskedDidNotKnow() throws {
        let reporter = RecordingReporter()
        let answers = answers(reporter)
        let field = FormField(kind: .text, name: "user")
        _ = try answers.answer(
            LoginQuestion(origin: try WebURL("https://idp.test/").origin, role: .userName, field: field))
        try answers.approve(sawProvider: true)
        #expect(reporter.said == ["the password was not used: no page asked for it"])
    }

    private func answers(_ reporter: RecordingReporter) -> LoginCredentials {
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = FixedSource("secret")
        return LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(), reporter: reporter, clock: TestClock())
    }
}
