import Glibc
import Testing

@testable import CommandSupport

/// Tests limited environments: a stack limit (`ulimit -s`) that the parser and the libraries would exceed, or a missing /proc.
struct StackTests {
    private let home: Home

    init() throws { home = try Home() }

    private func limited(_ kibibytes: Int, _ words: String...) throws -> Outcome {
        try Run.program(
            "/bin/sh", ["-c", "ulimit -s \(kibibytes); exec \"$0\" \"$@\"", Home.binary] + words,
            environment: home.environment)
    }

    @Test(arguments: [96, 128, 256]) func aSmallStackIsEnough(_ kibibytes: Int) throws {
        #expect(try limited(kibibytes, "exec", "--help").status == 0)
        #expect(try limited(kibibytes, "saml", "https://127.0.0.1:1/", "--no-input").status == 7)
    }

    /// Swift reads its list of arguments from /proc, and the list is empty if that fails.
    @Test(.enabled(if: geteuid() == 0, "only root can hide /proc"))
    func theCommandLineIsReadWithoutProc() throws {
        let outcome = try Run.program(
            "/usr/bin/unshare",
            [
                "--mount", "/bin/sh", "-c", "mount -t tmpfs none /proc && exec \"$0\" \"$@\"", Home.binary,
                "no-such-word",
            ],
            environment: home.environment)
        #expect(outcome.status == 2 && outcome.errors.contains("'no-such-word'"), "\(outcome)")
    }

    /// The user's command gets the original limit.
    @Test func theLimitIsHandedOn() throws {
        try home.keep(CraftedSession())
        let outcome = try limited(128, "exec", "mail", "--", "/bin/sh", "-c", "ulimit -s")
        #expect(outcome.status == 0 && outcome.text == "128\n", "\(outcome)")
    }
}
