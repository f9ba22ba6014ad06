import Support
import Testing

@testable import CommandSupport

/// Tests completion with Tab in real interactive shells.
struct CompletionTests {
    @Test(arguments: rowsOfThisRun(["bash", "bash-completion", "zsh", "fish", "elvish"]))
    func tabCompletesAndNeverAsksOrWaits(_ shell: String) throws {
        let home = try Home()
        let outcome = try Run.program(
            "/usr/bin/python3", [Repository.root + "/Tests/Completion/check", Home.binary, shell],
            environment: home.environment)
        #expect(outcome.status == 0 && outcome.text.hasPrefix("\(shell): all well"), "\(outcome)")
    }
}
