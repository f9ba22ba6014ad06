import Testing

/// Tests KWallet, KDE's secret service; it runs without a display.
@Suite(.serialized) struct KWalletTests {
    private func expect(_ script: String, _ starts: [String], _ location: SourceLocation = #_sourceLocation) {
        let lines = Session(option: "--no-service").run(script)
        #expect(lines.count == starts.count, "\(lines)", sourceLocation: location)
        for (line, start) in zip(lines, starts) {
            #expect(line.hasPrefix(start), "\(line)", sourceLocation: location)
        }
    }

    @Test func `it keeps the contract of every store, up to the longest value`() {
        expect("kwallet_ring open; contract 16777216; probe count", ["kept", "0"])
    }

    @Test func `a wallet that the login has opened is open, and is named`() {
        expect(
            "kwallet_ring open; probe state; probe unlock; probe report; probe get a; probe put a b; probe get a",
            [
                "ready", "unlocked", "library true bus true", "service kwalletd5",
                "collection /org/freedesktop/secrets/collection/kdewallet kdewallet false", "obstacle none", "nil",
                "version 1", "b",
            ])
    }

    /// It loses a session now and then, and refuses one in 256 keys.
    @Test func `no pair of a write and a read is lost`() {
        expect(
            """
            kwallet_ring open; for i in $(seq 150); do
                probe put a$((i % 7)) v$i | grep -v '^version '; probe get a$((i % 7)) | grep -v -x v$i
            done; probe list; probe verify
            """, ["a0 a1 a2 a3 a4 a5 a6", "unreadable: "])
    }

    @Test func `a closed wallet is neither missing nor empty, and hides nothing`() {
        expect(
            """
            kwallet_ring open; probe put a b; probe lock; probe state
            probe get a; probe get missing; probe list; probe put a c; probe add d e; probe delete a; probe unlock
            end_ring; kwallet_ring closed; probe get a; end_ring; kwallet_ring open; probe get a; probe list
            """,
            ["version 1", "locked", "locked"] + [String](repeating: "store-locked 12", count: 8) + ["b", "a"])
    }
}
