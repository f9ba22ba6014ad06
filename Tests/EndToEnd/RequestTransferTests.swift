import Glibc
import Testing

@testable import CommandSupport

/// Tests files that `fedauth request` fetches and sends.
struct RequestTransferTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    private var file: String { home.path + "/file" }

    @Test func howFarItIsShowsOnATerminal() throws {
        let terminal = try TerminalChild(
            Home.binary, ["request", try lab.page("/slow?pause=0.3"), "-o", file],
            environment: home.environment.merging(["TERM": "xterm"]) { $1 })
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(terminal.text.contains("/s"), "\(terminal.text)")
        #expect(try Files.bytes(file).count == 1000)
    }

    /// The time limit holds for a reader of stdout that has stopped reading, too.
    @Test(arguments: [[], ["--json"], ["-o", "-"]]) func aFullPipeEndsWithTheTimeLimit(_ words: [String]) throws {
        let page = try lab.page("/range/3000000")
        let child = try Child(
            Home.binary, ["request", page, "--no-input", "--timeout", "3s"] + words, environment: home.environment)
        child.closeInput()
        #expect(child.ends(within: 20))
        let outcome = try child.finish()
        #expect(outcome.status == 6 && outcome.errors.contains("the reader of stdout"), "\(outcome.errors)")
    }

    @Test func aLongUploadIsSentAgainWhole() throws {
        let count = 20_000_000
        let path = try home.file("big", "")
        let made = try Run.program(
            "/bin/sh", ["-c", "head -c \(count) /dev/urandom >'\(path)'"], environment: home.environment)
        #expect(made.status == 0, "\(made)")
        let sum = try Run.program("/usr/bin/sha256sum", [path], environment: ["PATH": "/usr/bin:/bin"]).text.prefix(64)
        let space = try #require(lab.challenges.basic["plain"])
        for target in [space.url, try #require(lab.challenges.schemes["digest-sha256"])] {
            let outcome = try home.request(
                target, "-T", path, "--user", "ada", "--password-file", space.passwordFile)
            let echo = try Lab.Echo(outcome)
            #expect(echo.method == "PUT" && echo.length == count && echo.sha256 == sum, "\(outcome.errors)")
        }
        // A pipe cannot be read twice.
        let script = "cat \(path) | \(Home.binary) request \(space.url) -T - --no-input"
        let piped = try Lab.Echo(try Run.program("/bin/sh", ["-c", script], environment: home.environment))
        #expect(piped.sha256 == sum && piped.user == "ada")
    }
}
