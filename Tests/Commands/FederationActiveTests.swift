import Glibc
import Testing

@testable import CommandSupport

/// Tests `fedauth adfs --active` at the lab's farms, which reject requests that deviate from WS-Trust.
@Suite(.serialized)
struct FederationActiveTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
    }

    private func words(_ party: String, farm: String, user: String, password: String?) throws -> [String] {
        [
            "adfs", try lab.farm(farm).host + ":" + port(of: try lab.farm(farm).url), "--active", "--realm",
            try lab.party(party).realm, "--user", lab.principal(user), "--password-file",
            try password ?? lab.passwordFile(of: user), "--cacert", lab.caFile, "--no-input",
        ]
    }

    private func port(of url: String) -> String {
        String(url.split(separator: ":").last.map { $0.prefix { $0 != "/" } } ?? "443")
    }

    private func signIn(
        _ party: String, farm: String = "plain", user: String = "ada", password: String? = nil, _ more: [String] = []
    ) throws -> Outcome {
        try home.fedauth(words(party, farm: farm, user: user, password: password) + more)
    }

    private func tokenKind() throws -> String {
        let claims = try home.fedauth("token", "--output", "claims").text
        return ["saml1.1", "saml2.0"].first { claims.contains("\"kind\":\"\($0)\"") } ?? claims
    }

    @Test func theEndpointIsLookedUp() throws {
        let outcome = try signIn("collection")
        #expect(outcome.status == 0 && outcome.errors.contains("signed in as ada@lab.test"), "\(outcome)")
        #expect(try tokenKind() == "saml2.0")
        let again = try signIn("collection", ["--proxy", "http://127.0.0.1:1"])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
    }

    @Test func bothVersionsAndTypesAreAskedFor() throws {
        for (more, kind) in [
            (["--trust-version", "2005", "--token-type", "saml1.1"], "saml1.1"),
            (["--trust-version", "2005", "--token-type", "saml2.0"], "saml2.0"),
            (["--trust-version", "1.3", "--token-type", "saml1.1"], "saml1.1"),
            (["--trust-endpoint", try lab.farm("plain").username2005URL], "saml1.1"),
            (["--trust-endpoint", try lab.farm("plain").username13URL, "--token-type", "saml2.0"], "saml2.0"),
        ] {
            let outcome = try signIn("bare", ["--force"] + more)
            #expect(outcome.status == 0, "\(more): \(outcome)")
            #expect(try tokenKind() == kind, "\(more)")
        }
        #expect(try signIn("bare", farm: "only-2005", ["--force"]).status == 0)
    }

    /// A certificate signs the message or identifies the connection; no password is needed.
    @Test func aCertificateIsEnough() throws {
        let farm = try lab.farm("card")
        let identity = try #require(lab.challenges.identities["ada"])
        func origin(_ url: String) -> String {
            url.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//")
        }
        func words(_ more: [String]) throws -> [String] {
            [
                "adfs", farm.signInURL, "--active", "--trust-certificate", "--realm", try lab.party("collection").realm,
                "--cacert", lab.caFile, "--no-input", "--force",
            ] + more
        }
        try home.fedauth(words([])).expectComplaint(10, "no identity is bound to it")
        let taken = try home.fedauth(
            "identity", "import", identity.p12File, "--passphrase-file", identity.passphraseFile, "--origin",
            origin(farm.certificate13URL), "--origin", origin(farm.certificateTransportURL))
        #expect(taken.status == 0, "\(taken)")
        for more in [
            [], ["--trust-endpoint", farm.certificate2005URL], ["--trust-endpoint", farm.certificateTransportURL],
        ] {
            let outcome = try home.fedauth(words(more))
            #expect(outcome.status == 0 && outcome.errors.contains("signed in as ada@lab.test"), "\(more): \(outcome)")
        }
    }

    @Test func aPasswordOfAllSignsArrives() throws {
        // Characters with a meaning in XML arrive unchanged, so the server refuses the password with its usual message.
        let wrong = try home.file("wrong", "&amp;<\"'>]]>ü\n")
        let outcome = try signIn("bare", password: wrong)
        outcome.expectComplaint(3, "ID3242: The security token could not be authenticated or authorized")
        #expect(!outcome.errors.contains("&amp;"), "\(outcome)")
    }

    @Test(arguments: [
        ("fault-denied", "MSIS7068: Access denied", "ask the operator for access"),
        ("fault-request", "MSIS3127", "--realm"), ("fault-scope", "ID3082", "--realm"),
        ("fault-password-old", "At least one security token", "user name"),
    ])
    func faultsHaveTheServersWords(_ farm: String, _ words: String, _ hint: String) throws {
        let outcome = try signIn("bare", farm: farm)
        outcome.expectComplaint(3, words)
        #expect(outcome.errors.contains(hint), "\(outcome)")
    }

    @Test func aFarmWithoutWSTrustAndOneThatIsNotSafe() throws {
        for farm in ["passive-only", "cut", "downgraded"] {
            let before = try lab.records().last?.number ?? 0
            let outcome = try signIn("bare", farm: farm)
            #expect(outcome.status == 15, "\(farm): \(outcome)")
            #expect(
                try !lab.records(after: before).contains { $0.method == "POST" && $0.origin.contains("fs-\(farm)") })
        }
    }

    @Test func theRelyingPartysCookiesComeByAPost() throws {
        let party = try lab.party("bare")
        let resource = try #require(party.resourceURL)
        let outcome = try signIn("bare", ["--post-to", party.replyURL])
        #expect(outcome.status == 0, "\(outcome)")
        let read = try home.fedauth("request", resource, "--cacert", lab.caFile, "--no-input")
        #expect(read.status == 0 && read.text.contains("ada"), "\(read)")
        // An answer in the newer namespace is rewritten around the signed assertion.
        let status = try home.fedauth("status", "--json").text
        #expect(status.contains("\"result\":\"cookies\""), "\(status)")
    }

    @Test func aPartyThatIsNotMeantRefuses() throws {
        let outcome = try signIn("bare", ["--post-to", try lab.party("collection").replyURL])
        #expect(outcome.status == 3, "\(outcome)")
        #expect(try home.fedauth("status", "--json").status == 10)
    }

    @Test func optionsThatMeanNothingAreRefused() throws {
        try home.fedauth("adfs", "fs.test", "--realm", "urn:x", "--post-to", "https://x.test/")
            .expectComplaint(2, "'--post-to' is for a sign-in by WS-Trust")
        try home.fedauth("adfs", "fs.test", "--realm", "urn:x", "--active", "--token-type", "saml3")
            .expectComplaint(2, "'saml3'")
    }
}
