import Glibc
import Testing

/// Tests `fedauth credential`: the protocol, its streams and statuses.
struct CredentialTests {
    let home: Home

    init() throws { home = try Home(hasPassphrase: true) }

    @discardableResult
    private func run(_ operation: String, _ description: String, adding: [String: String] = [:]) throws -> Outcome {
        try home.fedauth("credential", operation, input: description, adding: adding)
    }

    /// Expects status 0 and no output.
    private func expectSilence(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(
            outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)",
            sourceLocation: sourceLocation)
    }

    @Test func withoutAStoreNothingIsFoundAndNothingIsMade() throws {
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        for operation in ["get", "erase"] { expectSilence(try run(operation, "url=https://ada:x@h\n")) }
        #expect(home.hasNoStore)
    }

    @Test func whatIsStoredIsFoundAndWhatIsErasedIsGone() throws {
        expectSilence(try run("store", "url=https://ada:pässwörd@h\n"))
        let got = try run("get", "protocol=https\nhost=h\n\n")
        #expect(got.status == 0 && got.text == "username=ada\npassword=pässwörd\n" && got.errors.isEmpty, "\(got)")
        expectSilence(try run("get", "url=https://bob@h\n"))
        expectSilence(try run("get", "url=https://h:8443\n"))
        expectSilence(try run("erase", "url=https://ada:other@h\n"))
        #expect(try run("get", "url=https://h\n").text.contains("password=pässwörd"))
        expectSilence(try run("erase", "url=https://ada:pässwörd@h\n"))
        expectSilence(try run("get", "url=https://h\n"))
    }

    @Test func saysWhatItUnderstandsAndPassesOverWhatItDoesNot() throws {
        let capability = try run("capability", "")
        #expect(capability.text == "version 0\ncapability authtype\ncapability state\n", "\(capability)")
        for operation in ["refresh", "", "GET"] { expectSilence(try run(operation, "no description\r\n")) }
        #expect(home.hasNoStore)
        #expect(try home.fedauth("credential").status == 2)
    }

    @Test func aStoreThatCannotBeReadIsNoEmptyOneAndStaysAsItIs() throws {
        try run("store", "url=https://ada:pw@h\n")
        let path = home.path + "/data/fedauth/store"
        let whole = try Files.bytes(path)
        try home.fedauth("store", "lock")
        for operation in ["get", "erase", "fill", "reject"] {
            try run(operation, "url=https://ada@h\n", adding: ["FEDAUTH_STORE_PASSPHRASE": "wrong"])
                .expectComplaint(13, "passphrase")
            try run(operation, "url=https://ada@h\n", adding: ["FEDAUTH_STORE_PASSPHRASE": ""])
                .expectComplaint(12, "needs its passphrase")
        }
        #expect(try Files.bytes(path) == whole)
        var spoilt = whole
        spoilt[spoilt.count - 1] ^= 1
        let file = open(path, O_WRONLY)
        #expect(write(file, spoilt, spoilt.count) == spoilt.count)
        close(file)
        for operation in ["get", "erase", "store"] {
            let outcome = try run(operation, "url=https://ada:pw@h\n")
            #expect(outcome.status == 14 && outcome.output.isEmpty, "\(outcome)")
        }
        #expect(try Files.bytes(path) == spoilt)
    }

    @Test(arguments: ["host=h\r\n", "protocol=https\nhost=a\u{0}b\n", "nonsense\n", "url=https://h%0ahost=x\n"])
    func aDescriptionThatCouldBeReadInTwoWaysIsRefused(_ description: String) throws {
        try run("get", description).expectComplaint(2, "of the credential's description")
        try run("store", description + "password=x\n").expectComplaint(2, "of the credential's description")
        #expect(home.hasNoStore)
    }

    @Test func scriptsMustSayForWhatHelpersNeedNot() throws {
        for operation in ["fill", "approve", "reject"] {
            try run(operation, "username=ada\npassword=x\n").expectComplaint(2, "names no protocol or no host")
        }
        for operation in ["get", "store", "erase"] { expectSilence(try run(operation, "username=ada\npassword=x\n")) }
    }

    @Test func fillAnswersFromTheStore() throws {
        try run("approve", "url=https://ada:pw@h\n")
        let filled = try run("fill", "url=https://h/path\n")
        #expect(
            filled.status == 0 && filled.text == "protocol=https\nhost=h\npath=path\nusername=ada\npassword=pw\n",
            "\(filled)")
        try run("reject", "url=https://ada:pw@h\n")
        try run("fill", "url=https://h\n").expectComplaint(4, "for 'https://h', and fedauth cannot ask for it")
        try run("fill", "url=https://h\nquit=1\n").expectComplaint(4, "'quit' forbids asking")
    }

    @Test func fillAsksOnTheTerminalWithoutEcho() throws {
        let file = home.path + "/answer"
        let terminal = try TerminalChild(
            Home.binary, ["credential", "fill"], environment: home.environment, outputTo: file)
        // On a terminal, an empty line ends the input.
        terminal.type("url=https://h:8443/repository.git")
        terminal.type("")
        try terminal.expect("Username for 'https://h:8443/repository.git': ")
        terminal.type("ada")
        try terminal.expect("Password for 'https://ada@h:8443/repository.git': ")
        #expect(!terminal.echoes)
        terminal.type("hunter2")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(!terminal.text.contains("hunter2"))
        #expect(
            try Files.text(file)
                == "protocol=https\nhost=h:8443\npath=repository.git\nusername=ada\npassword=hunter2\n")
        // A prompt does not store anything.
        #expect(home.hasNoStore)
    }

    /// git's streams are pipes, so fedauth asks for the passphrase on the terminal, and git gets its answer.
    @Test func aLockedStoreAsksForItsPassphrase() throws {
        try run("store", "url=https://ada:pw@h\n")
        try home.fedauth("store", "lock")
        let passphrase = try #require(home.environment["FEDAUTH_STORE_PASSPHRASE"])
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let file = home.path + "/answer"
        let terminal = try TerminalChild(
            "/bin/sh", ["-c", "printf 'url=https://h\\n' | \(Home.binary) credential get | cat"],
            environment: home.environment, outputTo: file)
        try terminal.expect("Passphrase of the store")
        terminal.type(passphrase)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(try Files.text(file) == "username=ada\npassword=pw\n")
    }

    @Test func gitsWishForSilenceHolds() throws {
        home.environment["GIT_TERMINAL_PROMPT"] = "0"
        let terminal = try TerminalChild(
            "/bin/sh", ["-c", "printf 'url=https://h\\n' | \(Home.binary) credential fill"],
            environment: home.environment)
        #expect(try terminal.finish() == 4, "\(terminal.text)")
        #expect(terminal.text.contains("cannot ask"))
    }

    @Test func afterItsTimeACredentialIsOfNoUse() throws {
        try home.fedauth("credential", "--expires", "0", "store", input: "url=https://ada:pw@h\n")
        expectSilence(try run("get", "url=https://h\n"))
        try home.fedauth("credential", "--expires", "1h", "store", input: "url=https://ada:pw@h\n")
        #expect(try run("get", "url=https://h\n").text == "username=ada\npassword=pw\n")
        #expect(try home.fedauth("store", "list", "--json").text.contains("\"expires\""))
    }

    @Test func theNamesThatGitAndDockerCallWork() throws {
        for (name, words, input) in [
            ("git-credential-fedauth", ["capability"], ""), ("docker-credential-fedauth", ["version"], ""),
            ("git-credential-fedauth", ["--quiet", "get"], "url=https://h\n"),
        ] {
            let link = home.path + "/" + name
            symlink(Home.binary, link)
            let outcome = try Run.program(link, words, input: Array(input.utf8), environment: home.environment)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(name): \(outcome)")
            #expect(outcome.output.isEmpty == !input.isEmpty, "\(name): \(outcome)")
        }
    }

    /// A password in a locked keyring is reported as locked and never as missing, because git would ask for it and store it
    /// again.
    @Test func aLockedKeyringIsNoEmptyOne() throws {
        home.environment["FEDAUTH_STORE"] = "keyring"
        func desktop(_ script: String, unlocked: Bool) throws -> Outcome {
            let start = "printf %s pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; "
            return try Run.program(
                "/usr/bin/dbus-run-session", ["--", "/bin/sh", "-c", (unlocked ? start : "") + script],
                environment: home.environment.merging(["C": Home.binary + " credential"]) { $1 }, seconds: 120)
        }
        let description = "printf 'url=https://ada:pw@h\\n'"
        let stored = try desktop("\(description) | $C store && printf 'url=https://h\\n' | $C get", unlocked: true)
        #expect(stored.text == "username=ada\npassword=pw\n", "\(stored)")
        for operation in ["get", "erase"] {
            let locked = try desktop("\(description) | $C \(operation); echo $?", unlocked: false)
            #expect(locked.text == "12\n" && locked.errors.contains("locked"), "\(locked)")
        }
        let there = try desktop("printf 'url=https://h\\n' | $C get", unlocked: true)
        #expect(there.text == "username=ada\npassword=pw\n", "\(there)")
    }
}
