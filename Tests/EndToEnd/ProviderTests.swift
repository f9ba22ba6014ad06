import Glibc
import Testing

@testable import CommandSupport

/// Tests `--provider PROGRAM`: header fields and client certificates of the user's own program.
struct ProviderTests: ProviderAsking {
    let home: Home
    let server: BasicServer

    init() throws {
        home = try Home()
        server = try BasicServer.start()
    }

    /// The stored answer belongs to the program's path: another program of the same name does not get it, and the directory of
    /// the call does not matter.
    @Test func aProgramIsWhereItIsAndNotWhatItIsCalled() throws {
        let program = try program("echo '\(Self.answer)'")
        let other = home.path + "/other"
        mkdir(other, 0o700)
        _ = try home.file("other/provider", "#!/bin/bash\ntouch $HOME/other-asked\necho '\(Self.answer)'\n")
        chmod(other + "/provider", 0o700)
        func request(in directory: String, _ program: String) throws -> Int32? {
            let words = ["request", server.main + "/basic", "--no-input", "--fail", "--provider", program]
            return try Run.program(
                "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", directory, Home.binary] + words,
                environment: home.environment
            ).status
        }
        #expect(try request(in: home.path, "./provider") == 0)
        #expect(try request(in: "/", program) == 0)
        #expect(try told("lastResult") == ["none"])
        #expect(try request(in: other, "./provider") == 0)
        #expect(access(home.path + "/other-asked", F_OK) == 0)
    }

    /// The provider's answer is in no argument, no variable of any process, and no trace.
    @Test func secretsAreNowhereElse() throws {
        let text = """
            for file in /proc/$$ /proc/$PPID; do cat $file/cmdline $file/environ 2>/dev/null; done > $HOME/seen
            echo '\(Self.answer)'
            """
        let trace = home.path + "/trace"
        let outcome = try request(try program(text), "/basic", ["--trace", trace, "--verbose"])
        #expect(outcome.status == 0, "\(outcome)")
        let secret = String(Self.basic.dropFirst(6))
        #expect(try !Files.text(home.path + "/seen").contains(secret))
        #expect(try Files.text(trace).contains("x-asked: …") && !Files.text(trace).contains(secret))
        #expect(!outcome.errors.contains(secret), "\(outcome)")
    }

    /// A program with a terminal may ask there; its input says so.
    @Test func itAsksOnTheTerminal() throws {
        let path = try program(
            """
            printf 'your word: ' > /dev/tty; read -r word < /dev/tty
            [ "$word" = needle ] && echo '\(Self.answer)' || echo '{"type":"cancel"}'
            """)
        let terminal = try TerminalChild(
            Home.binary, ["request", server.main + "/basic", "--fail", "--provider", path],
            environment: home.environment)
        try terminal.expect("your word: ")
        terminal.type("needle")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(try told("interactive") == ["true"])
    }
}
