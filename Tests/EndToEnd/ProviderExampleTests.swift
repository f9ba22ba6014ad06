import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// Tests the unchanged `examples/provider-*`.
struct ProviderExampleTests {
    let home: Home

    init() throws {
        home = try Home()
        for folder in ["/config", "/config/my-provider"] { mkdir(home.path + folder, 0o700) }
    }

    private func example(_ name: String) -> [String] { ["--provider", "\(Repository.root)/examples/\(name)"] }

    @Test func headersWithAPrompt() throws {
        let server = try BasicServer.start()
        let words = ["request", server.main + "/basic", "--fail", "--user", "ada"] + example("provider-headers-prompt")
        try home.fedauth(words + ["--no-input"]).expectComplaint(4, "the user must type a password")
        let terminal = try TerminalChild(Home.binary, words, environment: home.environment)
        try terminal.expect("Key of ada for http://127.0.0.1:")
        terminal.type("wrong")
        try terminal.expect("(the last one was refused): ")
        terminal.type("Circle of Life")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(try server.takeRecords().last?.field("X-Asked") == "terminal")
        // The key is stored, so it need not be typed again.
        #expect(try home.fedauth(words + ["--no-input"]).status == 0)
        // An empty answer cancels.
        try home.fedauth("logout", "--all")
        let second = try TerminalChild(Home.binary, words, environment: home.environment)
        try second.expect("Key of ada for http://127.0.0.1:")
        second.type("")
        #expect(try second.finish() == 5, "\(second.text)")
    }
}
