import Testing

@testable import CommandSupport

/// Tests `fedauth saml` with SimpleSAMLphp and mod_auth_mellon.
@Suite(.serialized)
struct SAMLLabTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home(hasPassphrase: true)
    }

    /// Returns the response of the service to curl with the exported cookies.
    private func protectedPage(_ name: String) throws -> Outcome {
        let script =
            "eval $(\(Home.binary) export-cookies) && exec curl -sS --cacert \(lab.caFile) -b "
            + "\"$FEDAUTH_COOKIE_JAR\" \(try lab.scenario(name).protected)"
        return try Run.program("/bin/sh", ["-c", script], environment: home.environment)
    }

    @Test(arguments: [
        "plain", "post", "artifact", "idp-initiated", "two-page", "remember", "search", "between", "deep", "detour",
        "brief-sso",
    ])
    func signsInAndIsLetIn(_ name: String) throws {
        let outcome = try home.signIn(saml: name)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.isEmpty && !outcome.errors.contains("warning"), "\(outcome)")
        let page = try protectedPage(name)
        #expect(page.text.contains("signed in as \(try lab.scenario(name).user)"), "\(page)")
        #expect(page.text.contains("last cookie: there"), "\(page)")
    }

    /// A mistyped passphrase must not cost a sign-in.
    @Test func aNewStoreIsAskedForBeforeThePassword() throws {
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let plain = try lab.scenario("plain")
        let terminal = try TerminalChild(
            Home.binary,
            ["saml", plain.start, "--finish", plain.finish, "--user", "ada", "--cacert", lab.caFile],
            environment: home.environment)
        for (question, answer) in [
            ("New passphrase", "a"), ("The same again", "b"), ("They differ. New passphrase", "a"),
            ("The same again", "a"), ("Password for ada", try Files.text(try #require(lab.users["ada"]?.passwordFile))),
        ] {
            try terminal.expect(question)
            terminal.type(answer)
        }
        #expect(try terminal.finish() == 0, "\(terminal.text)")
    }

    @Test(arguments: ["ada", "spaces", "quotes", "signs", "utf8", "emoji"])
    func everyPasswordArrivesExactly(_ user: String) throws {
        let outcome = try home.signIn(saml: "plain", user: user)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try protectedPage("plain").text.contains("signed in as \(user)"))
    }

    @Test func aOneTimeCodeComesFromTheStore() throws {
        let secret = try #require(try lab.scenario("otp").totpFile)
        #expect(try home.fedauth("store", "put", "otto", "--kind", "totp", "--file", secret).status == 0)
        let outcome = try home.signIn(saml: "otp", user: "otto", ["--field", "code=totp:otto"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try protectedPage("otp").text.contains("signed in as otto"))
    }

    @Test func theCodesOfAKeyFillTheFieldThatAsksForOne() throws {
        let secret = try #require(try lab.scenario("otp").totpFile)
        #expect(try home.fedauth("store", "put", "otto", "--kind", "totp", "--file", secret).status == 0)
        let outcome = try home.signIn(saml: "otp", user: "otto", ["--totp", "otto", "--field", "token=text:1"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.errors.contains("no page had the field 'token' of '--field'"), "\(outcome)")

        let code = try home.fedauth("store", "get", "otto", "--code")
        #expect(code.status == 0 && code.output.count == 6 && code.text.utf8.allSatisfy { (0x30...0x39).contains($0) })
        #expect(try home.fedauth("store", "put", "other", "--kind", "totp", input: "JBSWY3DPEHPK3PXA").status == 0)
        let refused = try home.signIn(saml: "otp", user: "otto", ["--totp", "other", "--force"])
        #expect(refused.status == 3 && refused.errors.contains("refused the one-time code"), "\(refused)")
        #expect(refused.errors.contains("fedauth store get other --code"), "\(refused)")
    }

    /// The provider asks for HTTP authentication, and then shows its form.
    @Test func httpAuthenticationOnTheWayIsAnswered() throws {
        let outcome = try home.signIn(saml: "basic")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try protectedPage("basic").text.contains("signed in as ada"))
        let basic = try lab.scenario("basic")
        let unknown = try home.fedauth(
            "saml", basic.start, "--finish", basic.finish, "--user", "ada", "--cacert", lab.caFile, "--no-input",
            "--force")
        #expect(
            unknown.status == 4 && unknown.errors.contains("'provider of the lab' at https://idp-basic"), "\(unknown)")
        let wrong = try home.fedauth(
            [
                "saml", basic.start, "--finish", basic.finish, "--user", "ada", "--password-stdin", "--cacert",
                lab.caFile,
            ]
                + ["--no-input", "--force"], input: "wrong")
        #expect(wrong.status == 3 && wrong.errors.contains("refused user name and password of 'ada'"), "\(wrong)")
    }

    @Test func consentMustBeGiven() throws {
        let refused = try home.signIn(saml: "consent")
        #expect(refused.status == 4 && refused.errors.contains("--accept-consent"), "\(refused)")
        let agreed = try home.signIn(saml: "consent", ["--accept-consent"])
        #expect(agreed.status == 0, "\(agreed)")
        #expect(try protectedPage("consent").text.contains("signed in as"))
    }

    @Test(arguments: ["stdin", "fd", "command", "store", "field-env"])
    func passwordsComeFromEverySource(_ source: String) throws {
        let plain = try lab.scenario("plain")
        let file = try #require(lab.users["ada"]?.passwordFile)
        let password = try Files.text(file)
        var words = [
            "saml", plain.start, "--finish", plain.finish, "--user", "ada", "--cacert", lab.caFile, "--no-input",
        ]
        var input = ""
        switch source {
        case "stdin":
            words += ["--password-stdin"]
            input = password
        case "fd":
            let script = "exec 7<\(file); exec \(Home.binary) \(words.joined(separator: " ")) --password-fd 7"
            let outcome = try Run.program("/bin/sh", ["-c", script], environment: home.environment)
            #expect(outcome.status == 0, "\(outcome)")
            return
        case "command": words += ["--password-command", "cat \(file)"]
        case "store":
            try home.fedauth("store", "put", "pw", "--file", file)
            words += ["--password-store", "pw"]
        default:
            words += ["--field", "password=env:THE_PASSWORD"]
        }
        let outcome = try home.fedauth(words, input: input, adding: ["THE_PASSWORD": password])
        #expect(outcome.status == 0, "\(outcome)")
    }

    @Test(arguments: ["env:THE_PASSWORD", "file:FILE", "fd:7", "store:pw", "command:cat FILE"])
    func fieldsComeFromEverySource(_ source: String) throws {
        let plain = try lab.scenario("plain")
        let file = try #require(lab.users["quotes"]?.passwordFile)
        try home.fedauth("store", "put", "pw", "--file", file)
        let source = source.split(separator: "FILE", omittingEmptySubsequences: false).joined(separator: file)
        let script =
            "exec 7<\(file); exec \(Home.binary) saml \(plain.start) --finish \(plain.finish) --cacert \(lab.caFile) "
            + "--no-input --field username=text:quotes --field 'password=\(source)'"
        let outcome = try Run.program(
            "/bin/sh", ["-c", script],
            environment: home.environment.merging(["THE_PASSWORD": try Files.text(file)]) { $1 })
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try protectedPage("plain").text.contains("signed in as quotes"))
    }

    @Test func asksOnTheTerminalAndStoresWhenTold() throws {
        let plain = try lab.scenario("plain")
        let password = try Files.text(try #require(lab.users["ada"]?.passwordFile))
        let words = ["saml", plain.start, "--finish", plain.finish, "--cacert", lab.caFile, "--remember"]
        let terminal = try TerminalChild(
            Home.binary, words, environment: home.environment, outputTo: home.path + "/out")
        try terminal.expect("User name at idp.localhost")
        terminal.type("ada")
        try terminal.expect("Password for ada at idp.localhost")
        #expect(!terminal.echoes)
        terminal.type(password)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(!terminal.text.contains(password))
        #expect(try Files.bytes(home.path + "/out").isEmpty)
        // The next sign-in needs no question.
        let silent = try home.fedauth(words + ["--user", "ada", "--force", "--no-input"])
        #expect(silent.status == 0, "\(silent)")
        #expect(try home.fedauth("store", "list").text.contains("password/https://idp.localhost"))
    }

    @Test func asksAgainAfterAWrongPassword() throws {
        let plain = try lab.scenario("plain")
        let password = try Files.text(try #require(lab.users["ada"]?.passwordFile))
        let terminal = try TerminalChild(
            Home.binary, ["saml", plain.start, "--finish", plain.finish, "--cacert", lab.caFile, "--user", "ada"],
            environment: home.environment)
        try terminal.expect("Password for ada")
        terminal.type("wrong")
        try terminal.expect("Incorrect username or password")
        try terminal.expect("Password for ada")
        terminal.type(password)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
    }

    @Test func theServerIsAskedByCheck() throws {
        let plain = try lab.scenario("plain")
        #expect(try home.signIn(saml: "plain", ["--check", plain.protected]).status == 0)
        #expect(try home.fedauth("status", "--check", "--cacert", lab.caFile).status == 0)
        // The service forgets the session; only a check can find out.
        let logout = try lab.scenario("logout")
        #expect(
            try home.signIn(saml: "logout", ["--logout-url", try #require(logout.logout), "--check", logout.protected])
                .status == 0
        )
        let script =
            "eval $(\(Home.binary) export-cookies --all) && curl -sSL --cacert \(lab.caFile) -b "
            + "\"$FEDAUTH_COOKIE_JAR\" '\(try #require(logout.logout))'"
        #expect(try Run.program("/bin/sh", ["-c", script], environment: home.environment).status == 0)
        let over = try home.fedauth("status", "--check", "--cacert", lab.caFile)
        #expect(over.status == 4, "\(over)")
    }

    @Test func signsInByECP() throws {
        let outcome = try home.signIn(saml: "ecp", ["--ecp", "--ecp-endpoint", lab.ecpURL])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try protectedPage("ecp").text.contains("signed in as ada"))
        let scenario = try lab.scenario("ecp")
        let wrong = try home.fedauth(
            "saml", scenario.start, "--finish", scenario.finish, "--user", "ada", "--password-stdin", "--cacert",
            lab.caFile,
            "--no-input", "--ecp", "--ecp-endpoint", lab.ecpURL, "--force", input: "wrong")
        #expect(wrong.status == 3, "\(wrong)")
        let unwilling = try home.fedauth(
            "saml", try lab.scenario("plain").start, "--user", "ada", "--password-stdin", "--cacert", lab.caFile,
            "--no-input",
            "--ecp", "--ecp-endpoint", lab.ecpURL, input: "x")
        #expect(unwilling.status == 0 || unwilling.status == 15 || unwilling.status == 3, "\(unwilling)")
    }
}
