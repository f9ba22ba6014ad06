import Testing

@testable import CommandSupport

/// Tests that fedauth rejects secrets on the command line.
struct CommandLineSecretTests {
    @Test(arguments: ["Authorization: Bearer n33dle", "cookie: a=n33dle", "X-API-Key:n33dle", "X-Auth-Token: n33dle"])
    func aFieldThatSignsInIsReadFromAFile(_ field: String) throws {
        let home = try CommandHome()
        let server = try BasicServer.start()
        let outcome = try home.request(server.main + "/open", "--header", field)
        outcome.expectComplaint(2, "on the command line, where other users read it")
        #expect(outcome.errors.contains("'--header @FILE'") && !outcome.errors.contains("n33dle"), "\(outcome)")
        #expect(try server.takeRecords().isEmpty)
        let file = try home.file("field", field)
        #expect(try home.request(server.main + "/open", "--header", "@" + file).status == 0)
        #expect(try server.takeRecords().count == 1)
    }

    @Test func anAddressWithAPasswordIsRefused() throws {
        let home = try CommandHome()
        for words in [
            ["request", "https://ada:n33dle@h.test/"],
            ["saml", "https://ada:n33dle@h.test/", "--finish", "https://h.test/"],
            ["basic", "https://ada:n33dle@h.test/"], ["adfs", "ada:n33dle@h.test", "--realm", "urn:x"],
        ] {
            let outcome = try home.fedauth(words)
            #expect(outcome.status == 2 && !"\(outcome)".contains("n33dle"), "\(outcome)")
        }
    }

    /// As curl's '-u' takes it, with which 'request' is compared.
    @Test func aUserWithAPasswordIsRefused() throws {
        let home = try CommandHome()
        _ = try home.configure("[profile.api]\nmethod = \"basic\"\nresource = \"https://h.test/\"\n")
        let user = ["--user", "ada:n33dle"]
        for (words, variables, status) in [
            (["request", "https://h.test/"] + user, [:], 2), (["basic", "https://h.test/"] + user, [:], 2),
            (["saml", "https://h.test/", "--finish", "https://h.test/"] + user, [:], 2),
            (["login", "api"] + user, [:], 2),
            (["oauth", "https://h.test/"] + user, [:], 2), (["adfs", "h.test", "--realm", "urn:x"] + user, [:], 2),
            (["exec", "api"] + user + ["--", "true"], [:], 2), (["credential"] + user + ["get"], [:], 2),
            (["profile", "add", "b", "https://h.test/"] + user, [:], 2), (["profile", "edit", "api"] + user, [:], 2),
            (["est", "https://h.test/"] + user, [:], 2),
            (["request", "https://h.test/"], ["FEDAUTH_USER": "ada:n33dle"], 2),
            (["request", "https://h.test/", "--proxy", "http://p.test", "--proxy-user", "ada:n33dle"], [:], 2),
        ] as [([String], [String: String], Int32)] {
            let outcome = try home.fedauth(words, adding: variables)
            #expect(outcome.status == status && !"\(outcome)".contains("n33dle"), "\(words): \(outcome)")
        }
        let outcome = try home.fedauth("request", "https://h.test/", "--user", "ada:n33dle")
        #expect(outcome.errors.contains("'--user'") && outcome.errors.contains("--password-command"), "\(outcome)")
        _ = try home.configure("[profile.api]\nmethod = \"basic\"\nuser = \"ada:n33dle\"\n")
        let file = try home.fedauth("login", "api")
        #expect(file.status == 2 && !"\(file)".contains("n33dle"), "\(file)")
    }
}
