import Testing

@testable import CommandSupport

/// Tests ways to sign in with SimpleSAMLphp and mod_auth_mellon, up to the page that the service protects.
@Suite(.serialized)
struct SAMLLabSignInTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
    }

    @Test(arguments: [
        "plain", "post", "artifact", "idp-initiated", "two-page", "remember", "search", "between", "deep", "detour",
        "brief-sso",
    ])
    func signsInAndIsLetIn(_ name: String) throws {
        let outcome = try home.signIn(saml: name)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.isEmpty && !outcome.errors.contains("warning"), "\(outcome)")
        let page = try home.page(saml: name)
        #expect(page.contains("signed in as \(try lab.scenario(name).user)"), "\(page)")
        #expect(page.contains("last cookie: there"), "\(page)")
    }

    @Test(arguments: ["ada", "spaces", "quotes", "signs", "utf8", "emoji"])
    func everyPasswordArrivesExactly(_ user: String) throws {
        let outcome = try home.signIn(saml: "plain", user: user)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try home.page(saml: "plain").contains("signed in as \(user)"))
    }

    @Test func aOneTimeCodeComesFromTheStore() throws {
        let secret = try #require(try lab.scenario("otp").totpFile)
        #expect(try home.fedauth("store", "put", "otto", "--kind", "totp", "--file", secret).status == 0)
        let outcome = try home.signIn(saml: "otp", user: "otto", ["--field", "code=totp:otto"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try home.page(saml: "otp").contains("signed in as otto"))
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
        #expect(try home.page(saml: "basic").contains("signed in as ada"))
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
        #expect(try home.page(saml: "consent").contains("signed in as"))
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
            let outcome = try Files.handOver(file) { try home.fedauth(words + ["--password-fd", "\($0)"]) }
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

    @Test(arguments: ["env:THE_PASSWORD", "file:FILE", "fd:NUMBER", "store:pw", "command:cat FILE"])
    func fieldsComeFromEverySource(_ source: String) throws {
        let plain = try lab.scenario("plain")
        let file = try #require(lab.users["quotes"]?.passwordFile)
        try home.fedauth("store", "put", "pw", "--file", file)
        let password = try Files.text(file)
        let outcome = try Files.handOver(file) { number in
            let source = source.replacing("FILE", with: file).replacing("NUMBER", with: "\(number)")
            return try home.fedauth(
                [
                    "saml", plain.start, "--finish", plain.finish, "--cacert", lab.caFile, "--no-input", "--field",
                    "username=text:quotes", "--field", "password=\(source)",
                ], adding: ["THE_PASSWORD": password])
        }
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try home.page(saml: "plain").contains("signed in as quotes"))
    }

    @Test func signsInByECP() throws {
        let outcome = try home.signIn(saml: "ecp", ["--ecp", "--ecp-endpoint", lab.ecpURL])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try home.page(saml: "ecp").contains("signed in as ada"))
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
