import Glibc
import Testing

@testable import CommandSupport

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

    init() throws { home = try CommandHome(hasPassphrase: true) }

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
        Misuse(
            ["passkey", "add", "https://h.test/", "--presenter", "remote", "--no-input"], 4,
            "the user makes the passkey in a window, and fedauth may not ask"),
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
        Misuse(saml("--pin", "x"), 2, "not a public key pin"),
        Misuse(saml("--resolve", "x"), 2, "not a name and address"),
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
        Misuse(["status", "--store", "b/us"], 2, "is invalid for '--store"),
        Misuse(["status", "--store", "bogus"], 2, "there is no store 'bogus'"),
        // There is an 'h' in these words, or a word that is not a command.
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

    @Test func aValueMayFollowTheLetterOfItsOption() throws {
        try home.fedauth("store", "put", "a", input: "one")
        #expect(try home.fedauth("store", "get", "a", "-o\(home.path)/out").status == 0)
        #expect(try Files.text(home.path + "/out") == "one")
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
        Slip("get mail", "there is no command 'get'", "'fedauth request URL' sends a request"),
        Slip("ls", "there is no command 'ls'", "'fedauth status --all' shows the sessions, 'fedauth store list' the"),
        Slip("run mail", "there is no command 'run'", "'fedauth exec NAME -- COMMAND' runs"),
        Slip("curl https://x.example", "there is no command 'curl'", "'fedauth request URL' sends"),
        Slip("cookies", "there is no command 'cookies'", "did you mean 'export-cookies'?"),
        Slip("whoami", "there is no command 'whoami'", "did you mean 'status'?"),
        Slip("signin", "there is no command 'signin'", "did you mean 'login'?"),
        Slip("store rm a", "there is no command 'store rm'", "did you mean 'store delete'?"),
        Slip("store ls", "there is no command 'store ls'", "did you mean 'store list'?"),
        Slip("store show a", "there is no command 'store show'", "did you mean 'store get'?"),
        Slip("store set a", "there is no command 'store set'", "did you mean 'store put'?"),
        Slip("store find a", "there is no command 'store find'", "did you mean 'store search'?"),
        Slip("store mv a b", "there is no command 'store mv'", "did you mean 'store rename'?"),
        Slip("profile rm a", "there is no command 'profile rm'", "did you mean 'profile remove'?"),
        Slip("profile create a", "there is no command 'profile create'", "did you mean 'profile add'?"),
        Slip("saml https://x.example --username a", "unknown option '--username'", "the user is '--user NAME'"),
        Slip("saml https://x.example --password=secret", "unknown option '--password'", "other users see what is on"),
        Slip("saml https://x.example --otp 1", "unknown option '--otp'", "'--totp ENTRY' makes the code"),
        Slip("basic https://x.example --otp 1", "unknown option '--otp'", "'fedauth basic' shows no page; see"),
        Slip("basic https://x.example --headless", "unknown option '--headless'", "'fedauth basic' shows no page; see"),
        Slip("sls enroll https://x.example --idp a", "unknown option '--idp'", "'fedauth sls enroll' shows no page;"),
        Slip("status --presenter form", "unknown option '--presenter'", "'fedauth status' shows no page; see"),
        Slip("exec --subject x -- ls", "unknown option '--subject'", "'fedauth exec' gets no certificate; see"),
        Slip("store get a --totp", "unknown option '--totp'", "'--code' prints the current code"),
        Slip("saml https://x.example --ca f", "unknown option '--ca'", "'--cacert FILE' trusts an authority"),
        Slip("request https://x.example --key f", "unknown option '--key'", "'fedauth identity import FILE' keeps"),
        Slip("basic -k https://x.example", "unknown option '-k'", "'--cacert FILE' trusts an authority, '--insecure'"),
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

    /// A code or a key in the place of an entry's name: nothing is sent, written or repeated.
    @Test(arguments: [
        "123456", "12345678", "JBSWY3DPEHPK3PXP", "jbsw y3dp ehpk 3pxp", "otpauth://totp/x?secret=JBSWY3DP",
    ])
    func aOneTimeCodeIsNoEntry(_ secret: String) throws {
        for words in [["saml", "https://h.test.invalid/"], ["profile", "add", "mail", "https://h.test.invalid/"]] {
            let outcome = try home.fedauth(words + ["--totp", secret])
            outcome.expectComplaint(2, "'--totp': this is a ")
            #expect(outcome.errors.contains("fedauth: hint: ") && !outcome.errors.contains(secret), "\(outcome)")
        }
        let variable = try home.fedauth("saml", "https://h.test.invalid/", adding: ["FEDAUTH_TOTP": secret])
        #expect(variable.status == 2 && !variable.errors.contains(secret), "\(variable)")
        #expect(try home.fedauth("profile", "list").text.isEmpty)
    }

    @Test(arguments: ["mail", "work-2024", "ci/otp", "1234", "account12", "GITHUB", "mycompanyaccounts"])
    func namesOfEntriesWithCodesAreNoCodes(_ name: String) throws {
        let outcome = try home.fedauth("profile", "add", "mail", "https://h.test.invalid/", "--totp", name)
        #expect(outcome.status == 0, "\(outcome)")
    }

    @Test func aVariableThatIsNotReadIsNamedWithoutItsValue() throws {
        let variables = ["FEDAUTH_PASSWORD": "hidden", "FEDAUTH_OF_OTHERS": "x"]
        let outcome = try home.fedauth("profile", "list", adding: variables)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.errors.contains("fedauth: warning: FEDAUTH_PASSWORD has no effect; did you mean FEDAUTH_"))
        #expect(!outcome.errors.contains("hidden") && !outcome.errors.contains("OTHERS"), "\(outcome)")
        #expect(try home.fedauth("profile", "list", "--quiet", adding: variables).errors.isEmpty)
        let wrong = try home.fedauth("saml", "https://h.test.invalid/", adding: ["FEDAUTH_PRESENTER": "opera"])
        #expect(wrong.errors.contains("hint: the values are auto, form, "), "\(wrong)")
        #expect(wrong.errors.contains("; the value comes from FEDAUTH_PRESENTER"), "\(wrong)")
    }

    @Test func namesOfProfilesAreNeitherCommandsNorAddresses() throws {
        #expect(try home.fedauth("profile", "add", "mail", "https://h.test.invalid/").status == 0)
        let command = try home.fedauth("mail")
        #expect(command.errors.contains("hint: 'fedauth login mail' signs in"), "\(command)")
        let address = try home.fedauth("request", "mail")
        address.expectComplaint(2, "'mail' is a profile, and not an address")
        #expect(address.errors.contains("'fedauth request https://h.test.invalid/ --profile mail'"), "\(address)")
        let user = try home.fedauth("request", "https://ada:pw@h.test.invalid/")
        #expect(user.errors.contains("hint: leave it out: '--user NAME'"), "\(user)")
    }

    @Test func othersNamesForFilesAndEntriesAreUnderstood() throws {
        let program = try home.fedauth("store", "import", "pass")
        #expect(program.errors.contains("hint: 'fedauth store import --from pass'"), "\(program)")
        #expect(try home.fedauth("store", "put", "t/y", input: "x").status == 0)
        let pattern = try home.fedauth("store", "delete", "t/*")
        #expect(pattern.status == 10 && pattern.errors.contains("'fedauth store search'"), "\(pattern)")
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
        #expect(!message.contains("ended with") || outcome.errors.contains("run it by itself to see why"), "\(outcome)")
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
        let variable = try home.fedauth("store", "list", adding: ["FEDAUTH_STORE": "f/o", "FEDAUTH_QUIET": "1"])
        variable.expectComplaint(2, "the value 'f/o' is invalid for '--store")
        #expect(variable.errors.contains("; the value comes from FEDAUTH_STORE\n"), "\(variable)")
        let config = try home.file("config.toml", "[defaults]\nquiet = true\nstore = 'f/o'\n")
        let file = try home.fedauth("store", "list", "--config", config, adding: ["FEDAUTH_STORE": ""])
        file.expectComplaint(2, "'\(config)' line 3, column 9: 'store' of [defaults] takes 'auto', 'keyring'")
        // A variable takes precedence over the file, so the file's value is not evaluated.
        #expect(try home.fedauth("store", "list", "--config", config).status == 0)
    }

    @Test(
        arguments: [
            (["HOME": "here", "XDG_CONFIG_HOME": ""], 2, "neither 'XDG_CONFIG_HOME' nor 'HOME'"),
            (["XDG_DATA_HOME": "/proc/none"], 8, "cannot make the folder"),
            (["XDG_DATA_HOME": "/dev/null"], 8, "/dev/null"),
            (["FEDAUTH_STORE": "b/us"], 2, "the value 'b/us'"),
            (["FEDAUTH_STORE": "bogus"], 2, "there is no store 'bogus'"),
            (["FEDAUTH_STORE_PASSPHRASE": ""], 4, "there is no store yet"),
        ] as [([String: String], Int32, String)])
    func brokenSurroundingsAreNamed(_ variables: [String: String], _ status: Int32, _ message: String) throws {
        let outcome = try home.fedauth("store", "put", "x", input: "secret", adding: variables)
        outcome.expectComplaint(status, message)
        #expect(home.hasNoStore)
    }

    /// Without the runtime directory, another private one is used. One that other users can access is rejected, because cookie
    /// files would not be safe in it.
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
        try home.fedauth(how == "missing" ? Self.saml() : ["exec", "--", "true"])
            .expectComplaint(expected.0, expected.1)
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

    /// A program that reads the result sees what a person sees, also with `--quiet`, and also beside an error.
    @Test(arguments: [[], ["--quiet"], ["--verbose"]])
    func warningsArePartOfTheResult(_ words: [String]) throws {
        try home.keep(CraftedSession(obtained: 4_900_000_000))
        let said = try home.fedauth(["status", "--json"] + words).text
        #expect(said.contains(#""warnings":[{"message":"the session 'mail' was made at 2125-04-10T"#), "\(said)")
        let list = try home.fedauth(
            ["store", "get", "none", "--json"] + words, adding: ["FEDAUTH_PASSWORD": "hidden"])
        #expect(list.text.hasPrefix(#"{"error":{"code":"not-found""#), "\(list)")
        #expect(list.text.contains(#""warnings":[{"message":"FEDAUTH_PASSWORD has no effect"#), "\(list)")
        #expect(!list.text.contains("hidden"))
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
            // It is killed, and what it has read takes the kernel a while.
            try waitUntil("it is gone") { kill(process, 0) != 0 && errno == ESRCH }
        default:
            let fifo = home.path + "/fifo"
            mkfifo(fifo, 0o600)
            try Files.handOver(fifo, O_RDWR) { number in
                try home.fedauth(words + ["--password-fd", "\(number)"])
                    .expectComplaint(6, "waiting for 'fd:\(number)'")
            }
        }
    }

    @Test func aConfigurationThatIsNoTextIsNamed() throws {
        let text = Array("[profile.a]\nuser=\"".utf8) + [0xFF, 0xFE] + Array("\"\n".utf8)
        let config = try home.file("config.toml", bytes: text)
        try home.fedauth("status", "--config", config).expectComplaint(2, "is not UTF-8")
        // A shell that evaluates the output does not go on.
        let evaluated = try home.fedauth("export-cookies", "--shell", "sh", "--config", config)
        #expect(evaluated.status == 2 && evaluated.text == "false;\n", "\(evaluated)")
    }
}
