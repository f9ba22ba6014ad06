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

    @Test func theRelyingPartysCookiesLetIn() throws {
        let party = try lab.party("bare")
        let resource = try #require(party.resourceURL)
        let outcome = try home.signIn(adfs: "bare", ["--finish", resource, "--check", resource])
        #expect(outcome.status == 0, "\(outcome)")
        let script =
            "eval $(\(Home.binary) export-cookies) && exec curl -sS --cacert \(lab.caFile) -b \"$FEDAUTH_COOKIE_JAR\" \(resource)"
        let page = try Run.program("/bin/sh", ["-c", script], environment: home.environment)
        #expect(page.text.contains("\"signedIn\": true") && page.text.contains("ada"), "\(page)")
        let again = try home.signIn(adfs: "bare", ["--finish", resource, "--check", resource])
        #expect(again.status == 0 && again.errors.contains("nothing was done"), "\(again)")
    }
}
