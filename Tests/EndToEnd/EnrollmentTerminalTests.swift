import Testing

@testable import CommandSupport

/// Tests a login at a Secure Login Server with a user at a terminal.
struct EnrollmentTerminalTests {
    let scene: EnrollmentScene

    init() throws { scene = try EnrollmentScene(in: Home()) }

    private func begin(_ words: String) throws -> TerminalChild {
        let terminal = try TerminalChild(
            Home.binary, ["sls", "enroll"] + scene.at(words) + ["--name", "who"],
            environment: scene.home.environment)
        try terminal.expect("User name")
        #expect(terminal.echoes)
        terminal.type("ada")
        try hidden(terminal, "Password", scene.server.users["ada"] ?? "")
        return terminal
    }

    /// Answers a question without echo.
    private func hidden(_ terminal: TerminalChild, _ question: String, _ answer: String) throws {
        try terminal.expect(question)
        try terminal.wait { !terminal.echoes }
        terminal.type(answer)
    }

    /// A forced change of the password asks twice, asks again if the answers differ, and never shows them.
    @Test func aForcedChangeOfThePassword() throws {
        let terminal = try begin("change")
        try terminal.expect("Your password has expired")
        try hidden(terminal, "New password", "engine-1843")
        try hidden(terminal, "New password, again", "engine-1834")
        try terminal.expect("not the same")
        try hidden(terminal, "New password", "engine-1843")
        try hidden(terminal, "New password, again", "engine-1843")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        for secret in ["engine-18", scene.server.users["ada"] ?? ""] {
            #expect(!terminal.text.contains(secret), "\(terminal.text)")
        }
        let changes = try scene.server.records(scene.tag).filter { $0.body.contains("newPassword") }
        #expect(changes.map(\.body) == ["newPassword=engine-1843&newPassword2=engine-1843"])
        #expect(try scene.exported().subject == "CN=ada,O=Lab")
    }

    /// After three pairs of different answers, nothing is sent.
    @Test func differentAnswersAreNotSent() throws {
        let terminal = try begin("change")
        for attempt in 1...3 {
            try hidden(terminal, "New password", "engine-\(attempt)")
            try hidden(terminal, "New password, again", "engine-\(attempt + 10)")
        }
        #expect(try terminal.finish() == 5, "\(terminal.text)")
        #expect(terminal.text.contains("not typed twice"), "\(terminal.text)")
        #expect(try scene.server.records(scene.tag).allSatisfy { !$0.body.contains("newPassword") })
        try scene.expectNothingKept()
    }

    /// The server refuses the new password with a reason; fedauth asks again, twice.
    @Test func aNewPasswordThatIsRefused() throws {
        let terminal = try begin("change")
        try hidden(terminal, "New password", "short")
        try hidden(terminal, "New password, again", "short")
        try terminal.expect("That was not right")
        try hidden(terminal, "New password", "engine-1843")
        try hidden(terminal, "New password, again", "engine-1843")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(try scene.server.records(scene.tag).filter { $0.body.contains("newPassword") }.count == 2)
    }
}
