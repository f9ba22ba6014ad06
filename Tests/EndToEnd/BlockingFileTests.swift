import Glibc
import Testing

@testable import CommandSupport

/// Tests FIFOs as files: fedauth reads from one with a writer, and a request waits for the others until `--timeout`.
struct BlockingFileTests {
    private let home: Home
    private let fifo: String

    init() throws {
        home = try Home(hasPassphrase: true)
        fifo = home.path + "/fifo"
        try #require(mkfifo(fifo, 0o600) == 0)
        try home.fedauth("store", "put", "a", input: "value")
    }

    private func words(_ command: [String]) -> [String] { command.map { $0 == "FIFO" ? fifo : $0 } }

    /// A shell's `<(command)` gives such a file.
    @Test(arguments: [
        (["profile", "list", "--config", "FIFO"], "[profile.p]\\nsap = \"h.test\"\\n", "p"),
        (["store", "list", "--no-cache", "--store-passphrase-file", "FIFO"], "correct horse\\n", "a"),
        (["store", "list", "--no-cache", "--store-passphrase-file", "/dev/fd/3"], "correct horse\\n", "a"),
    ])
    func whatDeliversIsRead(_ command: [String], _ text: String, _ found: String) throws {
        let line = """
            case "$*" in
            */dev/fd/3*) printf "$TEXT" | "$FEDAUTH" "$@" 3<&0;;
            *) printf "$TEXT" >"$FIFO" & "$FEDAUTH" "$@";;
            esac
            """
        let outcome = try Run.program(
            "/bin/sh", ["-c", line, "sh"] + words(command),
            environment: home.environment.merging(["FEDAUTH": Home.binary, "TEXT": text, "FIFO": fifo]) { $1 })
        #expect(outcome.status == 0 && outcome.text.hasPrefix(found), "\(outcome)")
    }

    /// The time limit ends the process.
    @Test(arguments: [["-H", "@FIFO"], ["-d", "@FIFO"], ["--data-json", "@FIFO"], ["-T", "FIFO"]])
    func whatARequestSendsIsWaitedForNoLonger(_ option: [String]) throws {
        let server = try BasicServer.start()
        let outcome = try home.fedauth(
            ["request", server.main + "/echo", "--no-input", "--timeout", "1s"]
                + option.map { $0.replacing("FIFO", with: fifo) })
        #expect(outcome.status == 6 && outcome.errors.contains("timed out after 1 s"), "\(outcome)")
    }
}
