import Glibc
import Testing

/// Tests odd arguments, a broken environment and closed streams: one clear line, a documented status, and no half-written file.
struct MisuseTests {
    struct Misuse: Sendable, CustomTestStringConvertible {
        let words: [String]
        let status: Int32
        let message: String

        init(_ words: [String], _ status: Int32, _ message: String) {
            self.words = words
            self.status = status
            self.message = message
        }

        var testDescription: String { String(words.joined(separator: " ").prefix(60)) }
    }

    private let home: Home

    init() throws { home = try Home(hasPassphrase: true) }

    private static func saml(_ more: String...) -> [String] {
        ["saml", "https://127.0.0.1:1/", "--user", "ada", "--no-input"] + more
    }
    private static let long = String(repeating: "a", count: 100_000)

    static let words = [
        Misuse([""], 2, "there is no command ''"), Misuse(["frobnicate"], 2, "there is no command 'frobnicate'"),
        Misuse(["saml", ""], 10, "there is no profile ''"), Misuse(["saml", long], 10, "there is no profile 'aaa"),
        Misuse(["saml", "--" + long], 2, "unknown option '--aaa"),
        Misuse(["exec", "-" + long, "--", "true"], 2, "unknown option '-aaa"),
        Misuse(["saml", "https://\(long)/"], 2, "an address has more than 65536 bytes"),
        Misuse(["saml", "https://\(long.prefix(60_000))/"], 2, "no valid host name"),
        Misuse(["saml", "https://h.test/" + long], 2, "an address has more than 65536 bytes"),
        Misuse(
            [
                "saml", "https://h.test/" + long.prefix(60_000), "--resolve", "h.test:443:127.0.0.1", "--proxy",
                "http://127.0.0.1:1",
            ], 7,
            "proxy"),
        Misuse(["saml", "https://a\u{1B}[31m.test/"], 2, "'https://a?[31m.test/' has no valid host name"),
        Misuse(["saml", "https://ada:hidden@h.test/"], 2, "holds a user name"),
        Misuse(["saml", "http://h.test/"], 7, "is not encrypted"),
        Misuse(["saml", "ftp://h.test/"], 2, "has the scheme 'ftp'"),
        Misuse(saml("--finish", "javascript://x"), 2, "has the scheme 'javascript'"),
        Misuse(saml("--field", "x"), 2, "'--field x=…' names no source"),
        Misuse(saml("--field", "x=hidden"), 2, "'--field x=…' names no source"),
        Misuse(saml("--field", "=text:x"), 2, "names no source"),
        Misuse(saml("--timeout", "0"), 6, "timed out after 0 s"),
        Misuse(saml("--timeout", "99999999999999999999"), 2, "is invalid for '--timeout"),
        Misuse(saml("--timeout=" + long), 2, "the value 'aaa"),
        Misuse(saml("--timeout", String(repeating: "9999999d", count: 10000)), 7, "refused the connection"),
        Misuse(saml("--min-validity", "9999999d"), 7, "refused the connection"),
        Misuse(saml("--password-fd=-1"), 2, "is not a descriptor"),
        Misuse(saml("--password-fd", "999999999999"), 2, "is invalid for '--password-fd"),
        Misuse(saml("--password-stdin", "--password-fd", "5"), 2, "from more than one place"),
        Misuse(saml("--pin", "x"), 2, "not a public key pin"), Misuse(saml("--resolve", "x"), 2, "not a name and address"),
        Misuse(saml("--allow-host", "https://h.test/"), 2, "'https://h.test/' is not a host"),
        Misuse(saml("--allow-host", "*.*"), 2, "'*.*' is not a host"),
        Misuse(saml("--proxy", "gopher://x"), 2, "is not a proxy"),
        Misuse(saml("--trace", "/dev/null/x"), 2, "cannot open '/dev/null/x'"),
        Misuse(saml("--trace", "/tmp"), 2, "'/tmp' is not a regular file"),
        Misuse(saml("--config", "/dev/null/x"), 2, "cannot open '/dev/null/x'"),
        Misuse(["store", "put", ""], 2, "not a name for an entry"),
        Misuse(["store", "put", "a\u{1B}b"], 2, "not a name for an entry"),
        Misuse(["store", "get", long], 2, "not a name for an entry"),
        Misuse(["store", "put", "a", "--kind", ""], 2, "not a kind of entry"),
        Misuse(["store", "put", "a", "--attribute", "x=a\u{1B}b"], 2, "the attribute 'x' holds control characters"),
        Misuse(["profile", "add", "../x", "--authorization-url", "https://h.test/"], 2, "'../x'"),
        Misuse(["status", "--store", "bogus"], 2, "is invalid for '--store"),
        // The parser would find '-h' in these words, or ignore a word that is not a command.
        Misuse(["store", "get", "-dash"], 2, "unknown option '-dash'"),
        Misuse(["store", "put", "-hidd", "--kind", "x"], 2, "unknown option '-hidd'"),
        Misuse(["store", "put", "a", "hidden"], 2, "a value is not taken from the command line"),
        Misuse(["store", "put", "a", "hid", "den", "hidden"], 2, "a value is not taken from the command line"),
        Misuse(["store", "put", "a", "--value", "hidden"], 2, "a value is not taken from the command line"),
        Misuse(["store", "put", "a", "--value=hidden"], 2, "a value is not taken from the command line"),
        Misuse(
            ["store", "export", "--plaintext", "--passphrase-file", "x"], 2,
            "'--plaintext' and '--passphrase-file' exclude each other"),
        Misuse(["store", "export", "--plaintext", "--passphrase-stdin"], 2, "exclude each other"),
        Misuse(["store", "unlock", "--for", "0"], 2, "'--for' takes 1 second or more, not '0'"),
        Misuse(["store", "unlock", "--for", "0h0m"], 2, "'--for' takes 1 second or more"),
        Misuse(["store", "get", "x", "--clip", "--for", "0"], 2, "'--for' takes 1 second to 1 day"),
        Misuse(["help", "store", "ptu"], 2, "there is no command 'store ptu'"),
        Misuse(["store", "ptu", "--help"], 2, "there is no command 'store ptu'"),
        Misuse(["help", "zzz"], 2, "there is no command 'zzz'"),
    ]

    @Test(arguments: words)
    func oddWordsAreRefusedInOneLine(_ misuse: Misuse) throws {
        let outcome = try home.fedauth(misuse.words, input: "pw\n")
        outcome.expectComplaint(misuse.status, misuse.message)
        #expect(!outcome.errors.contains("hidden"))
        #expect(home.hasNoStore)
    }

    @Test func namesThatBeginWithADashStandBehindTwo() throws {
        for name in ["-dash", "-foo", "--help"] {
            #expect(try home.fedauth("store", "put", "--", name, input: name).status == 0)
            #expect(try home.fedauth("store", "get", "--", name).text == name)
        }
        for name in ["-dash", "-foo"] {
            let outcome = try home.fedauth("store", "get", name)
            #expect(outcome.errors.contains("hint: put '--' before a name that begins with a dash"), "\(outcome)")
        }
    }

    @Test func helpIsShownWhereItIsAskedFor() throws {
        let put = try home.fedauth("help", "store", "put").text
        #expect(put.hasPrefix("Keep a value"))
        for words in [
            ["store", "put", "-h"], ["store", "put", "x", "--help"], ["store", "--help"], ["store"], ["help"],
        ] {
            let outcome = try home.fedauth(words)
            #expect(outcome.status == 0 && outcome.text.contains("\n\nUsage: fedauth "), "\(outcome)")
        }
        let unknown = try home.fedauth("help", "store", "ptu")
        #expect(unknown.errors.contains("hint: did you mean 'store put'?"), "\(unknown)")
    }

    struct Slip: Sendable, CustomTestStringConvertible {
        let words: [String]
        let message: String
        let hint: String

        init(_ line: String, _ message: String, _ hint: String) {
            words = line.split(separator: " ").map(String.init)
            self.message = message
            self.hint = hint
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    static let slips = [
        Slip("stroe", "there is no command 'stroe'", "did you mean 'store'? see 'fedauth help'"),
        Slip("store lst", "there is no command 'store lst'", "did you mean 'store list'? see 'fedauth help store'"),
        Slip("store slot lst", "there is no command 'store slot lst'", "did you mean 'store slot list'?"),
        Slip("get mail", "there is no command 'get'", "did you mean 'store get'?"),
        Slip("help stroe", "there is no command 'stroe'", "did you mean 'store'?"),
        Slip("help cofig", "there is no command 'cofig'", "did you mean 'help config'?"),
        Slip("help nosuchthing", "there is no command 'nosuchthing'", "see 'fedauth help'"),
        Slip("saml --pasword-stdin", "unknown option '--pasword-stdin'", "did you mean '--password-stdin'?"),
        Slip("saml --pasword-file=secret", "unknown option '--pasword-file", "did you mean '--password-file'?"),
        Slip(
            "store get a --password-file x", "unknown option '--password-file'",
            "it is an option of 'fedauth login', 'fedauth saml' and others"),
        Slip("store put --passwrod-file x", "unknown option '--passwrod-file'", "'--password-file' is an option of"),
        Slip("status --finish x", "unknown option '--finish'", "it is an option of 'fedauth login', 'fedauth saml'"),
        Slip("store get --bogus", "unknown option '--bogus'", "see 'fedauth help store get'"),
        Slip(
            "saml --presenter frm", "the value 'frm' is invalid for '--presenter <presenter>'",
            "did you mean 'form'? the values are auto, form, "),
        Slip("saml --presenter=zzz", "the value 'zzz' is invalid", "the values are auto, form, "),
        Slip("--config", "missing value for '--config <file>'", "see 'fedauth help'"),
        Slip("-q --config", "missing value for '--config <file>'", "see 'fedauth help'"),
        Slip("profile add --help=yes", "'--help' takes no value", "see 'fedauth help profile add'"),
        Slip("--version=1", "'--version' takes no value", "see 'fedauth help'"),
        Slip("completions bassh", "the value 'bassh' is invalid for '<shell>'", "did you mean 'bash'?"),
    ]

    @Test(arguments: slips)
    func aSlipOfTheFingerIsNoticed(_ slip: Slip) throws {
        let outcome = try home.fedauth(slip.words)
        outcome.expectComplaint(2, slip.message)
        #expect(outcome.errors.contains("fedauth: hint: " + slip.hint), "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 2 && outcome.output.isEmpty, "\(outcome)")
        #expect(!outcome.errors.contains("=secret"), "\(outcome)")
    }

    @Test func namesThatAreNearlyRightAreProposed() throws {
        #expect(try home.fedauth("profile", "add", "mail", "--authorization-url", "https://h.test/").status == 0)
        #expect(try home.fedauth("store", "put", "ci/token", input: "x").status == 0)
        for (words, hint) in [
            (["login", "mial"], "did you mean 'mail'?"), (["status", "mial"], "did you mean 'mail'?"),
            (["store", "get", "ci/tokne"], "did you mean 'ci/token'?"),
        ] {
            let outcome = try home.fedauth(words)
            #expect(outcome.status == 10 && outcome.errors.contains(hint), "\(outcome)")
        }
    }

    @Test func theVersionIsShownByEveryHabit() throws {
        let version = try home.fedauth("--version")
        #expect(version.status == 0 && version.text.hasPrefix("fedauth ") && version.errors.isEmpty, "\(version)")
        for word in ["-V", "version"] { #expect(try home.fedauth(word).text == version.text) }
    }

    @Test func optionsOfEveryCommandMayComeFirst() throws {
        #expect(try home.fedauth("store", "put", "a", input: "x").status == 0)
        #expect(try home.fedauth("--quiet", "--no-input", "store", "get", "a").text == "x")
        #expect(try home.fedauth("--json", "store", "list").text.hasPrefix("["))
    }

    @Test func bytesThatAreNoTextAreRefused() throws {
        try shell("exec \"$0\" saml \"$(printf '\\377\\376\\033[2J')\" --no-input")
            .expectComplaint(2, "argument 2 is not UTF-8, and names and paths must be")
        // Two names that would become equal if invalid bytes were replaced.
        for name in ["a\\377", "a\\376"] {
            try shell("echo x | \"$0\" store put \"$(printf '\(name)')\"").expectComplaint(2, "argument 3 is not UTF-8")
        }
        #expect(home.hasNoStore)
    }

    /// Tests password sources that give none; the error appears when a page asks for the password.
    @Test(
        arguments: [
            (["--password-fd", "99"], 2, "descriptor 99 is not open"),
            // fedauth itself has opened files with the first numbers by then.
            (["--password-fd", "3", "--trace", "trace"], 2, "descriptor 3 is not open"),
            (["--password-file", "/dev/null/x"], 2, "cannot open '/dev/null/x'"),
            (["--password-file", "/"], 2, "cannot read '/'"),
            (["--password-command", "exit 3"], 1, "'exit 3' ended with status 3"),
            (["--password-store", "none"], 10, "has no entry 'none'"),
            (["--field", "pass=env:NOWHERE"], 4, "the environment has no 'NOWHERE'"),
        ] as [([String], Int32, String)])
    func missingPasswordsAreNamed(_ words: [String], _ status: Int32, _ message: String) throws {
        let hostile = try Hostile.get()
        let words = words.map { $0 == "trace" ? home.path + "/trace" : $0 }
        let outcome = try home.fedauth(
            hostile.words(from: try hostile.url("/signin/plain"), timeout: "30s").filter { $0 != "--password-stdin" }
                + words)
        outcome.expectComplaint(status, message)
    }

    /// A source that never ends is abandoned when the sign-in times out.
    @Test(arguments: ["command", "stubborn", "descriptor"])
    func aSourceThatNeverEndsTimesOut(_ kind: String) throws {
        let hostile = try Hostile.get()
        let words = hostile.words(from: try hostile.url("/signin/plain"), timeout: "2s")
            .filter { $0 != "--password-stdin" }
        switch kind {
        case "command":
            try home.fedauth(words + ["--password-command", "exec sleep 600"])
                .expectComplaint(6, "waiting for 'exec sleep 600'")
        case "stubborn":
            let command = "trap '' TERM; echo $$ >\(home.path)/pid; while :; do read x </dev/zero; done"
            try home.fedauth(words + ["--password-command", command]).expectComplaint(6, "waiting for 'trap")
            let text = try Files.text(home.path + "/pid")
            let process = try #require(pid_t(text.prefix { $0 != "\n" }))
            #expect(kill(process, 0) != 0 && errno == ESRCH)
        default:
            let fifo = home.path + "/fifo"
            mkfifo(fifo, 0o600)
            try shell("exec 7<>\(fifo); exec \"$0\" \(words.joined(separator: " ")) --password-fd 7")
                .expectComplaint(6, "waiting for 'fd:7'")
        }
    }

    @Test(arguments: [
        ("\u{0}", "line 1"), ("[profile\nx=", "line 1"), ("[profile.a]\nbogus=1\n", "unknown setting 'bogus'"),
        ("[profile.a]\npassword='hidden'\n", "unknown setting 'password'"),
        ("[profile.a]\nuser={a={b=1}}\n", "'user' of 'a' takes text, not a table"),
        ("[profile.a]\nuser='x'\nuser='y'\n", "cannot redefine"),
        ("[profile.a]\nuser=['x']\n", "takes text, not a list"),
        ("[profile.a]\ntimeout='soon'\n", "line 2, column 9: 'timeout' of 'a' takes a length of time"),
        ("[profile.a]\nallow-http='maybe'\n", "takes true or false, not text"), ("x=1\n", "neither in [defaults] nor"),
        ("[profile.a]\nmethod='store'\n", "unknown method 'store'; there is 'saml'"),
        ("[profile.a]\n\"bo\\u001b[31mgus\"=1\n", "unknown setting 'bo?[31mgus'"),
        ("[profile.a]\ninsecure=true\n", "'insecure', which cannot be set in a file"),
        ("x=" + String(repeating: "[", count: 50_000), "a line of more than"),
    ])
    func aBadConfigurationIsNamed(_ text: String, _ message: String) throws {
        let config = try home.file("config.toml", text)
        let outcome = try home.fedauth("login", "a", "--no-input", "--config", config)
        outcome.expectComplaint(2, message)
        #expect(!outcome.errors.contains("hidden"))
    }

    @Test func aWrongValueIsNamedWithItsPlace() throws {
        let variable = try home.fedauth("store", "list", adding: ["FEDAUTH_STORE": "foo", "FEDAUTH_QUIET": "1"])
        variable.expectComplaint(2, "the value 'foo' is invalid for '--store")
        #expect(variable.errors.contains("hint: the value comes from FEDAUTH_STORE\n"), "\(variable)")
        let config = try home.file("config.toml", "[defaults]\nquiet = true\nstore = 'foo'\n")
        let file = try home.fedauth("store", "list", "--config", config, adding: ["FEDAUTH_STORE": ""])
        file.expectComplaint(2, "'\(config)' line 3, column 9: 'store' of [defaults] takes 'auto', 'keyring' or 'file'")
        // A variable takes precedence over the file, so the file's value is not evaluated.
        #expect(try home.fedauth("store", "list", "--config", config).status == 0)
    }

    @Test func aConfigurationThatIsNoTextIsNamed() throws {
        let config = try home.file("config.toml", "")
        let script =
            "printf '[profile.a]\\nuser=\"\\377\\376\"\\n' >\(config); exec \(Home.binary) status --config \(config)"
        let outcome = try Run.program("/bin/sh", ["-c", script], environment: home.environment)
        outcome.expectComplaint(2, "is not UTF-8")
    }

    @Test(
        arguments: [
            (["HOME": "", "XDG_CONFIG_HOME": ""], 2, "neither 'XDG_CONFIG_HOME' nor 'HOME'"),
            (["XDG_DATA_HOME": "/proc/none"], 8, "cannot make the folder"),
            (["XDG_DATA_HOME": "/dev/null"], 8, "/dev/null"),
            (["FEDAUTH_STORE": "bogus"], 2, "the value 'bogus'"),
            (["FEDAUTH_STORE_PASSPHRASE": ""], 4, "there is no store yet"),
        ] as [([String: String], Int32, String)])
    func brokenSurroundingsAreNamed(_ variables: [String: String], _ status: Int32, _ message: String) throws {
        let outcome = try home.fedauth("store", "put", "x", input: "secret", adding: variables)
        outcome.expectComplaint(status, message)
        #expect(home.hasNoStore)
    }

    /// Without the runtime directory, another private one is used. One that other users can access is rejected, because locks
    /// and cookie files would not be safe in it.
    @Test(arguments: ["missing", "open", "link"])
    func theRuntimeDirectoryIsPrivateOrNotUsed(_ how: String) throws {
        let run = home.path + "/run"
        switch how {
        case "open":
            mkdir(run + "/fedauth", 0o700)
            chmod(run + "/fedauth", 0o755)
        case "link":
            mkdir(home.path + "/elsewhere", 0o700)
            symlink(home.path + "/elsewhere", run + "/fedauth")
        default: rmdir(run)
        }
        let expected: (Int32, String) = how == "missing" ? (7, "refused the connection") : (1, "is not private")
        try home.fedauth(Self.saml()).expectComplaint(expected.0, expected.1)
        let left = try Run.program("/usr/bin/find", [home.path, "-type", "f"], environment: home.environment)
        #expect(left.text.isEmpty, "\(left)")
    }

    @Test func aReadOnlyFileSystemIsNamed() throws {
        mkdir(home.path + "/config", 0o700)
        let outcome = try home.asRoot(
            """
            mount -t tmpfs -o ro none "$XDG_CONFIG_HOME" || exit 98
            exec "$FEDAUTH" profile add a --sap h.test
            """, mounting: true)
        outcome.expectComplaint(1, "cannot make '\(home.path)/config/fedauth': read-only file system")
    }

    /// A repaired value would name another directory, and thus another store.
    @Test(arguments: ["HOME", "XDG_DATA_HOME", "FEDAUTH_CONFIG"])
    func aVariableThatIsNoTextIsNotRepaired(_ name: String) throws {
        let outcome = try shell("export \(name)=\"$(printf '%s/\\377' \"$HOME\")\"; exec \"$0\" store put x")
        outcome.expectComplaint(2, "the value of '\(name)' is not UTF-8")
        let left = try Run.program("/usr/bin/find", [home.path, "-type", "f"], environment: home.environment)
        #expect(left.text.isEmpty, "\(left)")
    }

    /// The clock was wrong then or is wrong now, so the end of the session is unreliable.
    @Test(arguments: [["status"], ["status", "--all"], ["export-cookies", "--format", "header"]])
    func aSessionOfTheFutureIsDoubted(_ words: [String]) throws {
        try home.keep(CraftedSession(obtained: 4_900_000_000))
        let outcome = try home.fedauth(words)
        #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(outcome)")
        #expect(
            outcome.errors.hasPrefix("fedauth: warning: the session 'mail' was made at 2125-04-10T"), "\(outcome)")
    }

    /// Runs a line of shell in which `$0` is fedauth; the line itself checks `$?` of each command.
    private func shell(_ script: String) throws -> Outcome {
        try Run.program("/bin/sh", ["-c", script, Home.binary], environment: home.environment)
    }

    @Test func closedStreamsCostNothingButTheirText() throws {
        #expect(try home.fedauth("store", "put", "a", input: "one").status == 0)
        #expect(try shell("\"$0\" store list >&-").status == 1)
        #expect(try shell("\"$0\" --version >/dev/full").status == 1)
        #expect(try shell("\"$0\" store put b <&-").status == 1)
        // Messages for stderr must not be written to a file that was opened with its number.
        #expect(try shell("\"$0\" store get none -v 2>&- ; [ $? = 10 ]").status == 0)
        #expect(try shell("\"$0\" store get none -v <&- >&- 2>&- ; [ $? = 10 ]").status == 0)
        #expect(try shell("echo two | \"$0\" store put c -v >&- 2>&-").status == 0)
        #expect(
            try shell("\"$0\" saml https://127.0.0.1:1/ --no-input --password-stdin <&- 2>&- ; [ $? = 7 ]").status == 0)
        #expect(try home.fedauth("store", "get", "a").text == "one")
        let list = try home.fedauth("store", "list")
        #expect(list.status == 0 && list.text.split(separator: "\n").count == 2, "\(list)")
    }

    @Test func noFileTakesWhatWasMeantForStderr() throws {
        let hostile = try Hostile.get()
        let password = try home.file("password", "secret")
        // The warning about other readers is given while the trace is open.
        chmod(password, 0o644)
        let trace = home.path + "/trace"
        let words =
            hostile.words(from: try hostile.url("/signin/plain"), timeout: "30s")
            .filter { $0 != "--password-stdin" } + ["--password-file", password, "--trace", trace]
        let told = try home.fedauth(words)
        #expect(told.status == 0 && told.errors.contains("others may read it"), "\(told)")
        #expect(try shell("\"$0\" \(words.joined(separator: " ")) --force 2>&-").status == 0)
        #expect(try !Files.text(trace).contains("fedauth: "))
    }

    /// Simulates a full disk with a size limit: the store is unchanged or complete.
    @Test func aFileThatCannotGrowIsAnErrorAndLosesNothing() throws {
        #expect(try home.fedauth("store", "put", "a", input: "one").status == 0)
        let full = try shell("ulimit -f 4; head -c 30000 /dev/zero | \"$0\" store put b")
        full.expectComplaint(8, "file too large")
        #expect(try home.fedauth("store", "get", "a").text == "one")
        #expect(try home.fedauth("store", "get", "b").status == 10)
        // The limit is off again.
        #expect(try home.fedauth("store", "put", "b", input: String(repeating: "x", count: 30_000)).status == 0)
        let config = home.path + "/config/fedauth/config.toml"
        let add = "profile add p --authorization-url https://h.test/ --field"
        try shell("ulimit -f 1; \"$0\" \(add) x=text:\(String(repeating: "x", count: 2000))")
            .expectComplaint(1, "file too large")
        #expect(access(config, F_OK) != 0)
    }

    @Test func aProgramThatGivesAPasswordGetsItsSignalsBack() throws {
        let hostile = try Hostile.get()
        let words = hostile.words(from: try hostile.url("/signin/plain"), timeout: "30s")
            .filter { $0 != "--password-stdin" }
        // Without SIGPIPE, `yes` would print an error instead of ending silently.
        let command = "yes secret 2>\(home.path)/complaints | head -n 1"
        let outcome = try home.fedauth(words + ["--password-command", command])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try Files.bytes(home.path + "/complaints").isEmpty)
    }
}
