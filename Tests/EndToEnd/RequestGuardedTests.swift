import Testing

@testable import CommandSupport

/// Tests `fedauth request` at a service that requires a client certificate, a sign-in by SAML and an X-CSRF-Token.
struct RequestGuardedTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home()
        home.environment["FEDAUTH_CACERT"] = lab.caFile
    }

    private func guarded(_ key: String) throws -> String { try #require(lab.challenges.guarded[key]) }

    @Test func allOfItWithOnePromptTheFirstTimeAndNoneTheSecond() throws {
        let ada = try #require(lab.challenges.identities["ada"])
        let origin = try #require(lab.challenges.urls["guarded"])
        try home.fedauth(
            "identity", "import", ada.p12File, "--passphrase-file", ada.passphraseFile, "--name", "ada", "--origin",
            origin)
        try home.fedauth("profile", "add", "guarded", "--sap", try guarded("backendURL"), "--user", "ada")
        let words = ["request", try guarded("resourceURL"), "--data-json", "{\"a\":1}", "--fail"]
        let terminal = try TerminalChild(Home.binary, words, environment: home.environment)
        try terminal.expect("Password for ada")
        terminal.type(try lab.password(of: "ada"))
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(terminal.text.ranges(of: "Password").count == 1, "\(terminal.text)")

        let again = try home.fedauth(words + ["--no-input"])
        #expect(again.status == 0, "\(again)")
        let echo = try Lab.Echo(again)
        #expect(echo.method == "POST" && echo.user == "ada" && again.text.contains("\"certificate\": \"ada\""))
    }
}
