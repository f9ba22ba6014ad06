import Testing

/// `fedauth adfs` at SimpleSAMLphp, whose module for WS-Federation others wrote.
@Suite(.serialized)
struct FederationModuleTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
    }

    private func signIn(user: String = "ada", _ more: [String] = []) throws -> Outcome {
        let place = lab.wsFederation
        let words = [
            "adfs", place.url, "--realm", place.realm, "--user", user, "--password-file",
            try #require(lab.users[user]?.passwordFile), "--cacert", lab.caFile, "--no-input",
        ]
        return try home.fedauth(words + (more.contains("--reply") ? [] : ["--reply", place.replyURL]) + more)
    }

    @Test(arguments: ["ada", "quotes", "utf8"]) func itsAnswerIsTaken(_ user: String) throws {
        let outcome = try signIn(user: user)
        #expect(outcome.status == 0 && !outcome.errors.contains("warning"), "\(outcome)")
        #expect(outcome.errors.contains("signed in as \(user)"), "\(outcome)")
        let again = try signIn(user: user, ["--proxy", "http://127.0.0.1:1"])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
    }

    /// The signature covers bytes: xmlsec1 is a judge that we did not write.
    @Test func itsAssertionIsCutByteForByte() throws {
        #expect(try signIn().status == 0)
        let token = try home.fedauth("token", "--output", "assertion")
        #expect(token.status == 0 && token.text.contains("AssertionID="), "\(token)")
        let file = try home.file("assertion.xml", token.text)
        let certificate = home.path + "/signer.pem"
        let fetched = try Run.program(
            "/bin/sh", ["-c", "cp \"$(dirname \(lab.logDirectory))\"/idp/cert/saml-idp.pem \(certificate)"],
            environment: ["PATH": "/bin:/usr/bin"])
        #expect(fetched.status == 0, "\(fetched)")
        let judged = try Run.program(
            "/usr/bin/xmlsec1",
            [
                "--verify", "--pubkey-cert-pem", certificate, "--id-attr:AssertionID",
                "urn:oasis:names:tc:SAML:1.0:assertion:Assertion", file,
            ], environment: ["PATH": "/usr/bin"])
        #expect(judged.status == 0, "\(judged)")
    }

    @Test func withoutAReplyItIsThePartysOwn() throws {
        let place = lab.wsFederation
        let outcome = try home.fedauth(
            "adfs", place.url, "--realm", place.realm, "--user", "ada", "--password-file",
            try #require(lab.users["ada"]?.passwordFile), "--cacert", lab.caFile, "--no-input")
        #expect(outcome.status == 0, "\(outcome)")
    }

    /// All of these come with status 200 or 500 and a page in words.
    @Test func whatItRefusesIsNoSession() throws {
        let unknown = try signIn(["--realm", "urn:nobody"])
        #expect([3, 15].contains(unknown.status) && unknown.errors.contains("knows this sign-in as"), "\(unknown)")
        let reply = try signIn(["--reply", "https://evil.example.org/"])
        #expect([3, 15].contains(reply.status), "\(reply)")
        let wrong = try home.file("wrong", "no\n")
        let password = try home.fedauth(
            "adfs", lab.wsFederation.url, "--realm", lab.wsFederation.realm, "--user", "ada", "--password-file", wrong,
            "--cacert", lab.caFile, "--no-input")
        #expect(password.status == 3 && password.errors.contains("Incorrect username or password"), "\(password)")
        #expect(try home.fedauth("store", "list").text == "")
    }

    @Test func theSignOutComesBackToTheReply() throws {
        #expect(try signIn().status == 0)
        let logout = try home.fedauth("logout", "--cacert", lab.caFile, "--json")
        #expect(logout.status == 0 && logout.text.contains("\"revoked\" : true"), "\(logout)")
        // The service has forgotten who it was: another sign-in needs a password.
        let place = lab.wsFederation
        let silent = try home.fedauth(
            "adfs", place.url, "--realm", place.realm, "--reply", place.replyURL, "--cacert", lab.caFile, "--no-input")
        #expect(silent.status == 4, "\(silent)")
    }
}
