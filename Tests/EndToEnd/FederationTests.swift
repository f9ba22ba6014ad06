import Testing

@testable import CommandSupport

/// Tests `fedauth adfs` at the lab's farms: the request, the token, its exchange, and the sign-out.
@Suite(.serialized)
struct FederationTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
    }

    private func words(
        _ party: String, farm: String = "plain", user: String = "ada", password: String? = nil
    ) throws -> [String] {
        let party = try lab.party(party)
        return [
            "adfs", try lab.farm(farm).signInURL, "--realm", party.realm, "--user", lab.account(user),
            "--password-file", try password ?? lab.passwordFile(of: user), "--cacert", lab.caFile, "--no-input",
        ]
    }

    private func signIn(_ party: String, farm: String = "plain", user: String = "ada", _ more: [String] = []) throws
        -> Outcome
    {
        try home.fedauth(
            try words(party, farm: farm, user: user) + ["--reply", try lab.party(party).replyURL] + more)
    }

    @Test func theRelyingPartysCookiesLetIn() throws {
        let party = try lab.party("bare")
        let resource = try #require(party.resourceURL)
        let outcome = try signIn("bare", ["--finish", resource, "--check", resource])
        #expect(outcome.status == 0, "\(outcome)")
        let script =
            "eval $(\(Home.binary) export-cookies) && exec curl -sS --cacert \(lab.caFile) -b \"$FEDAUTH_COOKIE_JAR\" \(resource)"
        let page = try Run.program("/bin/sh", ["-c", script], environment: home.environment)
        #expect(page.text.contains("\"signedIn\": true") && page.text.contains("ada"), "\(page)")
        let again = try signIn("bare", ["--finish", resource, "--check", resource])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
    }
}
