import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth token --output` and `--verify` with all forms of answers of the lab's farms.
@Suite(.serialized)
struct TokenOutputTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
    }

    private var certificate: String { lab.federation.signingCertificateFile }

    /// Verifies the assertion with xmlsec1.
    private func expectVerifies(_ assertion: Outcome, _ name: String) throws {
        let file = home.path + "/assertion.xml"
        _ = try home.file("assertion.xml", "")
        try Files.write(assertion.output, file)
        let check = try Run.program(
            "/usr/bin/xmlsec1",
            [
                "--verify", "--pubkey-cert-pem", certificate, "--id-attr:ID",
                "urn:oasis:names:tc:SAML:2.0:assertion:Assertion", "--id-attr:AssertionID",
                "urn:oasis:names:tc:SAML:1.0:assertion:Assertion", file,
            ], environment: home.environment)
        #expect(check.status == 0, "\(name): \(check)")
    }

    @Test(arguments: [
        "bare", "collection", "bare-13", "collection-11", "bare-20", "declaration", "bom", "two-boms", "blanks",
        "sparse",
        "prefix", "one-line",
    ])
    func theAssertionAloneVerifies(_ party: String) throws {
        let outcome = try home.signIn(adfs: party)
        #expect(outcome.status == 0, "\(party): \(outcome)")
        let assertion = try home.fedauth("token", "--output", "assertion", "--verify", certificate)
        #expect(assertion.status == 0 && assertion.errors.isEmpty, "\(party): \(assertion)")
        try expectVerifies(assertion, party)
        let base64 = try home.fedauth("token", "--output", "assertion-base64").output
        let decoded = try Run.program("/usr/bin/base64", ["-d"], input: base64, environment: ["PATH": "/usr/bin"])
        #expect(decoded.output == assertion.output)
        let response = try home.fedauth("token", "--output", "response").text
        let wire = try home.fedauth("token").output
        let whole = try Run.program("/usr/bin/base64", ["-d"], input: wire, environment: ["PATH": "/usr/bin"])
        #expect(whole.text == response)
    }

    @Test func claimsAreShownWithoutTheToken() throws {
        #expect(try home.signIn(adfs: "collection").status == 0)
        let claims = try home.fedauth("token", "--output", "claims").text
        for part in [
            "\"kind\":\"saml2.0\"", "\"subject\":\"ada@lab.test\"", "\"audiences\":[\"urn:fedauth:lab:collection\"]",
            "R&D <lab> \\\"quoted\\\"", "\"notBefore\":",
            "\"issuer\":\"http://fs-plain.localhost/adfs/services/trust\"",
        ] {
            #expect(claims.contains(part), "\(part): \(claims)")
        }
        #expect(!claims.contains("SignatureValue") && !claims.contains("\"value\":"))
        let json = try home.fedauth("token", "--output", "json").text
        #expect(json.contains("\"value\":\"") && json.contains("\"issued\":{"), "\(json)")
        let status = try home.fedauth("status", "--json").text
        #expect(status.contains("\"audience\":\"urn:fedauth:lab:collection\""), "\(status)")
        #expect(status.contains("\"kind\":\"security-token\"") && status.contains("\"expires\""), "\(status)")
    }

    @Test func whatWasAlteredIsNotHandedOut() throws {
        #expect(try home.signIn(adfs: "altered").status == 0)
        let outcome = try home.fedauth("token", "--output", "assertion", "--verify", certificate)
        outcome.expectComplaint(3, "does not hold")
        #expect(outcome.output.isEmpty)
        // A certificate other than the signer's.
        #expect(try home.signIn(adfs: "bare").status == 0)
        try home.fedauth("token", "--verify", lab.caFile).expectComplaint(3, "does not hold")
    }

    @Test func whatDoesNotVerifyIsNotEvenKept() throws {
        try home.signIn(adfs: "altered", ["--verify", certificate]).expectComplaint(3, "does not hold")
        #expect(try home.fedauth("status", "--json").status == 10)
        let good = try home.signIn(adfs: "bare", ["--verify", certificate])
        #expect(good.status == 0, "\(good)")
    }

    @Test func metadataNameTheCertificate() throws {
        #expect(try home.signIn(adfs: "bare").status == 0)
        let base64 = try Run.program(
            "/bin/sh", ["-c", "grep -v -- ----- '\(certificate)' | tr -d '\\n'"], environment: home.environment
        ).text
        let metadata = try home.file(
            "metadata.xml",
            "\u{FEFF}<EntityDescriptor xmlns='urn:oasis:names:tc:SAML:2.0:metadata' entityID='x'><IDPSSODescriptor>"
                + "<KeyDescriptor use='signing'><KeyInfo xmlns='http://www.w3.org/2000/09/xmldsig#'><X509Data>"
                + "<X509Certificate>\(base64)</X509Certificate></X509Data></KeyInfo></KeyDescriptor></IDPSSODescriptor>"
                + "</EntityDescriptor>")
        let outcome = try home.fedauth("token", "--verify", metadata)
        #expect(outcome.status == 0, "\(outcome)")
        try home.fedauth("token", "--verify", try home.file("none", "nothing")).expectComplaint(
            2, "holds no certificate")
        try home.fedauth("token", "--verify", home.path + "/missing").expectComplaint(2, "missing")
        try home.fedauth("token", "--verify-sha1").expectComplaint(2, "--verify")
    }

    @Test(arguments: ["encrypted", "encrypted-20"])
    func anEncryptedOneIsNamedSo(_ party: String) throws {
        let outcome = try home.signIn(adfs: party)
        #expect(outcome.status == 0, "\(outcome)")
        try home.fedauth("token", "--output", "assertion").expectComplaint(2, "is encrypted for the relying party")
        let claims = try home.fedauth("token", "--output", "claims").text
        #expect(claims.contains("\"kind\":\"encrypted\"") && claims.contains("\"claims\":[]"), "\(claims)")
        try home.fedauth("token", "--verify", certificate).expectComplaint(2, "encrypted")
    }

    @Test(arguments: ["jwt", "jwt-bare"])
    func aJSONWebTokenIsABearerToken(_ party: String) throws {
        let outcome = try home.signIn(adfs: party)
        #expect(outcome.status == 0, "\(outcome)")
        let token = try home.fedauth("token").text
        #expect(token.split(separator: ".").count == 3, "\(token)")
        let claims = try home.fedauth("token", "--output", "claims").text
        #expect(claims.contains("\"kind\":\"jwt\"") && claims.contains("ada"), "\(claims)")
        try home.fedauth("token", "--output", "assertion").expectComplaint(2, "'jwt'")
    }

    @Test func aSAMLResponseHasAnAssertionToo() throws {
        #expect(try home.signIn(adfs: "two-tokens").status == 15)
        try home.fedauth("token", "--output", "nonsense").expectComplaint(2, "nonsense")
        try home.keep(CraftedSession(name: "api", bearer: "tok.en.1", isToken: true))
        try home.fedauth("token", "api", "--output", "claims").expectComplaint(10, "but not the answer")
        try home.fedauth("token", "api", "--decode", "--output", "response").expectComplaint(2, "exclude each other")
    }
}
