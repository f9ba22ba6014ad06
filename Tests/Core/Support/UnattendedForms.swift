import Core
import Support

/// Returns a form presenter for a job: nobody can be asked.
func unattendedForms(
    _ web: any Transport, _ reader: ScriptedReader, _ clock: TestClock,
    known: LoginCredentials.Known = LoginCredentials.Known()
) -> FormPresenter {
    FormPresenter(
        UserAgent(web, reader: reader, clock: clock),
        answers: LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
            reporter: RecordingReporter(),
            clock: clock), reporter: RecordingReporter(), wait: { _ in })
}
