import Testing

@testable import CommandSupport

/// Tests that `request` and `exec` use the result of `fedauth adfs`, and renew it after it expired.
@Suite(.serialized)
struct FederationRequestTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    private func words(_ party: String, user: String = "ada") throws -> [String] {
        [
            "--adfs", try lab.farm("plain").signInURL, "--realm", try lab.party(party).realm, "--user",
            lab.account(user), "--password-file", try lab.passwordFile(of: user),
        ]
    }

    private func add(_ name: String, _ party: String, _ more: [String]) throws {
        let outcome = try home.fedauth(["profile", "add", name, "--method", "adfs"] + words(party) + more)
        #expect(outcome.status == 0, "\(outcome)")
    }

    private func everlive(_ name: String) throws -> (words: [String], resource: String) {
        let base = try #require(lab.federation.everlive[name])
        return (["--active", "--exchange", "everlive", "--exchange-url", base], base + "/Users/me")
    }

    @Test func aCommandGetsTheToken() throws {
        let (words, resource) = try everlive("lab-app")
        try add("tok", "lab-app", words)
        home.environment["FEDAUTH_COOKIES"] = "another's"
        let script = """
            echo "${FEDAUTH_COOKIES-none} ${FEDAUTH_COOKIE_JAR-none} $FEDAUTH_URL $FEDAUTH_PROFILE"
            printf 'Authorization: Bearer %s' "$FEDAUTH_TOKEN" | curl -sSf --cacert \(lab.caFile) -H @- \(resource)
            """
        let outcome = try home.fedauth("exec", "tok", "--no-input", "--", "sh", "-c", script)
        let base = try #require(lab.federation.everlive["lab-app"])
        #expect(outcome.status == 0 && outcome.text.hasPrefix("none none \(base) tok\n"), "\(outcome)")
        #expect(outcome.text.contains("\"Username\": \"ada\""), "\(outcome)")
        let masked = try home.fedauth("exec", "tok", "--mask", "--", "sh", "-c", "echo $FEDAUTH_TOKEN")
        #expect(masked.text == "***\n", "\(masked)")
        try home.fedauth("exec", "tok", "--url", "https://other.test/", "--", "true")
            .expectComplaint(10, "not for 'https://other.test'")
    }
}
