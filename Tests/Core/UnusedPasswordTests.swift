import Support
import Testing

@testable import Core

/// Tests what is said of a password that was given and that no page asked for.
struct UnusedPasswordTests {
    @Test(arguments: [
        (true, true, "the password was not used: the identity provider still knew who this is"),
        (true, false, "the password was not used: no page asked for it"),
        (false, true, "the password of the options was not used: it is for the presenter 'form'"),
    ])
    func itIsSaid(_ wereAsked: Bool, _ sawProvider: Bool, _ words: String) throws {
        var known = LoginCredentials.Known()
        known.password = FixedSource("secret")
        let reporter = RecordingReporter()
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(), reporter: reporter, clock: TestClock())
        try answers.approve(wereAsked: wereAsked, sawProvider: sawProvider)
        #expect(reporter.said == [words])
    }
}
