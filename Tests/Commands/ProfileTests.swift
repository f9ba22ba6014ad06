import Glibc
import Testing

@testable import CommandSupport

/// Tests the command `fedauth profile`: the content of the file, the messages, and the statuses.
struct ProfileTests {
    let home: Home

    init() throws { home = try CommandHome() }

    private var config: String { home.configuration }

    private static let discovery = """
        {"host": "mobile.test", "port": 8443, "protocol": "https", "applicationID": "app",
         "auth": [{"type": "basic.default"}, {"type": "saml2.web.post", "config":
           {"saml2.web.post.authchallengeheader.name": "com.sap.cloud.security.login"}}]}
        """

    /// The list contains the server of every method.
    @Test func theListNamesEveryServer() throws {
        try home.configure(
            "[profile.a]\nmethod = 'adfs'\nadfs = 'adfs.test'\nrealm = 'urn:x'\n"
                + "[profile.b]\nmethod = 'basic'\nresource = 'https://b.test'\n"
                + "[profile.c]\nmethod = 'sls'\nbase-url = 'https://c.test'\n")
        let list = try home.fedauth("profile", "list")
        #expect(list.text == "a\tadfs\tadfs.test\nb\tbasic\thttps://b.test\nc\tsls\thttps://c.test\n", "\(list)")
    }

    @Test func theListMarksTheCurrentOneAndNamesEveryMistake() throws {
        try home.configure(Home.twoProfiles)
        let list = try home.fedauth("profile", "list")
        #expect(list.status == 0 && list.errors.isEmpty)
        #expect(list.text == "mail\tsaml\thttps://mail.test\tcurrent\nother\tsaml\thttps://other.test\n")
        let other = try home.fedauth("profile", "list", adding: ["FEDAUTH_PROFILE": "other"])
        #expect(other.text.contains("other.test\tcurrent\n") && !other.text.contains("mail.test\tcurrent"))
        try home.configure(Home.twoProfiles + "usre = 'x'\n[profile.third]\nsap = 'x'\ntimeout = 'soon'\n")
        let wrong = try home.fedauth("profile", "list")
        #expect(wrong.status == 2 && wrong.text.split(separator: "\n").count == 3, "\(wrong)")
        #expect(wrong.errors.contains("line 11, column 1: 'other' has an unknown setting 'usre'; did you mean 'user'?"))
        #expect(wrong.errors.contains("line 14, column 11: 'timeout' of 'third' takes a length of time"))
        let doctor = try home.fedauth("doctor")
        #expect(doctor.status == 2 && doctor.text.contains("line 11, column 1") && doctor.text.contains("line 14"))
        // A valid profile can be shown, and an invalid one can be removed.
        #expect(try home.fedauth("profile", "show", "mail").status == 0)
        try home.fedauth("profile", "show", "other").expectComplaint(2, "unknown setting 'usre'")
        #expect(try home.fedauth("profile", "remove", "other").status == 0)
    }

    @Test func aNameThatIsTakenIsSaid() throws {
        try home.configure(Home.twoProfiles)
        let outcome = try home.fedauth("profile", "add", "mail", "--sap", "h.test")
        outcome.expectComplaint(16, "there is a profile 'mail' already")
        #expect(outcome.errors.contains("'fedauth profile edit mail' changes it"), "\(outcome)")
        #expect(try Files.text(config) == Home.twoProfiles)
    }

    @Test(arguments: [
        (["--user", "x"], "names no address"), (["--sap", "ftp://h.test"], "has the scheme 'ftp'"),
        (["--sap", "h.test", "--authorization-url", "h.test"], "exclude each other"),
        (["--sap", "h.test", "--ecp"], "needs the identity provider's SOAP endpoint"),
        (["--sap", "h.test", "--insecure"], "'insecure', which cannot be set in a file"),
        (["--sap", "h.test", "--trace-secrets"], "'trace-secrets', which cannot be set"),
        (["--sap", "h.test", "--password-stdin", "--password-fd", "3"], "exclude each other"),
        (["--sap", "h.test", "--pin", "x"], "not a public key pin"),
        (["--sap", "h.test", "--field", "pass=hidden"], "names no source"),
    ])
    func anUnusableProfileIsNotWritten(_ words: [String], _ message: String) throws {
        let outcome = try home.fedauth(["profile", "add", "a"] + words)
        outcome.expectComplaint(2, message)
        #expect(!outcome.errors.contains("hidden") && access(config, F_OK) != 0)
    }

    @Test(arguments: [
        (["https://service.example.org/"], "authorization-url = \"https://service.example.org/\""),
        (["https://h.example.org/", "--method", "basic"], "resource = \"https://h.example.org/\""),
        (["sls.example.org", "--method", "sls", "--profile-code", "P"], "base-url = \"sls.example.org\""),
        (["https://i.example.org", "--client-id", "c"], "issuer = \"https://i.example.org\""),
        (["https://i.example.org", "--resource", "https://a.example.org", "--device"], "method = \"oauth\""),
    ])
    func theAddressStandsBehindTheName(_ words: [String], _ line: String) throws {
        let added = try home.fedauth(["profile", "add", "new"] + words)
        #expect(added.status == 0 && added.errors.contains("'fedauth "), "\(added)")
        #expect(try home.fedauth("profile", "show", "new").text.contains(line), "\(line)")
        try home.fedauth("profile", "add", "two", "https://a.example.org/", "--sap", "https://b.example.org")
            .expectComplaint(2, "there are two addresses")
        try home.fedauth("profile", "add", "bad", "ftp://a.example.org/").expectComplaint(2, "has the scheme 'ftp'")
    }

    @Test func settingsAreChangedByOptions() throws {
        try home.configure(Home.twoProfiles + "password-fd = 3 # seven\n")
        let outcome = try home.fedauth(
            "profile", "edit", "other", "--password-store", "p", "--sap", "https://new.test", "--field", "a=text:b")
        #expect(outcome.status == 0 && outcome.errors.contains("removed 'password-fd'"), "\(outcome)")
        let end = "[profile.other]\nsap = \"https://new.test\"\npassword-store = \"p\"\nfield = [\"a=text:b\"]\n"
        #expect(try Files.text(config).hasSuffix("# where\n\n" + end))
        // Without a name, the command edits the current profile.
        #expect(try home.fedauth("profile", "edit", "--user", "ada").status == 0)
        #expect(try Files.text(config).contains("sap = \"https://mail.test\" # where\nuser = \"ada\"\n"))
        let text = try Files.text(config)
        try home.fedauth("profile", "edit", "mail", "--unset", "usr").expectComplaint(10, "did you mean 'user'?")
        try home.fedauth("profile", "edit", "mail", "--unset", "sap").expectComplaint(2, "names no address")
        try home.fedauth("profile", "edit", "mail", "--unset", "user", "--user", "x")
            .expectComplaint(2, "'--unset user' and '--user' exclude each other")
        #expect(try Files.text(config) == text)
        #expect(try home.fedauth("profile", "edit", "mail", "--unset", "user", "--unset", "user").status == 0)
        // What is not set does not hinder the rest.
        let rest = try home.fedauth("profile", "edit", "mail", "--unset", "remember", "--check", "https://mail.test/me")
        #expect(rest.status == 0 && rest.errors.contains("'remember' was not set"), "\(rest)")
        #expect(try Files.text(config).contains("check = \"https://mail.test/me\""))
        #expect(try home.fedauth("profile", "edit", "mail", "--unset", "user", "--unset", "check").status == 0)
        #expect(try !Files.text(config).contains("ada"))
    }

    @Test func withoutATerminalNothingIsOpened() throws {
        try home.configure(Home.twoProfiles)
        let environment = ["EDITOR": try home.program("editor", "echo x >>\"$1\"")]
        try home.fedauth("profile", "edit", adding: environment).expectComplaint(
            4, "there is no terminal for an editor")
        try home.fedauth("profile", "edit", "--no-input", adding: environment).expectComplaint(
            4, "'--no-input' is in force")
        #expect(try Files.text(config) == Home.twoProfiles)
        let drafts = try Run.program("/usr/bin/find", [home.path, "-name", "draft-*"], environment: home.environment)
        #expect(drafts.text.isEmpty, "\(drafts)")
    }

    @Test func aNameThatIsNearIsMeant() throws {
        try home.configure(Home.twoProfiles)
        for words in [
            ["profile", "show", "mial"], ["profile", "remove", "mial"], ["profile", "edit", "mial", "--user", "x"],
            ["profile", "edit", "mial"], ["login", "mial"], ["saml", "mial"], ["status", "mial"], ["logout", "mial"],
            ["export-cookies", "mial"],
        ] {
            let outcome = try home.fedauth(words + ["--no-input"])
            #expect(outcome.status == 10 && outcome.errors.contains("did you mean 'mail'?"), "\(words) \(outcome)")
        }
    }

    /// After a sign-in without a profile, the shell's variable names a session.
    @Test func anUnknownProfileIsReportedWithItsSource() throws {
        try home.configure(Home.twoProfiles)
        for words in [["login"], ["profile", "show"], ["profile", "edit", "--user", "x"]] {
            try home.fedauth(words, adding: ["FEDAUTH_PROFILE": "h.test"])
                .expectComplaint(10, "there is no profile 'h.test', which FEDAUTH_PROFILE names")
        }
        // A name with a dot could be an address, which 'saml' would accept.
        try home.fedauth("login", "mai.l").expectComplaint(10, "there is no profile 'mai.l'; did you mean 'mail'?")
        try home.configure("[defaults]\nprofile = 'gone'\n")
        try home.fedauth("profile", "edit", "--user", "x")
            .expectComplaint(10, "there is no profile 'gone', which '\(config)' names in line 2")
    }

    /// A wrong value of a setting that only other commands use ends no sign-in, but is said.
    @Test func aSignInTellsOfWrongValuesForOtherCommands() throws {
        try home.configure(
            """
            [profile.p]
            authorization-url = "http://127.0.0.1:9/"
            verify = false
            protocol = "saml"
            """)
        let outcome = try home.fedauth("login", "p", "--no-input")
        let said = "fedauth: warning: '\(config)' line"
        #expect(
            outcome.errors.hasPrefix(
                """
                \(said) 3, column 10: 'verify' of 'p' takes a file, or an https address, not 'false'
                \(said) 4, column 12: 'protocol' of 'p' takes 'slc3' or 'est', not 'saml'; did you mean 'method'?
                fedauth: error: '127.0.0.1:9'
                """), "\(outcome)")
        // The command that uses it does not run with it.
        try home.fedauth("token", "p").expectComplaint(2, "'verify' of 'p' takes a file")
    }

    @Test func whatIsLeftIsSaid() throws {
        let home = try CommandHome(hasPassphrase: true)
        try home.configure(Home.twoProfiles)
        let removed = try home.fedauth("profile", "remove", "mail")
        #expect(removed.status == 0)
        #expect(removed.errors.contains("warning: 'profile' of [defaults] still names 'mail', in line 3"), "\(removed)")
        #expect(!removed.errors.contains("logout"))
        #expect(
            try Files.text(home.configuration).hasPrefix("# mine\n[defaults]\nprofile = \"mail\"\n\n[profile.other]\n"))
        try home.fedauth("store", "put", "session/other", input: "x")
        let other = try home.fedauth("profile", "remove", "other")
        #expect(other.errors.contains("its session is still stored; 'fedauth logout other' signs out"), "\(other)")
        // [defaults] may contain the options that open the store.
        let key = home.path + "/key"
        try home.fedauth("store", "slot", "add", "--new-key-file", key)
        try home.fedauth("store", "lock")
        try home.configure("[defaults]\nstore-key-file = '\(key)'\nno-cache = true\n[profile.other]\nsap = 'h.test'\n")
        let passphrase = home.environment.removeValue(forKey: "FEDAUTH_STORE_PASSPHRASE")
        let keyed = try home.fedauth("profile", "remove", "other")
        #expect(keyed.errors.contains("its session is still stored"), "\(keyed)")
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = passphrase
        try home.configure(Home.twoProfiles)
        try home.fedauth("store", "lock")
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let locked = try home.fedauth("profile", "remove", "other", "--no-cache")
        #expect(locked.errors.contains("if a session of it is stored, 'fedauth logout other'"), "\(locked)")
    }

    @Test func aDiscoveryDocumentBecomesAProfile() throws {
        let file = try home.file("d.json", Self.discovery)
        let dry = try home.fedauth("profile", "import", "--dry-run", file)
        let section = "[profile.\"mobile.test\"]\nmethod = \"saml\"\nsap = \"https://mobile.test:8443\"\n"
        #expect(dry.status == 0 && dry.text == section && access(config, F_OK) != 0, "\(dry)")
        for member in [
            "applicationID", "auth[0] (basic.default)", "auth[1].config.saml2.web.post.authchallengeheader.name",
        ] {
            #expect(dry.errors.contains("not taken over: '\(member)'\n"), "\(dry)")
        }
        #expect(try home.fedauth("profile", "import", "-", "--name", "m", input: Self.discovery).status == 0)
        #expect(try Files.text(config) == "[profile.m]\nmethod = \"saml\"\nsap = \"https://mobile.test:8443\"\n")
        for more in [[], ["--dry-run"]] {
            try home.fedauth(["profile", "import", file, "--name", "m"] + more)
                .expectComplaint(16, "there is a profile 'm' already")
        }
        try home.fedauth("profile", "import", file, "--name", "a b").expectComplaint(2, "not a name for a profile")
        try home.fedauth("profile", "import", "-", input: "{").expectComplaint(2, "'stdin' is not JSON")
        try home.fedauth("profile", "import", "/nowhere").expectComplaint(2, "cannot open '/nowhere'")
        let address = try home.file("e.json", "{\"host\": \"[::1]\", \"auth\": [{\"type\": \"saml2.web.post\"}]}")
        let outcome = try home.fedauth("profile", "import", address)
        outcome.expectComplaint(2, "is not a name for a profile")
        #expect(outcome.errors.contains("'--name NAME'"))
    }
}
