import Testing

/// Sessions in the real gnome-keyring, on a session bus of its own.
struct KeyringTests {
    let home: Home

    init() throws {
        home = try Home()
        home.environment["FEDAUTH_STORE"] = nil
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
    }

    /// Runs `script` on a fresh bus, with an unlocked keyring unless told otherwise.
    private func desktop(_ script: String, unlocked: Bool = true) throws -> Outcome {
        let start =
            unlocked ? "printf %s pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; " : ""
        return try Run.program(
            "/usr/bin/dbus-run-session", ["--", "/bin/sh", "-c", start + script],
            environment: home.environment.merging(["FEDAUTH": Home.binary]) { $1 }, seconds: 120)
    }

    @Test func theKeyringIsChosenWhenItAnswersAndRemembered() throws {
        let outcome = try desktop(
            "printf 'a\\0b' | $FEDAUTH store put x && $FEDAUTH store get x | od -An -c && $FEDAUTH status; $FEDAUTH "
                + "store list --json"
        )
        #expect(outcome.text.contains("a  \\0   b"), "\(outcome)")
        // Another desktop session, locked: it is said to be locked, not empty, and the file is not taken in its place.
        let locked = try desktop("$FEDAUTH store get x; echo status $?", unlocked: false)
        #expect(locked.text == "status 12\n", "\(locked)")
        // No desktop at all.
        let gone = try home.fedauth("store", "get", "x")
        #expect(gone.status == 8 && gone.errors.contains("--store file"), "\(gone)")
        // And the entry is still there.
        #expect(try desktop("$FEDAUTH store get x | od -An -c").text.contains("a  \\0   b"))
    }

    @Test func theFileIsChosenWhereThereIsNoKeyring() throws {
        let outcome = try home.fedauth("store", "put", "x", input: "v", adding: ["FEDAUTH_STORE_PASSPHRASE": "pp"])
        #expect(outcome.status == 0, "\(outcome)")
        let asked = try home.fedauth("store", "list", "-v", adding: ["FEDAUTH_STORE_PASSPHRASE": "pp"])
        #expect(asked.text.hasPrefix("x\t"))
        // It stays chosen when a keyring appears.
        let desktop = try desktop("FEDAUTH_STORE_PASSPHRASE=pp $FEDAUTH store list")
        #expect(desktop.text.hasPrefix("x\t"), "\(desktop)")
    }

    @Test func aSessionLivesInTheKeyring() throws {
        let lab = try Lab.get()
        let plain = try lab.scenario("plain")
        let password = try #require(lab.users["ada"]?.passwordFile)
        let outcome = try desktop(
            "$FEDAUTH saml '\(plain.start)' --finish '\(plain.finish)' --user ada --password-file \(password) "
                + "--cacert \(lab.caFile) --no-input"
                + " && $FEDAUTH status && eval $($FEDAUTH export-cookies)"
                + " && curl -sS --cacert \(lab.caFile) -b \"$FEDAUTH_COOKIE_JAR\" '\(plain.protected)' && $FEDAUTH "
                + "logout && $FEDAUTH store list"
        )
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.text.contains("kept in the keyring") && outcome.text.contains("signed in as ada"), "\(outcome)")
    }
}
