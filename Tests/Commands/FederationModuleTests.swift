import Testing

@testable import CommandSupport

/// Tests `fedauth adfs` at SimpleSAMLphp, with its own module for WS-Federation.
@Suite(.serialized)
struct FederationModuleTests {
    let lab: Lab
    let home: Home
    private let url: String
    private let party: Lab.Party

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        url = lab.federation.simpleSAMLphpURL
        party = try lab.party("ssp")
    }

    private func words(user: String = "ada", password: String? = nil) throws -> [String] {
        [
            "adfs", url, "--realm", party.realm, "--user", user, "--password-file",
            try password ?? lab.passwordFile(of: user), "--cacert", lab.caFile, "--no-input",
        ]
    }

    private func signIn(user: String = "ada", _ more: [String] = []) throws -> Outcome {
        try home.fedauth(
            try words(user: user) + (more.contains("--reply") ? [] : ["--reply", party.replyURL]) + more)
    }

    @Test(arguments: ["ada", "quotes", "utf8"]) func itsAnswerIsTaken(_ user: String) throws {
        let outcome = try signIn(user: user)
        #expect(outcome.status == 0 && !outcome.errors.contains("warning"), "\(outcome)")
        #expect(outcome.errors.contains("signed in as \(user)"), "\(outcome)")
        let again = try signIn(user: user, ["--proxy", "http://127.0.0.1:1"])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
    }

    /// The signature covers bytes, and xmlsec1 verifies it independently.
    @Test func itsAssertionIsCutByteForByte() throws {
        #expect(try signIn().status == 0)
        let token = try home.fedauth("token", "--output", "assertion")
        #expect(token.status == 0 && token.text.contains("AssertionID="), "\(token)")
        let file = try home.file("assertion.xml", token.text)
        let result = try Run.program(
            "/usr/bin/xmlsec1",
            [
                "--verify", "--pubkey-cert-pem", lab.federation.simpleSAMLphpCertificateFile, "--id-attr:AssertionID",
                "urn:oasis:names:tc:SAML:1.0:assertion:Assertion", file,
            ], environment: ["PATH": "/usr/bin"])
        #expect(result.status == 0, "\(result)")
    }

    /// SimpleSAMLphp also writes the metadata.
    @Test func itsMetadataNameWhoSigns() throws {
        let metadata = url.replacing("prp.php", with: "metadata.php")
        let outcome = try signIn(["--verify", metadata])
        #expect(outcome.status == 0, "\(outcome)")
        let printed = try home.fedauth("token", "--verify", metadata, "--cacert", lab.caFile, "--output", "assertion")
        #expect(printed.status == 0 && printed.text.contains("AssertionID="), "\(printed)")
        try signIn(["--force", "--verify", try lab.farm("plain").federationMetadataURL])
            .expectComplaint(3, "does not hold")
    }

    @Test func withoutAReplyItIsThePartysOwn() throws {
        let outcome = try home.fedauth(try words())
        #expect(outcome.status == 0, "\(outcome)")
    }

    /// All of these have status 200 and an error page, which also contains a script for the clipboard.
    @Test func whatItRefusesIsNoSession() throws {
        let unknown = try signIn(["--realm", "urn:nobody"])
        unknown.expectComplaint(
            3, "shows an error: Error processing request from Service Provider: This Identity Provider")
        #expect(unknown.errors.contains("its operator finds the error by '"), "\(unknown)")
        try signIn(["--reply", "https://evil.example.org/"]).expectComplaint(
            3, "shows an error: Unhandled exception: An unhandled exception was thrown")
        let wrong = try home.file("wrong", "no\n")
        let password = try home.fedauth(try words(password: wrong))
        #expect(password.status == 3 && password.errors.contains("Incorrect username or password"), "\(password)")
        #expect(home.hasNoStore)
    }

    @Test func theSignOutComesBackToTheReply() throws {
        #expect(try signIn().status == 0)
        let logout = try home.fedauth("logout", "--cacert", lab.caFile, "--json")
        #expect(logout.status == 0 && logout.text.contains("\"revoked\":true"), "\(logout)")
        // The service has ended the session, so another sign-in needs a password.
        let silent = try home.fedauth(
            "adfs", url, "--realm", party.realm, "--reply", party.replyURL, "--cacert", lab.caFile, "--no-input")
        #expect(silent.status == 4, "\(silent)")
    }
}
