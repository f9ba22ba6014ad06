import Testing

@testable import CommandSupport

/// Tests `fedauth saml` on a terminal, with SimpleSAMLphp and mod_auth_mellon.
@Suite(.serialized)
struct SAMLLabTests {
    let lab: Lab
    let home: Home

    init() throws {
        lab = try Lab.get()
        home = try Home(hasPassphrase: true)
    }

    /// A mistyped passphrase must not cost a sign-in.
    @Test func aNewStoreIsAskedForBeforeThePassword() throws {
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = nil
        let plain = try lab.scenario("plain")
        let terminal = try TerminalChild(
            Home.binary,
            ["saml", plain.start, "--finish", plain.finish, "--user", "ada", "--cacert", lab.caFile],
            environment: home.environment)
        for (question, answer) in [
            ("New passphrase", "a"), ("The same again", "b"), ("They differ. New passphrase", "a"),
            ("The same again", "a"), ("Password for ada", try Files.text(try #require(lab.users["ada"]?.passwordFile))),
        ] {
            try terminal.expect(question)
            terminal.type(answer)
        }
        #expect(try terminal.finish() == 0, "\(terminal.text)")
    }

    @Test func asksOnTheTerminalAndStoresWhenTold() throws {
        let plain = try lab.scenario("plain")
        let password = try Files.text(try #require(lab.users["ada"]?.passwordFile))
        let words = ["saml", plain.start, "--finish", plain.finish, "--cacert", lab.caFile, "--remember"]
        let terminal = try TerminalChild(
            Home.binary, words, environment: home.environment, outputTo: home.path + "/out")
        try terminal.expect("User name at idp.localhost")
        terminal.type("ada")
        try terminal.expect("Password for ada at idp.localhost")
        #expect(!terminal.echoes)
        terminal.type(password)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        #expect(!terminal.text.contains(password))
        #expect(try Files.bytes(home.path + "/out").isEmpty)
        // The next sign-in needs no question.
        let silent = try home.fedauth(words + ["--user", "ada", "--force", "--no-input"])
        #expect(silent.status == 0, "\(silent)")
        #expect(try home.fedauth("store", "list").text.contains("password/https://idp.localhost"))
    }

    /// Once, for several pages. A setting of the user's own is no news.
    @Test(arguments: [false, true]) func pagesThatNothingHoldsAreWarnedOf(_ isWanted: Bool) throws {
        let plain = try lab.scenario("plain")
        home.environment["FEDAUTH_CONFINE"] = isWanted ? "no" : nil
        let words = [
            "saml", plain.start, "--finish", plain.finish, "--cacert", lab.caFile, "--user", "ada", "--no-input",
            "--password-file", try #require(lab.users["ada"]?.passwordFile),
        ]
        for (before, count) in [(["confinement"], isWanted ? 0 : 1), ([], 0)] {
            let program = before.isEmpty ? "/usr/bin/env" : Repository.root + "/Tests/EndToEnd/without"
            let outcome = try Run.program(
                program, before + [Home.binary] + words + ["--force", "--json"], environment: home.environment)
            #expect(outcome.status == 0, "\(outcome)")
            let warnings = outcome.errors.split(separator: "\n").count { $0.contains(": use a kernel with seccomp") }
            #expect(warnings == count, "\(outcome)")
            // The result has it, too: a monitor sees what a person sees.
            #expect(outcome.text.contains("seccomp") == (count == 1), "\(outcome)")
        }
        let other = try Run.program(
            Repository.root + "/Tests/EndToEnd/without", ["confinement", Home.binary, "store", "list"],
            environment: home.environment)
        #expect(other.status == 0 && other.errors.isEmpty, "\(other)")
    }

    @Test func asksAgainAfterAWrongPassword() throws {
        let plain = try lab.scenario("plain")
        let password = try Files.text(try #require(lab.users["ada"]?.passwordFile))
        let terminal = try TerminalChild(
            Home.binary, ["saml", plain.start, "--finish", plain.finish, "--cacert", lab.caFile, "--user", "ada"],
            environment: home.environment)
        try terminal.expect("Password for ada")
        terminal.type("wrong")
        try terminal.expect("Incorrect username or password")
        try terminal.expect("Password for ada")
        terminal.type(password)
        #expect(try terminal.finish() == 0, "\(terminal.text)")
    }
}
