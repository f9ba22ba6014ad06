import Testing

@testable import CommandSupport

/// Tests that `request` and `exec` use the result of `fedauth adfs`, and renew it after it expired.
@Suite(.serialized)
struct FederationRequestTests: FederationRequesting {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
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
            .expectComplaint(10, "not for 'https://other.test/'")
    }
}
