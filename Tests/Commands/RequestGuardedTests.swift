import Testing

@testable import CommandSupport

/// Tests `fedauth request` at a service that requires a client certificate, a sign-in by SAML and an X-CSRF-Token.
struct RequestGuardedTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    private func guarded(_ key: String) throws -> String { try #require(lab.challenges.guarded[key]) }

    @Test func withoutAnIdentityItIsSaidWhatIsMissing() throws {
        let outcome = try home.request(try guarded("resourceURL"))
        #expect(outcome.status == 3 && outcome.errors.contains("client certificate"), "\(outcome)")
    }
}
