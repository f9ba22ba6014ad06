import Testing

@testable import CommandSupport

/// Runs the short forms of `make torture`: each attack on the store, and each search for secrets.
struct TortureTests {
    let home: Home

    init() throws { home = try Home() }

    private func run(_ program: String, _ arguments: [String]) throws -> Outcome {
        try Run.program(
            "/usr/bin/python3", [Repository.root + "/Tests/Torture/" + program] + arguments,
            environment: home.environment)
    }

    /// Each run has another seed, which a failure shows.
    @Test(arguments: [
        "kill", "faults", "full-disk", "parallel", "tamper", "headers", "small-files", "pairs", "etcd", "renewal",
    ])
    func nothingAcknowledgedIsLostAndDamageIsNamed(attack: String) throws {
        let outcome = try run("torture", [Home.binary, "15", "\(UInt32.random(in: 0...UInt32.max))", attack])
        #expect(outcome.status == 0 && outcome.text.hasPrefix(attack), "\(outcome)")
    }

    @Test(arguments: ["memory", "system-calls", "environment", "traces", "bus", "parent", "core", "echo"])
    func noSecretIsLeftBehind(place: String) throws {
        let outcome = try run("hygiene", [Home.binary, place])
        #expect(outcome.status == 0 && outcome.text.hasPrefix(place), "\(outcome)")
    }
}
