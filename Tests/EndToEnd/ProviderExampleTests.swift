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

    @Test func controlCLeavesNoTraceback() throws {
        let server = try BasicServer.start()
        let words = ["request", server.main + "/basic", "--user", "ada"] + example("provider-headers-prompt")
        let terminal = try TerminalChild(underShell: Home.binary, words, environment: home.environment)
        try terminal.expect("Key of ada for http://127.0.0.1:")
        terminal.send([3])
        try terminal.expect("status 130")
        // The program ends after fedauth.
        try waitUntil("the terminal echoes") { terminal.echoes }
        terminal.type("")
        #expect(try terminal.finish() == 0)
        #expect(!terminal.text.contains("Traceback"), "\(terminal.text)")
    }

    /// The programs without a prompt wait for their question.
    @Test(arguments: ["provider-certificate", "provider-headers-prompt", "presenter"])
    func anInterruptIsNoTraceback(_ name: String) throws {
        let child = try Child("\(Repository.root)/examples/\(name)", [], environment: ["PATH": "/usr/bin:/bin"])
        // Before, Python's own handler is there for a moment. 0 is read(2) on x86-64, 63 on aarch64.
        try waitUntil("it reads its question") {
            let call = try Files.text("/proc/\(child.processID)/syscall")
            return call.hasPrefix("0 0x0 ") || call.hasPrefix("63 0x0 ")
        }
        child.signal(SIGINT)
        let outcome = try child.finish()
        #expect(outcome.signal == SIGINT && outcome.errors.isEmpty, "\(outcome)")
    }
}
