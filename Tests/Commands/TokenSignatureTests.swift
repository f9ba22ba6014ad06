import Testing

@testable import CommandSupport

/// Tests `--verify` with certificates and with fetched metadata, on the assertions and JSON Web Tokens of the lab's farms.
@Suite(.serialized)
struct TokenSignatureTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
    }

    private func token(_ verify: String, _ more: String...) throws -> Outcome {
        try home.fedauth(["token", "--verify", verify, "--cacert", lab.caFile] + more)
    }

    private var certificate: String { lab.federation.signingCertificateFile }
    private var metadata: String { get throws { try lab.farm("plain").federationMetadataURL } }

    /// openssl made the signature.
    @Test(arguments: ["jwt", "jwt-bare"]) func aJSONWebTokenIsChecked(_ party: String) throws {
        for place in [certificate, try metadata] {
            let made = try home.signIn(adfs: party, ["--verify", place, "--force"])
            #expect(made.status == 0, "\(made)")
            let printed = try token(place)
            #expect(printed.status == 0 && printed.text.split(separator: ".").count == 3, "\(printed)")
            #expect(try token(place, "--output", "claims").text.contains("\"kind\":\"jwt\""))
        }
        let other = try token(lab.caFile)
        #expect(other.status == 3 && other.output.isEmpty, "\(other)")
    }

    @Test func aStoredAnswerIsVerifiedAgain() throws {
        #expect(try home.signIn(adfs: "jwt").status == 0)
        // The session was made without --verify, and its token is valid.
        let good = try home.signIn(adfs: "jwt", ["--verify", certificate])
        #expect(good.status == 0 && good.errors.contains("nothing was done"), "\(good)")
        let bad = try home.signIn(adfs: "jwt", ["--verify", lab.federation.simpleSAMLphpCertificateFile])
        bad.expectComplaint(3, "the signature of the token does not hold")
    }

    @Test func metadataAreFetched() throws {
        #expect(try home.signIn(adfs: "collection", ["--verify", try metadata]).status == 0)
        let assertion = try token(try metadata, "--output", "assertion")
        #expect(assertion.status == 0 && assertion.text.contains("Assertion"), "\(assertion)")
        try home.signIn(adfs: "altered", ["--verify", try metadata]).expectComplaint(3, "does not hold")
        // Another server's metadata contain another certificate.
        let provider = lab.federation.simpleSAMLphpURL.replacing("idp/prp.php", with: "idp/metadata.php")
        try token(provider).expectComplaint(3, "does not hold")
    }

    /// The metadata are fetched with the same trust settings and limits as every request of the command.
    @Test func metadataAreFetchedAsAllElseIs() throws {
        #expect(try home.signIn(adfs: "jwt").status == 0)
        // The session keeps the file of '--cacert'; another one takes its place.
        #expect(try home.fedauth("token", "--verify", metadata).status == 0)
        try home.fedauth("token", "--verify", metadata, "--cacert", "/etc/ssl/certs/ca-certificates.crt")
            .expectComplaint(7, "fs-plain.localhost")
        try home.fedauth("token", "--verify", metadata, "--insecure").expectComplaint(2, "--insecure")
        try token(try metadata.replacing("https:", with: "http:")).expectComplaint(2, "not encrypted")
        #expect(try token(try metadata, "--proxy", "http://127.0.0.1:1").status == 7)
        let listed = try token(try metadata, "--allow-host", "elsewhere.example.org")
        #expect(listed.status == 0, "\(listed)")
        // The same with a profile.
        _ = try home.fedauth(
            "profile", "add", "api", "--method", "adfs", "--adfs", try lab.farm("plain").signInURL, "--realm",
            try lab.party("jwt").realm, "--verify", metadata, "--cacert", lab.caFile)
        let named = try home.fedauth(
            "login", "api", "--user", lab.account("ada"), "--password-file", try lab.passwordFile(of: "ada"),
            "--reply", try lab.party("jwt").replyURL, "--no-input")
        #expect(named.status == 0, "\(named)")
        let before = try lab.records().last?.number ?? 0
        let printed = try home.fedauth("token", "api")
        #expect(printed.status == 0, "\(printed)")
        #expect(try lab.records(after: before).contains { $0.path.hasPrefix("/FederationMetadata/") })
    }

    @Test func whatIsNoMetadataIsNamed() throws {
        #expect(try home.signIn(adfs: "jwt").status == 0)
        let farm = try lab.farm("plain")
        let missing = try token(farm.url + "/nothing")
        missing.expectComplaint(15, "answered with status 404")
        #expect(missing.errors.contains("/FederationMetadata/2007-06/FederationMetadata.xml"), "\(missing)")
        try token(farm.signInURL).expectComplaint(15, "sent no metadata")
        try token(farm.metadataURL).expectComplaint(15, "sent no metadata")
        let led = try token(try #require(try lab.party("bare").startURL))
        led.expectComplaint(15, "answered with status 302")
        #expect(led.errors.contains("not followed"), "\(led)")
        #expect(try token("https://").status == 2)
        // The metadata are fetched before the password prompt.
        try home.fedauth(
            "adfs", farm.signInURL, "--realm", "urn:x", "--verify", farm.url + "/nothing", "--cacert", lab.caFile,
            "--force", "--no-input"
        ).expectComplaint(15, "status 404")
    }

    /// Tests the token of a platform, with vectors that PyJWT signed.
    @Test func aPlatformsTokenIsCheckedWhereItIsOne() throws {
        let folder = Repository.root + "/Tests/Vectors/tokens/"
        let vectors = try Files.text(folder + "jwt.txt").split(separator: "\n").map { $0.split(separator: "\t") }
        for (name, status) in [
            ("rs256", 0), ("ps384", 0), ("es256", 0), ("none", 3), ("hmac-256", 3), ("altered", 3), ("critical", 3),
        ] as [(String, Int32)] {
            let vector = try #require(vectors.first { $0[0] == name })
            try home.keep(CraftedSession(name: name, bearer: String(vector[3]), isToken: true))
            let outcome = try home.fedauth(
                "token", name, "--verify", "\(folder)jwt-\(vector[1]).pem", "--verify-no-audience")
            #expect(outcome.status == status && outcome.output.isEmpty == (status != 0), "\(name): \(outcome)")
        }
        try home.keep(CraftedSession(name: "opaque", bearer: "tok-en-1", isToken: true))
        try home.fedauth("token", "opaque", "--verify", certificate).expectComplaint(3, "is not a JSON Web Token")
    }
}
