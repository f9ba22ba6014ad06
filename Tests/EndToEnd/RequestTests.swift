import Glibc
import Testing

@testable import CommandSupport

/// Tests requests and responses of `fedauth request`.
struct RequestTests: EchoRequesting {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    @Test func standardInputIsContent() throws {
        #expect(try echo("-d", "@-", input: "from the pipe").body == "from the pipe")
        let sent = try echo("-T", "-", input: "from the pipe")
        #expect(sent.body == "from the pipe" && sent.field("content-length") == "13")
        // A file whose first line another program has read, and an empty one.
        let file = try home.file("lines", "first\nsecond\n")
        let words = "\(Home.binary) request \(try lab.page("/echo")) --no-input -d @-"
        for (script, content) in [
            ("exec <\(file); read -r line; \(words)", "second\n"), ("\(words) </dev/null", ""),
            ("\(words) <\(file)", "first\nsecond\n"),
        ] {
            let outcome = try Run.program("/bin/bash", ["-c", script], environment: home.environment)
            #expect(try Lab.Echo(outcome).body == content, "\(script)")
        }
    }

    @Test func whatIsNoTextDoesNotSpoilTheTerminal() throws {
        let file = try home.file("zeros", "a\0b")
        let words = ["request", try lab.page("/body/binary"), "--no-sign-in"]
        let terminal = try TerminalChild(Home.binary, words, environment: home.environment)
        #expect(try terminal.finish() == 2 && terminal.text.contains("--output FILE"), "\(terminal.text)")
        let toFile = try TerminalChild(Home.binary, words, environment: home.environment, outputTo: file)
        #expect(try toFile.finish() == 0)
        #expect(try Files.bytes(file).count > 3)
    }

    @Test func aReaderThatGoesEndsItQuietly() throws {
        let script = "\(Home.binary) request \(try lab.page("/range/8000000")) | head -c 10; echo \"${PIPESTATUS[0]}\""
        let outcome = try Run.program("/bin/bash", ["-c", script], environment: home.environment)
        #expect(outcome.errors.isEmpty && outcome.output.count >= 11, "\(outcome)")
        #expect(!outcome.text.hasSuffix("\n0\n"), "\(outcome)")
    }
}
