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
}
