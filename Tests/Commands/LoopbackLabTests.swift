import Glibc
import Testing

@testable import CommandSupport

/// Tests a service on the user's own machine, such as a VPN client: a real identity provider posts its response to a fixed
/// port.
@Suite(.serialized)
struct LoopbackLabTests {
    let lab: Lab
    let home: Home
    let start: String
    let finish: String
    let password: String

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        start = try #require(lab.vpn["start"])
        finish = try #require(lab.vpn["finish"])
        password = try #require(lab.users["ada"]?.passwordFile)
    }

    private func expectResponse() throws {
        let token = try home.fedauth("token", "--decode")
        #expect(token.status == 0 && token.text.contains("Response"), "\(token)")
        #expect(token.text.contains("<saml:Audience>urn:fedauth:lab:vpn</saml:Audience>"), "\(token)")
        let status = try home.fedauth("status", "--json").text
        #expect(status.contains("\"kind\":\"saml-response\"") && status.contains("urn:fedauth:lab:vpn"), "\(status)")
        #expect(status.contains("\"profile\":\"idp.localhost\""), "\(status)")
        let headers = try home.fedauth("export-headers")
        #expect(headers.status == 10 || headers.text.contains("Cookie:"), "\(headers)")
        #expect(!headers.text.contains("Authorization"), "\(headers)")
    }

    @Test func theFormEngineKeepsTheResponse() throws {
        let outcome = try home.fedauth(
            "saml", start, "--finish", finish, "--finish-token", "SAMLResponse", "--user", "ada", "--password-file",
            password, "--cacert", lab.caFile, "--no-input")
        #expect(outcome.status == 0, "\(outcome)")
        try expectResponse()
    }

    @Test func theResponseOfTheUsersBrowserIsTaken() throws {
        let script = try home.file(
            "browse",
            """
            #!/bin/sh
            # Signs in as the lab's README does by hand, and posts the response as the identity provider's page would.
            cd "\(home.path)" || exit 1
            get() { curl -sSL --cacert '\(lab.caFile)' -b jar -c jar "$@"; }
            field() { sed -n "s/.*name=\\"$1\\" value=\\"\\([^\\"]*\\)\\".*/\\1/p" page | sed 's/&amp;/\\&/g'; }
            get -o page "$1"
            state=$(field AuthState)
            get -o page '\(lab.idpURL)/simplesaml/module.php/core/loginuserpass.php' --data-urlencode username=ada \\
                --data-urlencode 'password@\(password)' --data-urlencode "AuthState=$state"
            field SAMLResponse >response
            action=$(sed -n 's/.*action="\\(http:[^"]*\\)".*/\\1/p' page)
            get -o last --data-urlencode "SAMLResponse=$(cat response)" "$action"
            """)
        chmod(script, 0o700)
        home.environment["BROWSER"] = script
        let outcome = try home.fedauth(
            "saml", start, "--finish", finish, "--presenter", "open", "--timeout", "60")
        #expect(outcome.status == 0, "\(outcome)")
        try expectResponse()
    }
}
