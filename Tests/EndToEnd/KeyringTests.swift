import Testing

@testable import CommandSupport

/// Tests sessions in the real gnome-keyring, on a separate session bus.
struct KeyringTests {
    let home: Home

    init() throws {
        home = try Home(hasPassphrase: true)
        home.environment["FEDAUTH_STORE"] = nil
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
    }

    @Test func theKeyringIsChosenWhenItAnswersAndRemembered() throws {
        let outcome = try home.desktop(
            "printf 'a\\0b' | $FEDAUTH store put x && $FEDAUTH store get x | od -An -c && $FEDAUTH status; $FEDAUTH "
                + "store list --json"
        )
        #expect(outcome.text.contains("a  \\0   b"), "\(outcome)")
        // In another desktop session the keyring is locked. It is reported as locked and not as empty, and the file is not used
        // instead.
        let locked = try home.desktop("$FEDAUTH store get x; echo status $?", unlocked: false)
        #expect(locked.text == "status 12\n", "\(locked)")
        // There is no desktop session.
        let gone = try home.fedauth("store", "get", "x")
        #expect(gone.status == 8 && gone.errors.contains("--store file"), "\(gone)")
        // The entry still exists.
        #expect(try home.desktop("$FEDAUTH store get x | od -An -c").text.contains("a  \\0   b"))
    }

    @Test func theFileIsChosenWhereThereIsNoKeyring() throws {
        let outcome = try home.fedauth("store", "put", "x", input: "v", adding: ["FEDAUTH_STORE_PASSPHRASE": "pp"])
        #expect(outcome.status == 0, "\(outcome)")
        let asked = try home.fedauth("store", "list", "-v", adding: ["FEDAUTH_STORE_PASSPHRASE": "pp"])
        #expect(asked.text.hasPrefix("x\t"))
        // The file remains the choice when a keyring appears.
        let desktop = try home.desktop("FEDAUTH_STORE_PASSPHRASE=pp $FEDAUTH store list")
        #expect(desktop.text.hasPrefix("x\t"), "\(desktop)")
    }

    @Test func aSessionLivesInTheKeyring() throws {
        let lab = try Lab.get()
        let plain = try lab.scenario("plain")
        let password = try #require(lab.users["ada"]?.passwordFile)
        let outcome = try home.desktop(
            "$FEDAUTH saml '\(plain.start)' --finish '\(plain.finish)' --user ada --password-file \(password) "
                + "--cacert \(lab.caFile) --no-input"
                + " && $FEDAUTH status && eval $($FEDAUTH export-cookies)"
                + " && curl -sS --cacert \(lab.caFile) -b \"$FEDAUTH_COOKIE_JAR\" '\(plain.protected)' && $FEDAUTH "
                + "logout && $FEDAUTH store list"
        )
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("kept in the keyring") && outcome.text.contains("signed in as ada"), "\(outcome)")
    }

    @Test func unlockTakesThePasswordFromAFileADescriptorAndATerminal() throws {
        _ = try home.desktop("printf v | $FEDAUTH store put x --store keyring")
        let file = try home.file("password", "pw\n")
        let wrong = try home.file("wrong", "pww\n")
        let outcome = try home.desktop(
            """
            $FEDAUTH store get x; echo "locked $?"
            $FEDAUTH store unlock --store keyring --no-input; echo "nobody asked $?"
            $FEDAUTH store unlock --store keyring --store-passphrase-file \(wrong); echo "wrong $?"
            $FEDAUTH store unlock --store keyring --store-passphrase-file \(file); echo "file $?"
            $FEDAUTH store get x; echo; $FEDAUTH store lock; $FEDAUTH store get x; echo "locked $?"
            $FEDAUTH store unlock --store keyring --store-passphrase-fd 9 9<\(file) --for 1h; echo "descriptor $?"
            $FEDAUTH store get x
            """, unlocked: false)
        #expect(
            outcome.text
                == "locked 12\nnobody asked 12\nwrong 13\nfile 0\nv\nlocked 12\ndescriptor 0\nv", "\(outcome)")
        #expect(outcome.errors.contains("'--for' has no effect"), "\(outcome)")
        let asked = try home.desktop(
            "printf '#!/bin/sh\\necho pw\\n' >$HOME/ask; chmod 700 $HOME/ask; "
                + "FEDAUTH_ASKPASS=$HOME/ask $FEDAUTH store unlock --store keyring && $FEDAUTH store get x",
            unlocked: false)
        #expect(asked.text == "v" && asked.status == 0, "\(asked)")
    }

    @Test func unlockingTheKeyringIsMeantWhicheverStoreIsInUse() throws {
        _ = try home.desktop("printf v | $FEDAUTH store put x --store keyring")
        let outcome = try home.desktop(
            """
            export FEDAUTH_STORE=file FEDAUTH_STORE_PASSPHRASE=pw
            $FEDAUTH store unlock --store keyring --json && $FEDAUTH store get x --store keyring
            """, unlocked: false)
        #expect(outcome.status == 0 && outcome.text.contains("\"ready\"") && outcome.text.hasSuffix("v"), "\(outcome)")
    }

    @Test func initMakesTheMissingCollection() throws {
        let outcome = try home.desktop(
            """
            printf v | $FEDAUTH store put x --store keyring; echo "none $?"
            $FEDAUTH store init --store keyring --no-input; echo "nobody asked $?"
            FEDAUTH_STORE_PASSPHRASE=new $FEDAUTH store init --store keyring; echo "made $?"
            printf v | $FEDAUTH store put x --store keyring; $FEDAUTH store get x --store keyring; echo
            FEDAUTH_STORE_PASSPHRASE=new $FEDAUTH store init --store keyring; echo "again $?"
            """, unlocked: false)
        #expect(outcome.text == "none 8\nnobody asked 4\nmade 0\nv\nagain 16\n", "\(outcome)")
    }

    @Test func verifyNamesWhatDoesNotOpenAndWhatIsLeftOver() throws {
        let blobs = home.path + "/data/fedauth/blobs"
        let outcome = try home.desktop(
            """
            export FEDAUTH_STORE=keyring
            for name in a b c; do head -c 70000 /dev/urandom | $FEDAUTH store put $name; done; printf v | $FEDAUTH store put d
            $FEDAUTH store verify; echo "well $?"
            # As if a process had ended between the file and the item, long ago and just now.
            cd \(blobs) || exit 1; one=$(ls | grep -v lock | head -n 1)
            mark=$(echo $one | cut -c1-8)
            old=${mark}000000000000000000000000 new=${mark}111111111111111111111111 other=00000000000000000000000000000000
            touch -d '2 days ago' $old $other $old.tmp; touch $new; chmod 600 *
            $FEDAUTH store verify --json; echo "left over $?"
            $FEDAUTH store recover --json; echo "recovered $?"
            ls | grep -c -e $old; ls | grep -c -e $new -e $other
            # What is lost stays until it is deleted.
            rm $one; $FEDAUTH store verify >lost; echo "lost $? $(wc -l <lost)"; $FEDAUTH store recover >lost2; cmp lost lost2
            $FEDAUTH store list | wc -l; $FEDAUTH store delete "$(cat lost)"; $FEDAUTH store verify; echo "well $?"
            """)
        let mark = try #require(outcome.text.split(separator: "/blobs/").dropFirst().first).prefix(8)
        let old = "\(blobs)/\(mark)000000000000000000000000"
        let files = "[\"\(old)\",\"\(old).tmp\"]"
        #expect(
            outcome.text.filter { !$0.isWhitespace }
                == "well0{\"leftovers\":\(files),\"unreadable\":[]}leftover0"
                + "{\"doubled\":[],\"isStateBefore\":false,\"lost\":[],\"older\":[],\"removed\":\(files)}recovered002lost1414well0",
            "\(outcome)")
    }

    @Test func anEntryThatAnotherProgramChangedIsNamedAndLeavesTheOthersAlone() throws {
        let outcome = try home.desktop(
            """
            cd \(home.path) || exit 1; export FEDAUTH_STORE=keyring FEDAUTH_STORE_PASSPHRASE=pw
            for name in a b c; do echo $name | $FEDAUTH store put $name; done
            printf edited | secret-tool store --label=x format 1 name b xdg:schema io.github.fedauth.Item
            $FEDAUTH store list 2>warned | cut -f 1,2; grep -c "cannot be read: 'b'" warned
            $FEDAUTH store search 'a*' 2>/dev/null | cut -f 1
            $FEDAUTH store export --plaintext -o all 2>said; echo "$? $(wc -l <all)"; tail -n 1 said
            $FEDAUTH store export --plaintext 2>/dev/null | wc -l
            $FEDAUTH store init --name other; $FEDAUTH store move --store keyring --to other 2>said; echo $?; tail -n 1 said
            $FEDAUTH store recover; $FEDAUTH store list | wc -l; $FEDAUTH store delete b; $FEDAUTH store verify; echo $?
            """)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "a\tsecret", "b\tunreadable", "c\tsecret", "1", "a", "14 3",
                "fedauth: exported 2 entries to 'all'; left out 1 that cannot be read", "3", "14",
                "fedauth: warning: entries that cannot be read stay in the desktop keyring: 1", "b", "1", "0",
            ], "\(outcome)")
    }

    @Test func nothingCountsAsLeftOverWhileAKeyringIsLocked() throws {
        let outcome = try home.desktop(
            """
            export FEDAUTH_STORE=keyring
            head -c 70000 /dev/urandom | $FEDAUTH store put a; cd \(home.path)/data/fedauth/blobs || exit 1
            old=$(ls | grep -v lock | cut -c1-8)000000000000000000000000; touch -d '2 days ago' $old; chmod 600 *
            $FEDAUTH store lock; $FEDAUTH store recover; echo "locked $?"; ls | grep -c $old
            """)
        #expect(outcome.text == "locked 12\n1\n", "\(outcome)")
    }

    @Test func everyStateHasItsStatusOneLineAndAWayOn() throws {
        let get = "$FEDAUTH store get x --store keyring 2>&1; echo \"status $?\"; "
        func expect(_ text: String, _ status: Int, _ words: String) {
            let lines = text.split(separator: "\n")
            #expect(lines.count == 3 && lines.last == "status \(status)", "\(text)")
            #expect(
                lines.first?.hasPrefix("fedauth: error: ") == true && lines.first?.contains(words) == true, "\(text)")
            #expect(lines.dropFirst().first?.hasPrefix("fedauth: hint: ") == true, "\(text)")
        }
        func alone(_ script: String) throws -> String {
            try Run.program(
                "/bin/sh", ["-c", script], environment: home.environment.merging(["FEDAUTH": Home.binary]) { $1 }
            ).text
        }
        expect(try alone(get), 8, "there is no session bus")
        expect(try alone("export DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent; " + get), 8, "cannot be reached")
        expect(try home.desktop(get, unlocked: false).text, 8, "no default collection")
        expect(try home.desktop(get).text, 10, "'x'")
        expect(try home.desktop(get, unlocked: false).text, 12, "is locked")
        let frozen =
            "$FEDAUTH store list --store keyring; pid=$("
            + "dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / "
            + "org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets | sed 's/.* //'); "
        let late = try home.desktop(frozen + "kill -STOP $pid; \(get) kill -CONT $pid")
        expect(late.text, 6, "did not answer within 3 s")
    }
}
