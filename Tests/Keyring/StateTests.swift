import Glibc
import Testing

/// Tests every common state of a desktop keyring: each has its own answer, in time.
@Suite(.serialized) struct StateTests {
    /// Expects that the lines of a script begin with these texts.
    private func expect(_ lines: [String], _ starts: [String], _ location: SourceLocation = #_sourceLocation) {
        #expect(lines.count == starts.count, "\(lines)", sourceLocation: location)
        for (line, start) in zip(lines, starts) {
            #expect(line.hasPrefix(start), "\(line)", sourceLocation: location)
        }
    }

    @Test func `an unlocked keyring keeps the contract of every store`() {
        expect(Session().run("keyring; probe probe; contract 16777216; probe count"), ["ready", "kept", "0"])
    }

    @Test func `locked is neither missing nor empty, and the password opens it`() {
        let lines = Session().run(
            """
            keyring; probe put a hello; probe lock; probe state; probe probe
            probe get a; probe get missing; probe list; probe put b x; probe delete a
            probe unlock; PROBE_PASSWORD=wrong probe unlock; PROBE_PASSWORD=testpw probe unlock; probe get a
            """)
        expect(
            lines,
            ["version 1", "locked", "locked", "locked"] + [String](repeating: "store-locked 12", count: 6)
                + ["wrong-passphrase 13", "unlocked", "hello"])
    }

    /// gnome-keyring opens one only when somebody asks it to, as after each login that asks for no password.
    @Test func `a keyring without a password is open`() {
        expect(
            Session(option: "--no-service").run(
                """
                mkdir -p $XDG_DATA_HOME/keyrings; printf Plain >$XDG_DATA_HOME/keyrings/default
                printf '[keyring]\\ndisplay-name=Plain\\n' >$XDG_DATA_HOME/keyrings/Plain.keyring
                plain() { gnome-keyring-daemon --foreground --components=secrets </dev/null >/dev/null 2>&1 & ring_pid=$!
                    ends_with_script $ring_pid; until [ "$(service_pid)" ]; do sleep 0.05; done; }
                plain; probe put a one; end_ring; plain; probe get a; end_ring; plain; probe list; probe state
                """), ["version 1", "one", "a", "ready"])
    }

    @Test func `a locked keyring that the bus starts is seen as locked`() {
        let lines = Session().run(
            """
            keyring; probe put a hello
            kill $(service_pid)
            while [ "$(service_pid)" ]; do sleep 0.05; done
            probe state; probe get a; probe get missing
            """)
        expect(lines, ["version 1", "locked", "store-locked 12", "store-locked 12"])
    }

    @Test func `what was acknowledged is there after the service is killed`() {
        let lines = Session().run(
            """
            keyring; probe put a one; probe put a two; probe put b one; kill -9 $(service_pid)
            while [ "$(service_pid)" ]; do sleep 0.05; done
            keyring --replace
            until [ "$(probe state)" = ready ]; do sleep 0.05; done; probe get a; probe get b
            """)
        #expect(lines == ["version 1", "version 2", "version 1", "two", "one"], "\(lines)")
    }

    @Test func `a bus without a service`() {
        let lines = Session(option: "--no-service").run(
            "probe probe; probe get a; probe put a b; probe state")
        expect(
            lines,
            ["unavailable store-unavailable: the session bus has no secret service"]
                + [String](repeating: "store-unavailable 8: the session bus has no secret service", count: 3))
    }

    @Test func `no bus, a dead bus, no library`() {
        let lines = Session(option: "--no-bus").run(
            """
            probe get a
            DISPLAY=:99 probe get a
            DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent probe get a
            without_library probe get a
            """)
        expect(
            lines,
            [
                "store-unavailable 8: there is no session bus",
                "store-unavailable 8: there is no session bus",
                "store-unavailable 8: the session bus cannot be reached",
                "store-unavailable 8: the desktop keyring needs libsecret, which is not installed [apt install libsecret-1-0",
            ])
    }

    @Test func `no default collection, until one is made`() {
        let lines = Session().run(
            """
            probe state; probe get a; probe put a b; probe initialise
            PROBE_PASSWORD=new probe initialise; probe state; probe put a b
            PROBE_PASSWORD=new probe initialise
            """)
        let none = "store-unavailable 8: the desktop keyring has no default collection"
        expect(lines, ["absent", none, none, "input-needed 4", "made", "ready", "version 1", "busy 16"])
    }

    @Test func `a service that hangs is given up in time and lives`() {
        let lines = Session().run(
            """
            keyring; probe put a b; pid=$(service_pid)
            kill -STOP $pid; probe get a; kill -CONT $pid
            probe get a
            """)
        // The harness ends a call that does not give up after 20 s, without output.
        #expect(lines.count == 3 && lines[1].hasPrefix("timed-out 6") && lines[2] == "b", "\(lines)")
    }

    @Test func `a bus that hangs is given up in time`() {
        let lines = Session().run(
            """
            bus=$(pgrep -P $PPID dbus-daemon); keyring; probe put a b
            kill -STOP $bus; probe get a; kill -CONT $bus
            probe get a
            """)
        #expect(lines.count == 3 && lines[1].hasPrefix("timed-out 6") && lines[2] == "b", "\(lines)")
    }

    @Test func `forty writes of four processes lose nothing, and versions count every one`() {
        let lines = Session().run(
            """
            keyring; for i in 1 2 3 4; do probe parallel p$i >/dev/null & done; wait; probe count
            for i in 1 2 3 4 5; do probe put same x >/dev/null & done; wait
            probe put same x; probe delete same; probe delete same
            """)
        expect(lines, ["40", "version 6", "true", "false"])
    }

    @Test func `items of others are neither seen nor touched`() {
        let lines = Session().run(
            """
            keyring; printf theirs | secret-tool store --label=x name a format 1
            probe get a; probe list; probe put a mine; probe delete a
            secret-tool lookup name a; echo
            """)
        #expect(lines == ["nil", "version 1", "true", "theirs"], "\(lines)")
    }

    @Test func `an entry stays in its collection when another becomes the default`() {
        let lines = Session().run(
            """
            keyring; probe put a one
            dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
                org.freedesktop.Secret.Service.SetAlias string:default \
                objpath:/org/freedesktop/secrets/collection/session >/dev/null
            probe put a two; probe get a; probe count
            """)
        expect(lines, ["version 1", "version 2", "two", "1"])
    }

    @Test func `an entry of a locked collection beside the default one is reached by unlocking it`() {
        let lines = Session().run(
            """
            call() {
                dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
                    org.freedesktop.Secret.Service.$@ >/dev/null
            }
            keyring; probe put a one; call SetAlias string:default objpath:/org/freedesktop/secrets/collection/session
            call Lock array:objpath:/org/freedesktop/secrets/collection/login
            probe put b two; probe get a; probe list; probe unlock; PROBE_PASSWORD=wrong probe unlock
            PROBE_PASSWORD=testpw probe unlock; probe get a; probe list
            """)
        expect(
            lines,
            [
                "version 1", "version 1", "store-locked 12: 'Login' of the desktop keyring is locked, and has 'a'",
                "store-locked 12: 'Login' of the desktop keyring is locked, and has entries", "store-locked 12",
                "wrong-passphrase 13: the password does not open 'Login' of the desktop keyring", "unlocked", "one",
                "a b",
            ])
    }

    /// gnome-keyring, once started again, finds items of a locked keyring only by the hash of their schema.
    @Test func `an entry of a keyring that was not opened since the start is locked, not missing`() {
        let lines = Session().run(
            """
            end() { kill $(service_pid); while [ "$(service_pid)" ]; do sleep 0.05; done; }
            keyrings=$XDG_DATA_HOME/keyrings; keyring; probe put a one; end
            mv $keyrings/login.keyring $keyrings/work.keyring; rm -f $keyrings/default
            probe state; probe probe; probe get a; probe list; probe put b two; PROBE_PASSWORD=new probe initialise
            PROBE_PASSWORD=testpw probe unlock; probe put b two; probe get a; probe list; ls $keyrings; end
            keyring; probe get a; probe put a three; probe delete a; probe get c; probe list
            """)
        let hidden = "store-locked 12: 'Login' of the desktop keyring is locked, and has"
        // Without an alias, the keyring with fedauth's entries takes the place of the default one.
        expect(
            lines,
            ["version 1", "locked", "locked"]
                + [String](repeating: "store-locked 12: the desktop keyring is locked", count: 3) + [
                    "busy 16", "unlocked", "version 1", "one", "a b", "user.keystore", "work.keyring",
                    "\(hidden) 'a'", "\(hidden) 'a'", "\(hidden) 'a'", "nil", "\(hidden) entries",
                ])
    }

    @Test func `nothing confidential is in the files, on the bus, or on the command line of a child`() {
        let lines = Session().run(
            """
            keyring; dbus-monitor --session --pcap >$HOME/bus.pcap & monitor=$!
            until [ -s $HOME/bus.pcap ]; do sleep 0.05; done
            probe put a needle-in-the-haystack >/dev/null; probe get a >/dev/null; probe lock >/dev/null
            PROBE_PASSWORD=testpw probe unlock
            for try in $(seq 100); do
                grep -q UnlockWithMasterPassword $HOME/bus.pcap && break
                sleep 0.05
            done
            kill $monitor
            grep -q UnlockWithMasterPassword $HOME/bus.pcap && echo seen
            grep -a -c -e needle -e testpw $HOME/bus.pcap
            cat $XDG_DATA_HOME/keyrings/* | grep -a -c -e needle -e testpw
            """)
        expect(lines, ["unlocked", "seen", "0", "0"])
    }

    @Test func `a long value lies sealed in a file, goes with its entry, and is missed when it is gone`() {
        let lines = Session().run(
            """
            keyring; files=$XDG_DATA_HOME/fedauth/blobs; long=$(head -c 70000 /dev/zero | tr '\\0' n)
            probe put a $long; ls $files | grep -vc lock; cat $files/* | grep -a -c nnnn; probe get a | wc -c
            probe put a $long; ls $files | grep -vc lock
            blob=$(ls $files/* | grep -v lock); cp $blob $HOME/kept; printf x >>$blob; probe get a | cut -c1-17
            rm $blob; probe get a | cut -c1-16; probe delete a; ls $files | grep -vc lock
            """)
        #expect(
            lines == [
                "version 1", "1", "0", "70001", "version 2", "1", "store-altered 14:", "store-damaged 14",
                "true", "0",
            ], "\(lines)")
    }

    @Test func `verify tells a file that cannot be read from one that is lost`() {
        let lines = Session().run(
            """
            keyring; probe put a $(head -c 70000 /dev/zero | tr '\\0' n); probe verify
            blob=$(ls $XDG_DATA_HOME/fedauth/blobs/* | grep -v lock); chmod 644 $blob; probe verify
            chmod 600 $blob; printf x >>$blob; probe verify; rm $blob; probe verify
            """)
        expect(
            lines,
            ["version 1", "unreadable: ", "store-unsafe 8: others may open", "unreadable: a", "unreadable: a"])
    }
}
