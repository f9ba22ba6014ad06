import Testing

@testable import CommandSupport

/// Runs the binary once for each command, in an empty home; `Tests/Commands` has what each does.
struct EveryCommandTests {
    private static let nowhere = "https://127.0.0.1:1/"

    static let commands: [([String], Int32)] = [
        (["--version"], 0), (["help"], 0), (["completions", "bash"], 0),
        (["saml", nowhere], 7), (["oauth", nowhere], 7), (["adfs", nowhere, "--realm", "urn:x"], 7),
        (["basic", nowhere, "--user", "ada"], 7),
        (["request", nowhere], 7), (["login"], 2), (["cancel"], 10), (["logout"], 10), (["status"], 10),
        (["token"], 10),
        (["export-cookies", "--format", "json"], 10), (["export-headers"], 10), (["exec", "none", "--", "true"], 10),
        (["credential", "capability"], 0), (["credential", "docker", "list"], 0), (["profile", "list"], 0),
        (["identity", "list"], 0), (["passkey", "list"], 0), (["passkey", "delete", "none"], 10),
        (["trace", "/nosuch"], 2), (["sls", "status"], 0), (["sls", "enroll", nowhere, "--name", "who"], 2),
        (["sls", "renew"], 2), (["store", "get", "none"], 10), (["store", "list"], 0), (["store", "init"], 0),
    ]

    @Test(arguments: commands)
    func itRuns(_ words: [String], _ status: Int32) throws {
        let outcome = try Home().fedauth(["--no-input"] + words)
        #expect(outcome.status == status && (status == 0 || outcome.errors.hasPrefix("fedauth: error: ")), "\(outcome)")
    }
}
