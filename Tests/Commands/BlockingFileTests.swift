import Glibc
import Testing

@testable import CommandSupport

/// Tests FIFOs without a writer as files: fedauth waits for them until `--timeout`.
struct BlockingFileTests {
    private let home: Home
    private let fifo: String

    init() throws {
        home = try CommandHome(hasPassphrase: true)
        fifo = home.path + "/fifo"
        try #require(mkfifo(fifo, 0o600) == 0)
        try home.fedauth("store", "put", "a", input: "value")
    }

    /// Commands that read a FIFO. Without the time limit they would wait for ever, or for their default, which is more than the
    /// test's 20 s.
    private static let commands = [
        ["profile", "list", "--config", "FIFO"], ["store", "list", "--no-cache", "--store-passphrase-file", "FIFO"],
        ["store", "list", "--no-cache", "--store-key-file", "FIFO"], ["store", "put", "b", "--file", "FIFO"],
        ["store", "import", "FIFO", "--plaintext"], ["identity", "import", "FIFO", "--name", "n"],
        ["profile", "import", "FIFO", "--name", "n"],
    ]

    private func words(_ command: [String]) -> [String] { command.map { $0 == "FIFO" ? fifo : $0 } }

    @Test(arguments: commands) func noWriterIsWaitedForNoLongerThanTheTimeLimit(_ command: [String]) throws {
        let outcome = try home.fedauth(words(command), adding: ["FEDAUTH_TIMEOUT": "1"])
        #expect(outcome.status == 6 && outcome.errors.contains("waiting for '\(fifo)'"), "\(outcome)")
    }

    @Test func aPasswordFileIsWaitedForNoLongerThanTheTimeLimit() throws {
        let server = try BasicServer.start()
        let outcome = try home.fedauth(
            "basic", server.main + "/basic", "--user", "ada", "--password-file", fifo, "--timeout", "1", "--no-input")
        #expect(outcome.status == 6 && outcome.errors.contains("waiting for '\(fifo)'"), "\(outcome)")
    }

    /// Only who names it knows of its writer.
    @Test func anIncludedConfigurationIsARegularFile() throws {
        let config = try home.file("including.toml", "include = [\"\(fifo)\"]\n")
        try home.fedauth("profile", "list", "--config", config).expectComplaint(2, "is no regular file")
    }

    @Test func theConfigurationIsWaitedForNoLongerThanTheOptionSays() throws {
        let outcome = try home.fedauth(
            ["saml", "https://127.0.0.1:1/", "--config", fifo, "--timeout", "1s"])
        #expect(outcome.status == 6 && outcome.errors.contains("waiting for '\(fifo)'"), "\(outcome)")
    }
}
