import Testing

/// Tests the report that explains why the keyring cannot be used.
@Suite(.serialized) struct ReportTests {
    @Test func `an unlocked and a locked keyring, with who answers`() {
        let lines = Session().run(
            """
            keyring; probe state >/dev/null; pid=$(service_pid); probe report | sed "s/ $pid\\$/ PID/"; probe lock >/dev/null; probe report | tail -2
            """)
        #expect(
            lines == [
                "library true bus true", "service gnome-keyring-daemon PID",
                "collection /org/freedesktop/secrets/collection/login Login false", "obstacle none",
                "collection /org/freedesktop/secrets/collection/login Login true",
                "obstacle store-locked: the desktop keyring is locked",
            ], "\(lines)")
    }

    @Test func `each step that is missing ends the report with an obstacle of its own`() {
        #expect(
            Session().run("probe report; without_library probe report").filter {
                !$0.hasPrefix("service g")
            }
                == [
                    "library true bus true", "collection none",
                    "obstacle store-unavailable: the desktop keyring has no default collection",
                    "library false bus false", "service none 0", "collection none",
                    "obstacle store-unavailable: the desktop keyring needs libsecret, which is not installed",
                ])
        #expect(
            Session(option: "--no-service").run("probe report") == [
                "library true bus true", "service none 0", "collection none",
                "obstacle store-unavailable: the session bus has no secret service",
            ])
        #expect(
            Session(option: "--no-bus").run("probe report") == [
                "library true bus none", "service none 0", "collection none",
                "obstacle store-unavailable: there is no session bus, so no desktop keyring",
            ])
    }

    @Test func `a hanging service is named before it is given up`() {
        let lines = Session().run(
            "keyring; probe state >/dev/null; pid=$(service_pid); kill -STOP $pid; probe report; kill -CONT $pid")
        #expect(
            lines.count == 4 && lines[1].hasPrefix("service gnome-keyring-daemon ")
                && lines[3].hasPrefix("obstacle timed-out"), "\(lines)")
    }
}
