import Testing

@testable import CommandSupport

/// Tests `fedauth saml` with identity providers that ask for HTTP authentication: Apache with mod_auth_gssapi and a KDC, or with
/// passwords, in front of SimpleSAMLphp.
@Suite(.serialized)
struct SAMLKerberosTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try CommandHome()
        home.environment["KRB5_CONFIG"] = lab.challenges.kerberos.krb5Config
        home.environment["KRB5CCNAME"] = lab.challenges.kerberos.absentCache
    }

    /// Signs in with the form engine, without questions.
    private func signIn(_ name: String, hasTicket: Bool = false, _ more: [String] = []) throws -> Outcome {
        let scenario = try lab.scenario(name)
        return try home.fedauth(
            [
                "saml", scenario.start, "--finish", scenario.finish, "--cacert", lab.caFile, "--presenter", "form",
                "--no-input",
            ] + more, adding: hasTicket ? ["KRB5CCNAME": lab.challenges.kerberos.cache] : [:])
    }

    private func password(_ text: String? = nil) throws -> [String] {
        let text = try text ?? lab.password(of: "ada")
        return ["--user", "ada", "--password-file", try home.file("password", text)]
    }

    /// Expects that the service knows the user of the cookies.
    private func expectLetIn(_ name: String) throws {
        let page = try home.page(saml: name)
        #expect(page.contains("signed in as ada"), "\(page)")
    }

    @Test(arguments: [
        ("ticket", []), ("ticket", ["--integrated", "always"]), ("negotiate", []), ("spnego", []),
    ])
    func aTicketSignsIn(_ name: String, _ words: [String]) throws {
        let outcome = try signIn(name, hasTicket: true, words)
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        try expectLetIn(name)
    }

    /// The server offers Negotiate and Basic, or Negotiate beside its form, or Basic alone.
    @Test(arguments: ["negotiate", "spnego", "password"])
    func withoutATicketThePasswordSignsIn(_ name: String) throws {
        let outcome = try signIn(name, try password())
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
        #expect(!outcome.errors.contains("ticket"), "\(outcome)")
        try expectLetIn(name)
    }

    @Test func aKeptPasswordSignsInWithoutATicket() throws {
        let text = try lab.password(of: "ada")
        #expect(try home.fedauth("store", "put", "mine", "--kind", "password", input: text).status == 0)
        let outcome = try signIn("negotiate", ["--user", "ada", "--password-store", "mine"])
        #expect(outcome.status == 0 && !outcome.errors.contains("ticket"), "\(outcome)")
        try expectLetIn("negotiate")
    }

    /// Servers lock accounts after a few wrong passwords.
    @Test(arguments: ["negotiate", "spnego", "password"])
    func aWrongPasswordIsSentOnce(_ name: String) throws {
        let trace = home.path + "/trace"
        let outcome = try signIn(name, try password("hor5e-battery") + ["--trace", trace])
        #expect(outcome.status == 3, "\(outcome)")
        let written = try Files.text(trace)
        #expect(!written.contains("hor5e-battery") && !outcome.errors.contains("hor5e-battery"), "\(written)")
        let sent = written.split(separator: "\n").count { $0.hasPrefix("> authorization:") }
        let posts = written.split(separator: "\n").count { $0.hasPrefix("> POST https://idp-") }
        #expect(sent + posts == 1, "\(written)")
        #expect(try home.fedauth("store", "list").text.split(separator: "\n").allSatisfy { $0.hasPrefix("refused/") })
    }

    @Test func withoutATicketTheRemedyIsNamed() throws {
        let outcome = try signIn("ticket", try password())
        #expect(outcome.status == 11 && outcome.errors.contains("'kinit' gets a Kerberos ticket"), "\(outcome)")
        let always = try signIn("negotiate", try password() + ["--integrated", "always"])
        #expect(always.status == 4 && always.errors.contains("no Kerberos ticket"), "\(always)")
    }
}
