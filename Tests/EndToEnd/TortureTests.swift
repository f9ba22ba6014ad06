import Testing

/// The short forms of `make torture`: each attack on the store, and each place where a secret might be left.
struct TortureTests {
    let home: Home

    init() throws { home = try Home() }

    private func run(_ program: String, _ arguments: [String]) throws -> Outcome {
        try Run.program(
            "/usr/bin/python3", [Repository.root + "/Tests/Torture/" + program] + arguments,
            environment: home.environment, seconds: 300)
    }

    /// The seed is of every run's own; a failure names it.
    @Test(arguments: ["kill", "faults", "full-disk", "parallel", "tamper", "headers", "small-files", "pairs"])
    func nothingAcknowledgedIsLostAndDamageIsNamed(attack: String) throws {
        let outcome = try run("torture", [Home.binary, "40", "\(UInt32.random(in: 0...UInt32.max))", attack])
        #expect(outcome.status == 0 && outcome.text.hasPrefix(attack), "\(outcome)")
    }

    @Test(arguments: ["memory", "system-calls", "environment", "traces", "bus", "parent", "core", "echo"])
    func noSecretIsLeftBehind(place: String) throws {
        let outcome = try run("hygiene", [Home.binary, place])
        #expect(outcome.status == 0 && outcome.text.hasPrefix(place), "\(outcome)")
    }
}
