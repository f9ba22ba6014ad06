import Testing

@testable import CommandSupport

/// Tests the output of fedauth for shells, files and programs.
@Suite(.serialized)
struct ExportTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        let deep = try lab.scenario("deep")
        let outcome = try home.fedauth(
            "saml", deep.start, "--finish", deep.finish, "--user", "ada", "--password-file",
            try #require(lab.users["ada"]?.passwordFile),
            "--cacert", lab.caFile, "--no-input")
        guard outcome.status == 0 else { throw TestFailure("no session: \(outcome)") }
    }

    @Test func otherFormatsFailWithoutShellText() throws {
        for words in [["--format", "json"], ["--format", "netscape"], ["-o", home.path + "/x"]] {
            let outcome = try home.fedauth(["export-cookies", "no.such.session"] + words)
            #expect(outcome.status == 10 && outcome.output.isEmpty, "\(outcome)")
        }
        let json = try home.fedauth("export-cookies", "no.such.session", "--json")
        #expect(json.text.contains("\"status\":10"), "\(json)")
    }

    @Test func theIdentityProvidersCookiesStayHome() throws {
        let own = try home.fedauth("export-cookies", "--format", "json").text
        let all = try home.fedauth("export-cookies", "--format", "json", "--all").text
        #expect(!own.contains("idp.localhost") && all.contains("idp.localhost"))
        let other = try home.fedauth("export-cookies", "--url", "https://elsewhere.example.org/")
        #expect(other.status == 10 && other.text == "false;\n", "\(other)")
    }
}
