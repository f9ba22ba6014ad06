import Testing

/// Tests services that misbehave, each in one way (`mock_service.py`). fedauth must give the right answer in time and lose
/// nothing.
@Suite(.serialized) struct MisbehaviourTests {
    /// Expects that the lines of a script begin with these texts, with a service that misbehaves in this `way`.
    private func expect(
        _ way: String, _ script: String, _ starts: [String], _ location: SourceLocation = #_sourceLocation
    ) {
        let lines = Session(option: "--no-service").run("mock \(way); " + script + "; cat $HOME/mock.log")
        #expect(lines.count == starts.count, "\(way): \(lines)", sourceLocation: location)
        for (line, start) in zip(lines, starts) {
            #expect(line.hasPrefix(start), "\(way): \(line)", sourceLocation: location)
        }
    }

    @Test func `only the plain session algorithm`() {
        expect("fine", "contract; probe count", ["kept", "0"])
    }

    @Test func `answers that come after the deadline`() {
        let late = "timed-out 6: the desktop keyring did not answer within 3 s"
        expect("late", "probe get a; probe put a b; probe unlock", [late, late, late])
    }

    @Test func `answers that come slowly, but in time`() {
        expect("late-by-2", "probe put a b; probe get a", ["version 1", "b"])
    }

    @Test func `prompts that never answer are left, not dismissed`() {
        let asks = "timed-out 6: the desktop keyring asks before it can"
        expect(
            "asks", "probe put a b; probe get a; probe lock",
            ["\(asks) keep an entry", "nil", "\(asks) be locked", "Prompt", "Prompt"])
    }

    @Test func `a delete that asks keeps the entry and its file`() {
        expect(
            "asks-to-delete",
            """
            long=$(head -c 70000 /dev/zero | tr '\\0' n); probe put a $long; probe delete a
            probe get a | wc -c; probe put b c; probe get b
            """,
            [
                "version 1", "timed-out 6: the desktop keyring asks before it can delete an entry", "70001",
                "version 1", "c", "Prompt",
            ])
    }

    @Test func `prompts that do their work by themselves`() {
        expect(
            "asks-and-does", "contract | tail -1; rm $HOME/mock.log; probe put a b; cat $HOME/mock.log",
            ["kept", "version 1", "Prompt", "Prompt"])
    }

    @Test func `prompts that are refused`() {
        expect(
            "refuses", "probe put a b; probe get a",
            ["cancelled 5: the desktop keyring was asked to keep an entry", "nil", "Prompt"])
    }

    @Test func `a service that ends when it is asked`() {
        expect(
            "ends-at-prompt", "probe put a b; probe get a",
            ["store-unavailable 8", "store-unavailable 8: the session bus has no secret service", "Prompt"])
    }

    @Test func `bytes that are changed are noticed, and are not left to be read`() {
        expect(
            "changes", "probe put a b; probe get a",
            ["store-unavailable 8: the desktop keyring changed the bytes of 'a'", "nil"])
    }

    @Test func `writes that are acknowledged and lost`() {
        expect(
            "loses", "probe put a b; probe get a",
            ["store-unavailable 8: the desktop keyring acknowledged 'a' and did not keep it", "nil"])
    }

    @Test func `an update that is lost leaves the value before, with its file`() {
        expect(
            "loses-updates",
            """
            long=$(head -c 70000 /dev/zero | tr '\\0' n); probe put a $long; probe put a short; probe get a | wc -c
            probe put a $(echo $long | tr n m) | cut -c1-19; probe get a | wc -c
            """,
            [
                "version 1", "store-unavailable 8: the desktop keyring changed the bytes of 'a'", "70001",
                "store-unavailable 8", "70001",
            ])
    }

    @Test func `an update that is changed is taken back, also one of a value with a file`() {
        let changed = "store-unavailable 8: the desktop keyring changed the bytes of 'a' "
        expect(
            "changes-some-updates",
            """
            probe put a old; probe put a new!; probe get a
            long=$(head -c 70000 /dev/zero | tr '\\0' n); probe put a $long; probe put a new!; probe get a | wc -c
            """, ["version 1", changed, "old", "version 2", changed, "70001"])
        expect(
            "changes-updates", "probe put a old; probe put a new",
            ["version 1", "store-unavailable 8: the desktop keyring changed the bytes of 'a', and does not take back"])
    }

    @Test func `a delete that is acknowledged and not done`() {
        expect(
            "keeps-deleted", "probe put a b; probe delete a; probe get a",
            ["version 1", "store-unavailable 8: the desktop keyring did not delete 'a'", "b"])
    }

    @Test func `a locked service without a password of its own is never prompted`() {
        expect(
            "locked", "probe get a; probe put a b; probe list; probe delete a; probe unlock",
            [String](repeating: "store-locked 12", count: 5))
    }

    @Test func `unlocking by a dialog that never ends`() {
        expect(
            "locked", "PROBE_PROMPT=1 probe unlock",
            ["timed-out 6: the desktop keyring asks before it can be unlocked", "Unlock", "Prompt"])
    }

    @Test func `answers of the wrong type`() {
        expect(
            "garbage", "probe get a; probe put a b; probe list",
            [String](repeating: "store-unavailable 8: the desktop keyring cannot", count: 3))
    }

    @Test func `no collection, and no way to make one`() {
        expect(
            "empty", "probe state; probe get a; PROBE_PASSWORD=x probe initialise",
            [
                "absent", "store-unavailable 8: the desktop keyring has no default collection",
                "store-unavailable 8: this secret service makes no collection without its own program",
            ])
    }
}
