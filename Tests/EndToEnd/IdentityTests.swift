import Testing

@testable import CommandSupport

/// Tests `fedauth identity` on a terminal, and the names that Tab offers.
struct IdentityTests {
    let home: Home

    init() throws { home = try Home() }

    private func vector(_ name: String) -> String { Repository.root + "/Tests/Vectors/identities/" + name }

    @Test func aPassphraseIsAskedForThreeTimes() throws {
        let words = ["identity", "import", vector("aes256.p12")]
        let terminal = try TerminalChild(Home.binary, words, environment: home.environment)
        try terminal.expect("Passphrase of '")
        terminal.type("falsch")
        try terminal.expect("That is not it. Passphrase of '")
        terminal.type("geheim")
        try terminal.expect("imported 'aes256'")
        #expect(try terminal.finish() == 0)
        #expect(!terminal.text.contains("geheim"))
        let stubborn = try TerminalChild(Home.binary, words + ["--force"], environment: home.environment)
        for _ in 0..<3 {
            try stubborn.expect("Passphrase of '")
            stubborn.type("falsch")
        }
        #expect(try stubborn.finish() == 13)
    }

    @Test func aPrivateKeyIsNotPrintedOnATerminal() throws {
        try home.fedauth("identity", "import", vector("plain.pem"), "--name", "ada")
        let terminal = try TerminalChild(
            Home.binary, ["identity", "export", "ada", "--pem", "-", "--unencrypted"], environment: home.environment)
        #expect(try terminal.finish() == 2)
        #expect(terminal.text.contains("a private key is not printed on a terminal"))
    }

    @Test func tabKnowsTheNames() throws {
        try home.fedauth("identity", "import", vector("plain.pem"), "--name", "ada")
        try home.fedauth("store", "unlock")
        for words in [["identity", "show"], ["identity", "export"], ["saml", "--identity"]] {
            let offered = try home.fedauth(["---complete", "fish"] + words + ["a"])
            #expect(offered.text.contains("\nada\tCN=Ada Lövelace"), "\(words): \(offered)")
        }
    }
}
