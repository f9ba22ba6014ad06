import Glibc
import Testing

@testable import CommandSupport

/// Tests `--keep-assertion` and `fedauth token` with real servers: the output is what the identity provider signed.
@Suite(.serialized)
struct KeptAssertionTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
    }

    private func signIn(_ name: String, _ more: [String]) throws -> Outcome {
        let scenario = try lab.scenario(name)
        let password = try #require(lab.users[scenario.user]?.passwordFile)
        return try home.fedauth(
            [
                "saml", scenario.start, "--finish", scenario.finish, "--user", scenario.user, "--password-file",
                password,
                "--cacert", lab.caFile, "--no-input",
            ] + more)
    }

    /// Expects that the response's signature is valid with the identity provider's certificate.
    private func expectSigned() throws {
        let file = home.path + "/response.xml"
        let decoded = try home.fedauth("token", "--decode")
        #expect(decoded.status == 0 && decoded.errors.isEmpty, "\(decoded)")
        _ = try home.file("response.xml", "")
        try Files.write(decoded.output, file)
        let state = lab.caFile.dropLast("/ca.pem".count)
        let check = try Run.program(
            "/usr/bin/xmlsec1",
            [
                "--verify", "--pubkey-cert-pem", "\(state)/served/idp/cert/saml-idp.pem", "--id-attr:ID",
                "urn:oasis:names:tc:SAML:2.0:assertion:Assertion", "--id-attr:ID",
                "urn:oasis:names:tc:SAML:2.0:protocol:Response", file,
            ], environment: home.environment)
        #expect(check.status == 0, "\(check)\n\(decoded.text)")
        let encoded = try home.fedauth("token")
        let again = try Run.program(
            "/usr/bin/base64", ["-d"], input: encoded.output, environment: ["PATH": "/usr/bin"])
        #expect(again.output == decoded.output && encoded.text.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["plain", "post"])
    func theResponseIsKeptWhenAsked(_ name: String) throws {
        #expect(try signIn(name, []).status == 0)
        #expect(try home.fedauth("token").status == 10)
        let outcome = try signIn(name, ["--keep-assertion", "--force"])
        #expect(outcome.status == 0, "\(outcome)")
        try expectSigned()
        let status = try home.fedauth("status", "--json").text
        #expect(status.contains("\"kind\":\"saml-response\"") && status.contains("\"audience\""), "\(status)")
    }

    @Test func whatTheServiceFetchesItselfIsNotThere() throws {
        let outcome = try signIn("artifact", ["--keep-assertion"])
        #expect(outcome.status == 0 && outcome.errors.contains("none is kept"), "\(outcome)")
        #expect(try home.fedauth("token").status == 10)
    }

    @Test func theEnhancedClientKeepsItToo() throws {
        let outcome = try signIn("ecp", ["--ecp", "--ecp-endpoint", lab.ecpURL, "--keep-assertion"])
        #expect(outcome.status == 0, "\(outcome)")
        try expectSigned()
    }
}
