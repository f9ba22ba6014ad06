import Testing

/// Tests dialogs of the service on a display without a user.
@Suite(.serialized) struct PromptTests {
    /// Shell functions that tell whether the program for gnome-keyring's dialogs runs.
    private let prompterRuns = """
        prompter() {
            dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus /org/freedesktop/DBus \
                org.freedesktop.DBus.NameHasOwner string:org.gnome.keyring.SystemPrompter | sed "s/.* //"
        }
        # The bus starts it, possibly after its caller has stopped waiting.
        prompter_comes() {
            for i in $(seq 100); do [ "$(prompter)" = true ] && break; sleep 0.1; done
            prompter
        }

        """

    @Test func `only unlock lets a dialog come up`() {
        let lines = Session().run(
            prompterRuns + """
                display; keyring; probe put a b; probe lock
                for word in state "get a" "get missing" list "put a b" "put new b" "delete a" probe; do probe $word; done
                prompter
                probe unlock; prompter
                PROBE_PROMPT=1 probe unlock; prompter_comes
                """)
        let starts =
            ["version 1", "locked", "locked"] + [String](repeating: "store-locked 12", count: 6) + ["locked", "false"]
            + ["store-locked 12: the desktop keyring asks for its password by itself", "false"]
            + ["timed-out 6: the desktop keyring asks before it can be unlocked", "true"]
        #expect(lines.count == starts.count, "\(lines)")
        for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start), "\(lines)") }
    }

    @Test func `the service outlives dialogs that get no answer in time`() {
        let lines = Session().run(
            """
            display; keyring; probe put a b; probe lock; pid=$(service_pid)
            for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do PROBE_PROMPT=1 probe unlock; done | cut -c1-11
            [ $(service_pid) = $pid ] && echo same
            PROBE_PASSWORD=testpw probe unlock; probe get a
            """)
        #expect(
            lines == ["version 1", "locked"] + [String](repeating: "timed-out 6", count: 20) + [
                "same", "unlocked", "b",
            ],
            "\(lines)")
    }

    @Test func `a client that is killed while its dialog is up leaves the service alive`() {
        let lines = Session().run(
            """
            display; keyring; probe put a b; probe lock; pid=$(service_pid)
            for i in 1 2 3; do PROBE_PROMPT=9 "$probe_program" unlock & sleep 0.4; kill -9 $!; wait $! 2>/dev/null; done
            [ $(service_pid) = $pid ] && echo same
            PROBE_PASSWORD=testpw probe unlock; probe get a
            """)
        #expect(lines == ["version 1", "locked", "same", "unlocked", "b"], "\(lines)")
    }
}
