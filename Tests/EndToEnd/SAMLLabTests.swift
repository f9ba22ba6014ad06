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

    /// Signs in to a scenario without questions.
    private func signIn(_ name: String, user: String? = nil, _ more: [String] = []) throws -> Outcome {
        let scenario = try lab.scenario(name)
        let user = user ?? scenario.user
        let password = try #require(lab.users[user]?.passwordFile)
        return try home.fedauth(
            [
                "saml", scenario.start, "--finish", scenario.finish, "--user", user, "--password-file", password,
                "--cacert", lab.caFile, "--no-input",
            ]
                + more)
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
        let outcome = try signIn(name)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.isEmpty && !outcome.errors.contains("warning"), "\(outcome)")
        let page = try protectedPage(name)
        #expect(page.text.contains("signed in as \(try lab.scenario(name).user)"), "\(page)")
        #expect(page.text.contains("last cookie: there"), "\(page)")
    }

    /// A server that accepts every client proves nothing.
    @Test func nobodyWasAskedIsSaid() throws {
        let address = lab.spURL + "/nosuch/"
        let outcome = try home.fedauth(
            "saml", address + "start", "--finish", address + "finish", "--cacert", lab.caFile)
        #expect(outcome.status == 0 && outcome.errors.contains("no identity provider was asked"), "\(outcome)")
    }

    @Test func aSessionThatTakesAnothersPlaceSaysSo() throws {
        #expect(try signIn("plain").status == 0)
        let second = try signIn("post")
        let first = try lab.scenario("plain").finish
        #expect(second.status == 0 && second.errors.contains("was for '\(first)'"), "\(second)")
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
        let outcome = try signIn("plain", user: user)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try protectedPage("plain").text.contains("signed in as \(user)"))
    }

    @Test func aOneTimeCodeComesFromTheStore() throws {
        let secret = try #require(try lab.scenario("otp").totpFile)
        #expect(try home.fedauth("store", "put", "otto", "--kind", "totp", "--file", secret).status == 0)
        let outcome = try signIn("otp", user: "otto", ["--field", "code=totp:otto"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try protectedPage("otp").text.contains("signed in as otto"))
    }

    @Test func aWrongOneTimeCodeIsRefusedOnce() throws {
        let outcome = try signIn("otp", user: "otto", ["--field", "code=text:000000"])
        #expect(outcome.status == 3, "\(outcome)")
        #expect(try home.fedauth("store", "list").text == "")
    }

    @Test func withoutACodeTheFieldIsNamed() throws {
        let outcome = try signIn("otp", user: "otto")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("--field 'code=SOURCE'"), "\(outcome)")
    }

    @Test func consentMustBeGiven() throws {
        let refused = try signIn("consent")
        #expect(refused.status == 4 && refused.errors.contains("--accept-consent"), "\(refused)")
        let agreed = try signIn("consent", ["--accept-consent"])
        #expect(agreed.status == 0, "\(agreed)")
        #expect(try protectedPage("consent").text.contains("signed in as"))
    }

    @Test func aRefusalAtTheIdentityProviderIsTold() throws {
        let denied = try signIn("denied")
        #expect(denied.status == 3 && denied.errors.contains("403"), "\(denied)")
        let failed = try signIn("failed")
        #expect(failed.status == 3 && failed.errors.contains("The account is locked"), "\(failed)")
        #expect(try home.fedauth("store", "list").text == "")
    }

    @Test func aWrongPasswordIsToldInTheirWords() throws {
        let plain = try lab.scenario("plain")
        let outcome = try home.fedauth(
            "saml", plain.start, "--finish", plain.finish, "--user", "ada", "--password-stdin", "--cacert", lab.caFile,
            "--no-input",
            input: "wrong\n")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("Incorrect username or password"), "\(outcome)")
        #expect(try home.fedauth("store", "list").text == "")
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

    @Test func anAskpassProgramIsAskedWhereThereIsNoTerminal() throws {
        let plain = try lab.scenario("plain")
        let file = try #require(lab.users["ada"]?.passwordFile)
        let asked = home.path + "/asked"
        let program = try home.file("askpass", "#!/bin/sh\necho \"$1\" >> \(asked)\ncat \(file)\n")
        _ = try Run.program("/bin/chmod", ["700", program], environment: home.environment)
        let words = ["saml", plain.start, "--finish", plain.finish, "--user", "ada", "--cacert", lab.caFile]
        let outcome = try home.fedauth(words, adding: ["SSH_ASKPASS": program])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try Files.text(asked).hasPrefix("Password for ada at idp.localhost"))
        let nobody = try home.fedauth(words + ["--force", "--user", "bob"])
        #expect(nobody.status == 4 && nobody.errors.contains("--password-stdin"), "\(nobody)")
    }

    @Test func namesKeysAndRoutesAreAsTold() throws {
        let wrongPin = try signIn("plain", ["--pin", "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="])
        #expect(wrongPin.status == 7 && wrongPin.errors.contains("sha256//"), "\(wrongPin)")
        let port = try WebAddress.port(lab.spURL)
        let elsewhere = try signIn("plain", ["--resolve", "sp.localhost:\(port):127.0.0.254"])
        #expect(elsewhere.status == 7, "\(elsewhere)")
        let there = try signIn("plain", ["--resolve", "sp.localhost:\(port):127.0.0.1"])
        #expect(there.status == 0, "\(there)")
        let fenced = try signIn("plain", ["--force", "--allow-host", "other.example.org"])
        #expect(fenced.status == 3 && fenced.errors.contains("--allow-host idp.localhost"), "\(fenced)")
        let allowed = try signIn("plain", ["--force", "--allow-host", "idp.localhost"])
        #expect(allowed.status == 0, "\(allowed)")
    }

    @Test func anUnknownAuthorityIsNamedWithTheOptionToUse() throws {
        let plain = try lab.scenario("plain")
        let outcome = try home.fedauth("saml", plain.start, "--user", "ada", "--no-input", "--json")
        #expect(outcome.status == 7 && outcome.errors.contains("--cacert"), "\(outcome)")
        #expect(outcome.text.contains("\"code\":\"tls\""), "\(outcome)")
    }

    @Test func nothingIsShownWithThePresenterNone() throws {
        let outcome = try signIn("plain", ["--presenter", "none"])
        #expect(outcome.status == 4, "\(outcome)")
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

    @Test func aValidSessionTouchesNoNetwork() throws {
        #expect(try signIn("plain").status == 0)
        let plain = try lab.scenario("plain")
        // All names resolve to a closed port, so that any request would fail.
        let again = try home.fedauth(
            "saml", plain.start, "--finish", plain.finish, "--user", "ada", "--no-input", "--proxy",
            "http://127.0.0.1:1")
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
        let forced = try home.fedauth(
            "saml", plain.start, "--finish", plain.finish, "--user", "ada", "--no-input", "--proxy",
            "http://127.0.0.1:1", "--force")
        #expect(forced.status == 7, "\(forced)")
    }

    @Test func aSessionOfTwentySecondsIsKnownToEnd() throws {
        #expect(try signIn("brief").status == 0)
        let status = try home.fedauth("status", "--json")
        #expect(status.status == 0 && status.text.contains("\"expiryBasis\":\"assertion\""), "\(status)")
        // The session ends in less than a minute, so --min-validity renews it although it is valid.
        let renewed = try signIn("brief", ["--min-validity", "1m", "--json"])
        #expect(renewed.text.contains("\"fresh\":true"), "\(renewed)")
        let kept = try signIn("brief", ["--min-validity", "1s", "--json"])
        #expect(kept.text.contains("\"fresh\":false"), "\(kept)")
    }

    @Test func theServerIsAskedByCheck() throws {
        let plain = try lab.scenario("plain")
        #expect(try signIn("plain", ["--check", plain.protected]).status == 0)
        #expect(try home.fedauth("status", "--check", "--cacert", lab.caFile).status == 0)
        // The service forgets the session; only a check can find out.
        let logout = try lab.scenario("logout")
        #expect(
            try signIn("logout", ["--logout-url", try #require(logout.logout), "--check", logout.protected]).status == 0
        )
        let script =
            "eval $(\(Home.binary) export-cookies --all) && curl -sSL --cacert \(lab.caFile) -b "
            + "\"$FEDAUTH_COOKIE_JAR\" '\(try #require(logout.logout))'"
        #expect(try Run.program("/bin/sh", ["-c", script], environment: home.environment).status == 0)
        let over = try home.fedauth("status", "--check", "--cacert", lab.caFile)
        #expect(over.status == 4, "\(over)")
    }

    @Test func logoutEndsTheSessionThereAndHere() throws {
        let scenario = try lab.scenario("logout")
        #expect(try signIn("logout", ["--logout-url", try #require(scenario.logout)]).status == 0)
        let jar = home.path + "/kept.txt"
        #expect(try home.fedauth("export-cookies", "-o", jar).status == 0)
        let ask = [
            "-sS", "-o", "/dev/null", "-w", "%{http_code}", "--cacert", lab.caFile, "-b", jar, scenario.protected,
        ]
        #expect(try Run.program("/usr/bin/curl", ask, environment: home.environment).text == "200")
        let logout = try home.fedauth("logout", "--cacert", lab.caFile, "--json")
        #expect(logout.status == 0 && logout.text.contains("\"revoked\":true"), "\(logout)")
        #expect(try Run.program("/usr/bin/curl", ask, environment: home.environment).text != "200")
        #expect(try home.fedauth("store", "list").text == "")
        #expect(try home.fedauth("status").status == 10)
    }

    @Test func signsInToSAPMobileServices() throws {
        let backend = try #require(lab.sap["backendURL"])
        let password = try #require(lab.users["ada"]?.passwordFile)
        let outcome = try home.fedauth(
            "saml", "--sap", backend, "--user", "ada", "--password-file", password, "--cacert", lab.caFile,
            "--no-input",
            "--check", try #require(lab.sap["resourceURL"]), "--json")
        #expect(outcome.status == 0 && outcome.text.contains("\"fresh\":true"), "\(outcome)")
        let cookies = try home.fedauth("export-cookies", "--format", "header")
        #expect(cookies.text.contains("X-SMP-SESSIDSSO="), "\(cookies)")
        // The challenge has status 200 there; only its header identifies it.
        let stubborn = try home.fedauth(
            "saml", "--sap", backend, "--user", "ada", "--password-file", password, "--cacert", lab.caFile,
            "--no-input",
            "--check", try #require(lab.sap["stubbornURL"]), "--force")
        #expect(stubborn.status == 3, "\(stubborn)")
        let logout = try home.fedauth("logout", "--cacert", lab.caFile, "--json")
        #expect(logout.status == 0 && logout.text.contains("\"revoked\":true"), "\(logout)")
    }

    @Test func signsInByECP() throws {
        let outcome = try signIn("ecp", ["--ecp", "--ecp-endpoint", lab.ecpURL])
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

    @Test func aPageOfScriptsIsNamed() throws {
        let outcome = try signIn("script")
        #expect(outcome.status == 11, "\(outcome)")
        #expect(outcome.errors.contains("scripts"))
    }

    @Test func theTraceTellsTheWayAndNoSecret() throws {
        let trace = home.path + "/trace"
        #expect(try signIn("plain", ["--trace", trace]).status == 0)
        let text = try Files.text(trace)
        let password = try Files.text(try #require(lab.users["ada"]?.passwordFile))
        #expect(!text.contains(password))
        #expect(text.contains("SAMLResponse=…") && text.contains("username=…&password=…") && text.contains("= page '"))
        let jar = try home.fedauth("export-cookies", "--all", "--format", "netscape").text
        let values = jar.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
            $0.split(separator: "\t").last
        }
        #expect(!values.isEmpty)
        for value in values where value.count > 8 { #expect(!text.contains(value)) }
        let list = try Run.program("/usr/bin/stat", ["-c", "%a", trace], environment: home.environment)
        #expect(list.text == "600\n")
    }

    @Test func aProfileHoldsTheOptions() throws {
        let plain = try lab.scenario("plain")
        let password = try #require(lab.users["ada"]?.passwordFile)
        let added = try home.fedauth(
            "profile", "add", "work", "--authorization-url", plain.start, "--finish", plain.finish, "--user", "ada",
            "--password-file", password, "--cacert", lab.caFile)
        #expect(added.status == 0, "\(added)")
        let login = try home.fedauth("login", "work", "--no-input", "--json")
        #expect(login.status == 0 && login.text.contains("\"profile\":\"work\""), "\(login)")
        #expect(try home.fedauth("status", "work").status == 0)
        // The command line takes precedence over the profile.
        let other = try home.fedauth("login", "work", "--no-input", "--force", "--user", "nobody")
        #expect(other.status == 3, "\(other)")
        // The environment takes precedence over the profile and below the command line.
        let third = try home.fedauth(
            "login", "work", "--no-input", "--force", adding: ["FEDAUTH_PROXY": "http://127.0.0.1:1"])
        #expect(third.status == 7, "\(third)")
        #expect(try home.fedauth("export-cookies", "work", "--format", "header").status == 0)
    }
}

/// Parts of the lab's addresses.
enum WebAddress {
    static func port(_ url: String) throws -> String {
        guard let colon = url.lastIndex(of: ":") else { throw TestFailure("no port in \(url)") }
        return String(url[url.index(after: colon)...].prefix { $0.isNumber })
    }
}
