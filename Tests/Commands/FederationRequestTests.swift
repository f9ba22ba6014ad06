import Glibc
import Testing

@testable import CommandSupport

/// Tests that `request` and `exec` use the result of `fedauth adfs`, and renew it after it expired.
@Suite(.serialized)
struct FederationRequestTests: FederationRequesting {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    /// The address of the token exchange selects the profile. A token that the server has ended is renewed.
    @Test func aTokenThatTheServerEndedIsGotAnew() throws {
        let (words, resource) = try everlive("twenty-app")
        try add("api", "twenty-app", words)
        let first = try home.request(resource)
        #expect(first.status == 0 && first.text.contains("ada"), "\(first)")
        #expect(first.errors.contains("signed in to 'api'"), "\(first)")
        let token = try home.fedauth("token", "api").text
        let silent = try home.request(resource)
        #expect(silent.status == 0 && !silent.errors.contains("signed in"), "\(silent)")
        #expect(try lab.forget("twenty-app") >= 1)
        let again = try home.request(resource)
        #expect(again.status == 0 && again.text.contains("ada"), "\(again)")
        #expect(try home.fedauth("token", "api").text != token)
    }

    /// An expired token is not sent; the server's challenge starts the sign-in at once.
    @Test func aTokenThatIsOverIsGotAnew() throws {
        let (words, resource) = try everlive("brief-app")
        try add("brief", "brief-app", words)
        #expect(try home.fedauth("login", "brief", "--no-input").status == 0)
        let token = try home.fedauth("token", "brief").text
        #expect(try home.fedauth("status", "brief").text.contains("which 'fedauth token' prints"))
        try waitUntil("the token has expired") {
            try home.fedauth("status", "brief").text.contains("which has expired")
        }
        let again = try home.request(resource)
        #expect(again.status == 0 && again.text.contains("ada"), "\(again)")
        #expect(try home.fedauth("token", "brief").text != token)
    }

    /// The token is for another server than the one that exchanges it.
    @Test func theProfileIsFoundByWhatTheTokenIsFor() throws {
        let party = try lab.party("bearer")
        try add(
            "crm", "bearer",
            [
                "--active", "--exchange", "saml2-bearer", "--exchange-url", party.realm + "/token", "--exchange-for",
                party.realm, "--client-id", "lab-client", "--client-secret-file",
                try home.file("client-secret", "1815-client-secret\n"),
            ])
        let answer = try home.request(try #require(party.resourceURL))
        #expect(answer.status == 0 && answer.errors.contains("signed in to 'crm'"), "\(answer)")
        #expect(try home.request(try #require(party.resourceURL)).errors.isEmpty)
    }

    /// Without a profile fedauth cannot renew the token; the error says so and names the command for it.
    @Test func withoutAProfileTheRefusalIsSaid() throws {
        let (words, resource) = try everlive("lab-app")
        let outcome = try home.fedauth(
            ["adfs", try lab.farm("plain").signInURL] + self.words("lab-app").dropFirst(2) + words + ["--no-input"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try home.request(resource).status == 0)
        let token = try home.fedauth("token").text.dropLast()
        let field = try home.file("field", "Authorization: bearer " + token)
        let base = try #require(lab.federation.everlive["lab-app"])
        let gone = try Run.program(
            "/usr/bin/curl", ["-sSf", "--cacert", lab.caFile, "-H", "@" + field, base + "/oauth/logout"],
            environment: ["PATH": "/usr/bin"])
        #expect(gone.status == 0, "\(gone)")
        let refused = try home.request(resource)
        refused.expectComplaint(3, "refused the token of the session")
        #expect(refused.errors.contains("--force") && !refused.errors.contains(token), "\(refused)")
        // A field from the command line is sent unchanged.
        let own = try home.request(resource, "-H", "@" + field)
        own.expectComplaint(3, "'Authorization' field of the command line")
    }

    @Test func theSessionOfThatVeryAddressIsTaken() throws {
        let bare = try lab.party("bare")
        let resource = try #require(bare.resourceURL)
        try add("payroll", "collection", ["--reply", try lab.party("collection").replyURL])
        let outcome = try home.fedauth(
            ["adfs", try lab.farm("plain").signInURL] + words("bare").dropFirst(2)
                + ["--reply", bare.replyURL, "--finish", resource, "--no-input"])
        #expect(outcome.status == 0, "\(outcome)")
        let read = try home.request(resource)
        #expect(read.status == 0 && read.text.contains("\"signedIn\": true"), "\(read)")
        #expect(!read.errors.contains("signed in to"), "\(read)")
        #expect(try home.request(resource, "--no-sign-in").text.contains("\"signedIn\": true"))
        // Without any session, the sign-in is the one of the address, because a token does not help there.
        #expect(try home.fedauth("store", "delete", "session/rp.localhost").status == 0)
        let fresh = try home.request(resource)
        #expect(fresh.status == 0 && fresh.text.contains("\"signedIn\": true"), "\(fresh)")
        #expect(try home.fedauth("status", "payroll").status == 10)
        let still = try home.request(resource)
        #expect(still.status == 0 && !still.errors.contains("signed in to"), "\(still)")
    }

    /// Without pages, the reply address names the session, so it is not reported as an option without effect.
    @Test func aReplyNamesTheSessionWithoutPages() throws {
        let outcome = try home.fedauth(
            ["adfs", try lab.farm("plain").signInURL] + words("bare").dropFirst(2)
                + ["--active", "--reply", try lab.party("bare").replyURL, "--no-input"])
        #expect(outcome.status == 0 && !outcome.errors.contains("changes nothing"), "\(outcome)")
        #expect(try home.fedauth("status", "rp.localhost").status == 0)
    }
}
