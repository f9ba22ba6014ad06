import Testing

@testable import CommandSupport

/// Types the commands of fedauth-tutorial(7).
struct TutorialTests {
    @Test func whatTheTutorialSaysWorks() throws {
        _ = try Lab.get()
        let home = try Home()
        let outcome = try Run.program(
            "/usr/bin/python3", [Repository.root + "/Tests/Docs/walk", Home.binary, Lab.description],
            environment: home.environment)
        #expect(outcome.status == 0 && outcome.text == "tutorial: all well\n", "\(outcome)")
    }
}
