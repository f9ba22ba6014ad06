import Testing

@testable import CommandSupport

/// Tests the servers that an enrolled identity is bound to by options, by its profile and by hand, and changes between these.
struct EnrollmentBindingTests {
    let scene: EnrollmentScene
    private static let one = "https://one.example.org"

    init() throws { scene = try EnrollmentScene(in: Home()) }

    /// Starts an enrolment that waits at the password prompt.
    private func waiting() throws -> TerminalChild {
        #expect(try scene.enroll("one", "--origin", Self.one).status == 0)
        let terminal = try TerminalChild(
            Home.binary, ["sls", "enroll"] + scene.at("one") + ["--name", "who", "--user", "ada", "--force"],
            environment: scene.home.environment)
        try terminal.expect("Password")
        return terminal
    }

    /// An identity that is deleted during a prompt is not restored.
    @Test func whatIsDeletedMeanwhileStaysDeleted() throws {
        let terminal = try waiting()
        #expect(try scene.home.fedauth("identity", "delete", "who").status == 0)
        terminal.type(scene.server.users["ada"] ?? "")
        #expect(try terminal.finish() == 10, "\(terminal.text)")
        #expect(terminal.text.contains("was deleted meanwhile"), "\(terminal.text)")
        try scene.expectNothingKept()
    }
}
