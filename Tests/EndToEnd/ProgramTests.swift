import Glibc
import Testing

@testable import CommandSupport

/// Runs the real programs that ask fedauth, as far as this machine has them; see `Tests/Programs/check`.
struct ProgramTests {
    @Test(arguments: ["git", "kubectl", "aws", "cargo", "go", "keyring", "terraform", "askpass", "npm"])
    func theProgramGetsWhatItNeedsByThePrintedLines(_ name: String) throws {
        let kept = ["HOME", "PATH", "PROGRAMS_PATH", "RUSTUP_HOME", "RUSTC", "TMPDIR"]
        let environment = kept.reduce(into: [String: String]()) { all, name in
            all[name] = getenv(name).map { String(cString: $0) }
        }
        let outcome = try Run.program(
            "/usr/bin/python3", [Repository.root + "/Tests/Programs/check", Home.binary, name], environment: environment
        )
        #expect(outcome.status == 0, "\(outcome)")
        if outcome.text.hasPrefix("skipped") { print(outcome.text) }
    }
}
