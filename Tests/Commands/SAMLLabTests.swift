import Testing

@testable import CommandSupport

/// Tests `fedauth saml` with SimpleSAMLphp and mod_auth_mellon.
@Suite(.serialized)
struct SAMLLabTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
    }

    /// A server that accepts every client proves nothing.
    @Test func aServerThatAcceptsEveryClientIsReported() throws {
        let address = lab.spURL + "/nosuch/"
        let outcome = try home.fedauth(
            "saml", address + "start", "--finish", address + "finish", "--cacert", lab.caFile)
        #expect(outcome.status == 0 && outcome.errors.contains("no identity provider was asked"), "\(outcome)")
    }

    @Test func aSessionThatTakesAnothersPlaceSaysSo() throws {
        #expect(try home.signIn(saml: "plain").status == 0)
        let second = try home.signIn(saml: "post")
        let first = try lab.scenario("plain").finish
        #expect(second.status == 0 && second.errors.contains("was for '\(first)'"), "\(second)")
    }

    @Test func aWrongOneTimeCodeIsRefusedOnce() throws {
        let outcome = try home.signIn(saml: "otp", user: "otto", ["--field", "code=text:000000"])
        #expect(outcome.status == 3, "\(outcome)")
        #expect(try home.fedauth("store", "list").text.split(separator: "\n").allSatisfy { $0.hasPrefix("refused/") })
    }

    @Test func withoutACodeTheFieldIsNamed() throws {
        let outcome = try home.signIn(saml: "otp", user: "otto")
        #expect(outcome.status == 4)
        #expect(outcome.errors.contains("'--field code=SOURCE'"), "\(outcome)")
    }

    @Test func aRefusalAtTheIdentityProviderIsTold() throws {
        let denied = try home.signIn(saml: "denied")
        #expect(denied.status == 3 && denied.errors.contains("403"), "\(denied)")
        let failed = try home.signIn(saml: "failed")
        #expect(failed.status == 3 && failed.errors.contains("The account is locked"), "\(failed)")
        #expect(home.hasNoStore)
    }

    @Test func aWrongPasswordIsToldInTheirWords() throws {
        let plain = try lab.scenario("plain")
        let outcome = try home.fedauth(
            "saml", plain.start, "--finish", plain.finish, "--user", "ada", "--password-stdin", "--cacert", lab.caFile,
            "--no-input",
            input: "wrong\n")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("Incorrect username or password"), "\(outcome)")
        #expect(try home.fedauth("store", "list").text.split(separator: "\n").allSatisfy { $0.hasPrefix("refused/") })
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
        let unattended = try home.fedauth(words + ["--force", "--user", "bob"])
        #expect(unattended.status == 4 && unattended.errors.contains("--password-stdin"), "\(unattended)")
    }

    @Test func namesKeysAndRoutesAreAsTold() throws {
        let wrongPin = try home.signIn(
            saml: "plain", ["--pin", "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="])
        #expect(wrongPin.status == 7 && wrongPin.errors.contains("sha256//"), "\(wrongPin)")
        let port = try WebAddress.port(lab.spURL)
        let elsewhere = try home.signIn(saml: "plain", ["--resolve", "sp.localhost:\(port):127.0.0.254"])
        #expect(elsewhere.status == 7, "\(elsewhere)")
        let there = try home.signIn(saml: "plain", ["--resolve", "sp.localhost:\(port):127.0.0.1"])
        #expect(there.status == 0, "\(there)")
        let fenced = try home.signIn(saml: "plain", ["--force", "--allow-host", "other.example.org"])
        #expect(fenced.status == 3 && fenced.errors.contains("--allow-host idp.localhost"), "\(fenced)")
        let allowed = try home.signIn(saml: "plain", ["--force", "--allow-host", "idp.localhost"])
        #expect(allowed.status == 0, "\(allowed)")
    }

    @Test func anUnknownAuthorityIsNamedWithTheOptionToUse() throws {
        let plain = try lab.scenario("plain")
        let outcome = try home.fedauth("saml", plain.start, "--user", "ada", "--no-input", "--json")
        #expect(outcome.status == 7 && outcome.errors.contains("--cacert"), "\(outcome)")
        #expect(outcome.text.contains("\"code\":\"tls\""), "\(outcome)")
    }

    @Test func nothingIsShownWithThePresenterNone() throws {
        let outcome = try home.signIn(saml: "plain", ["--presenter", "none"])
        #expect(outcome.status == 4, "\(outcome)")
    }

    @Test func aValidSessionTouchesNoNetwork() throws {
        #expect(try home.signIn(saml: "plain").status == 0)
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
        #expect(try home.signIn(saml: "brief").status == 0)
        let status = try home.fedauth("status", "--json")
        #expect(status.status == 0 && status.text.contains("\"expiryBasis\":\"assertion\""), "\(status)")
        // The session ends in less than a minute, so --min-validity renews it although it is valid.
        let renewed = try home.signIn(saml: "brief", ["--min-validity", "1m", "--json"])
        #expect(renewed.text.contains("\"fresh\":true"), "\(renewed)")
        let kept = try home.signIn(saml: "brief", ["--min-validity", "1s", "--json"])
        #expect(kept.text.contains("\"fresh\":false"), "\(kept)")
    }

    @Test func logoutEndsTheSessionThereAndHere() throws {
        let scenario = try lab.scenario("logout")
        #expect(try home.signIn(saml: "logout", ["--logout-url", try #require(scenario.logout)]).status == 0)
        let jar = home.path + "/kept.txt"
        #expect(try home.fedauth("export-cookies", "-o", jar).status == 0)
        let ask = [
            "-sS", "-o", "/dev/null", "-w", "%{http_code}", "--cacert", lab.caFile, "-b", jar, scenario.protected,
        ]
        #expect(try Run.program("/usr/bin/curl", ask, environment: home.environment).text == "200")
        let logout = try home.fedauth("logout", "--cacert", lab.caFile, "--json")
        #expect(logout.status == 0 && logout.text.contains("\"revoked\":true"), "\(logout)")
        #expect(try Run.program("/usr/bin/curl", ask, environment: home.environment).text != "200")
        #expect(home.hasNoStore)
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

    @Test func aPageOfScriptsIsNamed() throws {
        let outcome = try home.signIn(saml: "script")
        #expect(outcome.status == 11, "\(outcome)")
        #expect(outcome.errors.contains("scripts"))
    }

    @Test func theTraceTellsTheWayAndNoSecret() throws {
        let trace = home.path + "/trace"
        #expect(try home.signIn(saml: "plain", ["--trace", trace]).status == 0)
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
        let jar = home.path + "/all"
        #expect(try home.fedauth("export-cookies", "--all", "-o", jar).status == 0)
        let words = ["-sSL", "--cacert", lab.caFile, "-b", jar, try #require(logout.logout)]
        #expect(try Run.program("/usr/bin/curl", words, environment: home.environment).status == 0)
        let over = try home.fedauth("status", "--check", "--cacert", lab.caFile)
        #expect(over.status == 4, "\(over)")
    }
}

/// Parts of the lab's addresses.
enum WebAddress {
    static func port(_ url: String) throws -> String {
        guard let colon = url.lastIndex(of: ":") else { throw TestFailure("no port in \(url)") }
        return String(url[url.index(after: colon)...].prefix { $0.isNumber })
    }
}
