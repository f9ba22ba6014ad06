import Glibc
import Testing

@testable import CommandSupport

/// Tests typed and pasted input at prompts for secrets.
struct TerminalTests {
    let home: Home

    init() throws { home = try Home() }

    /// In line mode, a terminal silently drops bytes after the 4095th.
    @Test func aLineThatTheTerminalCutsIsRefused() throws {
        for (count, status) in [(4094, 0), (4095, 2), (5000, 2)] as [(Int, Int32)] {
            let terminal = try TerminalChild(Home.binary, ["store", "put", "v\(count)"], environment: home.environment)
            try terminal.expect("Value of")
            terminal.type(String(repeating: "x", count: count))
            #expect(try terminal.finish() == status, "\(count): \(terminal.text)")
            #expect(terminal.text.contains("the answer is too long") == (status == 2), "\(terminal.text)")
            #expect(try home.fedauth("store", "get", "v\(count)").output.count == (status == 0 ? count : 0))
        }
    }

    @Test func returnAloneOverwritesNothing() throws {
        try home.fedauth("store", "put", "v", input: "one")
        let terminal = try TerminalChild(Home.binary, ["store", "put", "v"], environment: home.environment)
        try terminal.expect("Value of")
        terminal.type("")
        #expect(try terminal.finish() == 5, "\(terminal.text)")
        #expect(try home.fedauth("store", "get", "v").text == "one")
        // An empty value from a file is stored.
        #expect(try home.fedauth("store", "put", "v", "--empty", "--file", "/dev/null").status == 0)
        #expect(try home.fedauth("store", "get", "v").output.isEmpty)
    }

    @Test(arguments: ["keeps", "gives up"])
    func whatIsPastedBeyondTheFirstLineIsNoCommand(_ how: String) throws {
        let script = "\"$0\" store put v; echo ended; read -r line; echo \"next: $line.\""
        let shell = try TerminalChild("/bin/sh", ["-c", script, Home.binary], environment: home.environment)
        try shell.expect("Value of")
        // With this length, the end of the first line and the second line arrive together, because the kernel cuts at 2048
        // bytes.
        let first = how == "keeps" ? "one" : String(repeating: "x", count: 5000)
        shell.send(Array("\(first)\ntouch \(home.path)/pasted\n".utf8))
        try shell.expect("ended")
        shell.type("typed")
        try shell.expect("next: typed.")
        #expect(try shell.finish() == 0)
        #expect(try home.fedauth("store", "get", "v").text == (how == "keeps" ? "one" : ""))
    }
}
