import Glibc
import Testing

@testable import CommandSupport

/// Tests the exchange of a farm's token for the token of a platform, which all commands then use.
@Suite(.serialized)
struct FederationExchangeTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
    }

    private func words(_ party: String, _ more: [String]) throws -> [String] {
        let farm = try lab.farm("plain")
        return [
            "adfs", farm.signInURL, "--active", "--realm", try lab.party(party).realm, "--user", lab.principal("ada"),
            "--password-file", try lab.passwordFile(of: "ada"), "--cacert", lab.caFile, "--no-input",
        ] + more
    }

    private func signIn(_ party: String, _ more: [String]) throws -> Outcome { try home.fedauth(words(party, more)) }

    private func client(_ secret: String = "1815-client-secret") throws -> [String] {
        ["--client-id", "lab-client", "--client-secret-file", try home.file("client-secret", secret + "\n")]
    }

    /// Expects that the platform accepts the token, from `request` and from the exported field.
    private func expectLetsIn(_ url: String) throws {
        let read = try home.fedauth("request", url, "--cacert", lab.caFile, "--no-input")
        #expect(read.status == 0 && read.text.contains("ada"), "\(read)")
        let fields = try home.fedauth("export-headers").text
        let token = try home.fedauth("token").text
        #expect(fields.contains("Authorization: ") && fields.contains(token.dropLast()), "\(fields)")
        let page = try Run.program(
            "/usr/bin/curl", ["-sSf", "--cacert", lab.caFile, "-H", "@-", url], input: Array(fields.utf8),
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(page.text.contains("ada"), "\(page)")
    }

    @Test func everliveGivesATokenAndAPrincipal() throws {
        let base = try #require(lab.federation.everlive["lab-app"])
        let outcome = try signIn("lab-app", ["--exchange", "everlive", "--exchange-url", base])
        #expect(outcome.status == 0, "\(outcome)")
        try expectLetsIn(base + "/Users/me")
        let status = try home.fedauth("status", "--json").text
        #expect(
            status.contains("\"principal\":\"principal-ada\"") && status.contains("\"type\":\"bearer\""),
            "\(status)")
        let again = try signIn(
            "lab-app", ["--exchange", "everlive", "--exchange-url", base, "--proxy", "http://127.0.0.1:1"])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
        // By default, fedauth does not store the answer.
        try home.fedauth("token", "--output", "assertion").expectComplaint(10, "but not the answer")
    }

    /// Gets the platform's token in one command, with the pages of the farm.
    @Test func theWholeWayByThePages() throws {
        let base = try #require(lab.federation.everlive["lab-app"])
        let all = [
            "adfs", try lab.farm("plain").signInURL, "--metadata-url", base, "--user", lab.account("ada"),
            "--password-file", try lab.passwordFile(of: "ada"), "--cacert", lab.caFile, "--no-input", "--exchange",
            "everlive", "--exchange-url", base, "--keep-assertion",
        ]
        let outcome = try home.fedauth(all)
        #expect(outcome.status == 0, "\(outcome)")
        try expectLetsIn(base + "/Users/me")
        #expect(try home.fedauth("token", "--output", "assertion").text.contains("Assertion"))
        let again = try home.fedauth(all + ["--proxy", "http://127.0.0.1:1"])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
        // A due token is renewed with the farm's cookies, because there is no password.
        let withoutPassword = all.filter { $0 != "--password-file" && $0 != (try? lab.passwordFile(of: "ada")) }
        let renewed = try home.fedauth(withoutPassword + ["--min-validity", "3h"])
        #expect(renewed.status == 0 && !renewed.errors.contains("nothing was done"), "\(renewed)")
    }

    /// The farm and the platform know the address with its scheme only.
    @Test func anAddressMayLackItsScheme() throws {
        let base = try #require(lab.federation.everlive["lab-app"])
        let outcome = try home.fedauth(
            "adfs", lab.farm("plain").signInURL, "--metadata-url", base.replacing("https://", with: ""), "--user",
            lab.account("ada"), "--password-file", try lab.passwordFile(of: "ada"), "--cacert", lab.caFile, "--no-input"
        )
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try home.fedauth("token", "--output", "claims").text.contains("\"audiences\":[\"\(base)\"]"))
    }

    @Test func everliveByTheUsersOwnTemplate() throws {
        let base = try #require(lab.federation.everlive["lab-app"])
        let outcome = try signIn(
            "lab-app",
            [
                "--exchange", "everlive", "--exchange-url", base, "--exchange-path", "/Users", "--exchange-template",
                #"{"Identity":{"Provider":"ADFS","Token":"{assertion}"}}"#, "--exchange-answer",
                "token=Result.access_token",
            ])
        #expect(outcome.status == 0, "\(outcome)")
        try expectLetsIn(base + "/Users/me")
    }

    @Test func anAssertionIsAGrant() throws {
        let realm = try lab.party("bearer").realm
        for more in [[], ["--client-in-body"]] {
            let outcome = try signIn(
                "bearer",
                ["--exchange", "saml2-bearer", "--exchange-url", realm + "/token", "--exchange-for", realm, "--force"]
                    + client() + more)
            #expect(outcome.status == 0, "\(outcome)")
            try expectLetsIn(realm + "/resource")
        }
    }

    @Test func oddClientsAndOldServers() throws {
        let sap = try lab.party("sap").realm
        let plain = ["--exchange", "saml2-bearer", "--exchange-url", sap + "/token", "--exchange-for", sap]
        try signIn("sap", plain + client()).expectComplaint(3, "invalid_grant")
        let odd = [
            "--client-id", "odd client", "--client-secret-file", try home.file("odd", "s:e%c+r&t ü\n"),
            "--assertion-encoding", "base64",
        ]
        let outcome = try signIn("sap", plain + odd)
        #expect(outcome.status == 0, "\(outcome)")
        try expectLetsIn(sap + "/resource")
    }

    @Test func tokensAreExchanged() throws {
        for party in ["bearer", "eleven"] {
            let realm = try lab.party(party).realm
            let outcome = try signIn(
                party,
                [
                    "--exchange", "token-exchange", "--exchange-url", realm + "/token", "--exchange-for", realm,
                    "--exchange-type", "urn:ietf:params:oauth:token-type:access_token",
                ] + client())
            #expect(outcome.status == 0, "\(outcome)")
            try expectLetsIn(realm + "/resource")
        }
    }

    @Test func aRefusalHasTheServersWordsAndLeavesNoSession() throws {
        let realm = try lab.party("bearer").realm
        let place = ["--exchange", "saml2-bearer", "--exchange-url", realm + "/token"]
        let outcome = try signIn("bearer", place + client("wrong"))
        outcome.expectComplaint(3, "error 'invalid_client': the client is not known")
        #expect(outcome.errors.contains("--client-id") && !outcome.errors.contains("wrong"), "\(outcome)")
        let foreign = try signIn("collection", place + client())
        foreign.expectComplaint(3, "error 'invalid_grant'")
        let uaa = try lab.party("no-recipient").realm
        try signIn("no-recipient", ["--exchange", "saml2-bearer", "--exchange-url", uaa + "/token"] + client())
            .expectComplaint(3, "Recipient")
        // fedauth does not send SAML 1.1.
        let eleven = try lab.party("eleven").realm
        try signIn("eleven", ["--exchange", "saml2-bearer", "--exchange-url", eleven + "/token"] + client())
            .expectComplaint(2, "'saml1.1'")
        #expect(try home.fedauth("status", "--json").status == 10)
    }
}
