import Testing

@testable import CommandSupport

/// Tests `fedauth basic` against servers with their own implementation of each scheme.
struct BasicTests {
    let home: Home
    let server: BasicServer
    private static let password = "Circle of Life"

    init() throws {
        home = try Home()
        server = try BasicServer.start()
    }

    /// Signs in with the credentials in the store.
    private func signInAgain(_ path: String, _ more: String...) throws -> Outcome {
        try home.fedauth(["basic", server.main + path, "--no-input", "--force"] + more)
    }

    @Test func aTerminalIsAskedThreeTimes() throws {
        let child = try TerminalChild(
            Home.binary, ["basic", server.main + "/hostile-realm"], environment: home.environment)
        // Characters that would colour the screen or reverse the line are replaced.
        try child.expect("User name for '?[31mred?' at \(server.main)")
        child.type("ada")
        for end in [": ", " (none: another user name): ", " (none: another user name): "] {
            try child.expect("Password of ada for '?[31mred?' at \(server.main)\(end)")
            #expect(!child.echoes)
            child.type("wrong")
        }
        #expect(try child.finish() == 3)
        #expect(try server.takeAnswers() == ["Basic", "Basic", "Basic"])

        let second = try TerminalChild(Home.binary, ["basic", server.main + "/basic"], environment: home.environment)
        try second.expect("User name for 'Staff' at \(server.main): ")
        second.type("ada")
        try second.expect("Password of ada")
        second.type("wrong")
        try second.expect("Password of ada for 'Staff' at \(server.main) (none: another user name): ")
        second.type("")
        try second.expect("User name for 'Staff' at \(server.main): ")
        second.type("ada")
        try second.expect("Password of ada")
        second.type(Self.password)
        #expect(try second.finish() == 0)
        #expect(try signInAgain("/basic").status == 0)
    }

    @Test func manyAtOnceAskTheServerOnce() throws {
        #expect(try home.fedauth("store", "init").status == 0)
        let children = try (0..<50).map { _ in
            try Child(
                Home.binary,
                ["basic", server.main + "/slow", "--user", "ada", "--password-stdin", "--no-input"],
                environment: home.environment)
        }
        for child in children {
            child.send(Array(Self.password.utf8))
            child.closeInput()
        }
        for child in children { #expect(try child.finish().status == 0) }
        #expect(try server.takeAnswers() == ["Basic"])
    }
}
