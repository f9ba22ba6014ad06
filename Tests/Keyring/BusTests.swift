import Testing

/// Tests buses that exist but do not work.
@Suite(.serialized) struct BusTests {
    private func expect(
        _ option: String, _ script: String, _ starts: [String], _ location: SourceLocation = #_sourceLocation
    ) {
        let lines = Session(option: option).run(script)
        #expect(lines.count == starts.count, "\(lines)", sourceLocation: location)
        for (line, start) in zip(lines, starts) {
            #expect(line.hasPrefix(start), "\(line)", sourceLocation: location)
        }
    }

    @Test func `a bus that accepts and says nothing`() {
        let silent = "timed-out 6: the session bus did not answer within 3 s"
        expect(
            "--no-bus", "silent_bus; probe get a; probe put a b; probe report | tail -1",
            [silent, silent, "obstacle timed-out: the session bus did not answer"])
    }

    @Test func `an address whose socket is dead`() {
        expect(
            "--no-bus",
            """
            silent_bus; kill -9 $!; wait $! 2>/dev/null; probe get a
            DBUS_SESSION_BUS_ADDRESS=nonsense probe get a
            DBUS_SESSION_BUS_ADDRESS=autolaunch: probe get a
            """,
            [
                "store-unavailable 8: the session bus cannot be reached",
                "store-unavailable 8: the session bus cannot be reached",
                "store-unavailable 8: there is no session bus",
            ])
    }

    @Test func `a service that D-Bus starts and that never comes up`() {
        expect("--service=/bin/sleep 60", "probe get a", ["timed-out 6: the desktop keyring did not answer within 3 s"])
    }

    @Test func `a service that ends when D-Bus starts it, or is not installed`() {
        let broken = "store-unavailable 8: the secret service of the desktop cannot be started"
        expect("--service=/bin/false", "probe get a; probe report | tail -1", [broken, "obstacle store-unavailable"])
        expect("--service=/nonexistent/daemon", "probe get a", [broken])
    }
}
