import Testing

@testable import CommandSupport

/// Tests that a session without a verified signature does not count as verified when `--verify` is added later.
@Suite(.serialized)
struct FederationTrustTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    private var right: [String] { ["--verify", lab.federation.signingCertificateFile] }
    /// An existing certificate, but not the signer's.
    private var wrong: [String] { ["--verify", lab.caFile] }

    private func words(_ party: String, _ more: [String]) throws -> [String] {
        [
            "adfs", try lab.farm("plain").signInURL, "--realm", try lab.party(party).realm, "--user",
            lab.account("ada"), "--password-file", try lab.passwordFile(of: "ada"), "--no-input",
        ] + more
    }

    /// Expects that an unverified session is refused with the wrong certificate and replaced with the right one, and that the
    /// new session is reused when `--verify` is given again.
    private func expectChecked(_ words: [String], _ place: SourceLocation = #_sourceLocation) throws {
        let first = try home.fedauth(words)
        #expect(first.status == 0, "\(first)", sourceLocation: place)
        let before = try home.fedauth("status", "--json").text
        let refused = try home.fedauth(words + wrong)
        #expect(refused.status == 3, "\(refused)", sourceLocation: place)
        #expect(try home.fedauth("status", "--json").text == before, sourceLocation: place)
        // A stored answer is verified again.
        let checked = try home.fedauth(words + right)
        #expect(checked.status == 0, "\(checked)", sourceLocation: place)
        let again = try home.fedauth(words + right + ["--proxy", "http://127.0.0.1:1"])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)", sourceLocation: place)
        #expect(try home.fedauth(words + wrong).status == 3, sourceLocation: place)
    }

    private func exchanging(_ party: String) throws -> [String] {
        let realm = try lab.party(party).realm
        return try words(
            party,
            [
                "--active", "--exchange", "saml2-bearer", "--exchange-url", realm + "/token", "--exchange-for", realm,
                "--client-id", "lab-client", "--client-secret-file",
                try home.file("client-secret", "1815-client-secret\n"),
            ])
    }

    @Test func anExchangedToken() throws { try expectChecked(exchanging("bearer")) }

    /// The refresh token came with a session that is refused now.
    @Test(arguments: [[], ["--keep-assertion"]]) func aTokenThatCouldBeRenewed(_ more: [String]) throws {
        try expectChecked(exchanging("uaa") + more)
    }

    @Test func cookies() throws {
        let bare = try lab.party("bare")
        try expectChecked(
            words("bare", ["--reply", bare.replyURL, "--finish", try #require(bare.resourceURL)]))
    }

    @Test func cookiesByAPost() throws {
        try expectChecked(words("bare", ["--active", "--post-to", try lab.party("bare").replyURL]))
    }

    @Test func aJSONWebToken() throws {
        let way = ["--reply", try lab.party("jwt").replyURL]
        let made = try home.fedauth(words("jwt", way))
        #expect(made.status == 0, "\(made)")
        #expect(try home.fedauth(words("jwt", way + wrong)).status == 3)
        // With `--active` the session is not reused either; the lab's farms issue no such token by WS-Trust.
        #expect(try home.fedauth(words("jwt", way + ["--active"] + wrong)).status == 3)
    }

    /// A refresh token is sent only to the endpoint that issued it.
    @Test func aRefreshTokenStaysWithItsIssuer() throws {
        let first = try home.fedauth(exchanging("uaa"))
        #expect(first.status == 0, "\(first)")
        let before = try lab.records().last?.number ?? 0
        var moved = try exchanging("uaa")
        let place = try #require(moved.firstIndex(of: "--exchange-url"))
        let elsewhere = try #require(lab.federation.everlive["lab-app"]) + "/token"
        moved[place + 1] = elsewhere
        #expect(try home.fedauth(moved + ["--min-validity", "5h"]).status != 0)
        #expect(try !lab.records(after: before).contains { $0.holds("grant_type=refresh_token") && $0.holds("/v1/") })
    }

    /// An empty secret is an error and is not sent.
    @Test func anEmptySecretIsNotSent() throws {
        var words = try exchanging("bearer")
        words[words.count - 1] = try home.file("empty", "\n")
        try home.fedauth(words).expectComplaint(4, "is empty")
    }

    /// A file without a certificate is an error on the command line, even if it contains other data.
    @Test func aFileWithoutACertificateIsSaid() throws {
        for text in ["", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"] {
            try home.fedauth(words("bare", ["--verify", try home.file("none", text)]))
                .expectComplaint(2, "holds no certificate")
        }
    }
}
