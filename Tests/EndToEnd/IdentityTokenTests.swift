import Glibc
import Testing

@testable import CommandSupport

/// Tests a key that stays in a token (SoftHSM).
struct IdentityTokenTests {
    let home: Home
    let server: TLSServer

    init() throws {
        home = try Home()
        server = try TLSServer.get()
        mkdir(home.path + "/tokens", 0o700)
        let configuration = try home.file(
            "softhsm2.conf", "directories.tokendir = \(home.path)/tokens\nobjectstore.backend = file\n")
        home.environment["SOFTHSM2_CONF"] = configuration
        home.environment["PKCS11_MODULE_PATH"] = "/usr/lib/softhsm/libsofthsm2.so"
        try softhsm("--init-token", "--free", "--label", "lab", "--pin", "1234", "--so-pin", "1234")
        try softhsm(
            "--import", server.folder + "/client.key", "--token", "lab", "--label", "client", "--id", "01", "--pin",
            "1234")
    }

    private func softhsm(_ words: String...) throws {
        let done = try Run.program("/usr/bin/softhsm2-util", words, environment: home.environment)
        guard done.status == 0 else { throw TestFailure("softhsm2-util \(words): \(done)") }
    }

    private func take(_ address: String, _ name: String = "card") throws -> Outcome {
        try home.fedauth([
            "identity", "import", address, "--certificate", server.folder + "/client.pem", "--name", name, "--origin",
            server.url("strict13"), "--force",
        ])
    }

    @Test func aPINFromAFile() throws {
        let pin = try home.file("pin", "1234")
        #expect(try take("pkcs11:token=lab;object=client;type=private?pin-source=file:\(pin)").status == 0)
        let done = try home.fedauth(server.signIn("strict13") + ["--no-input"])
        #expect(done.status == 0, "\(done)")
        #expect(try home.fedauth("identity", "show", "card").text.contains("key\tpkcs11:token=lab;object=client"))
        try home.fedauth("identity", "export", "card", "--p12", home.path + "/x").expectComplaint(2, "is in a token")
    }

    @Test func aPINThatIsTyped() throws {
        #expect(try take("pkcs11:token=lab;object=client;type=private").status == 0)
        try home.fedauth(server.signIn("strict13") + ["--no-input"]).expectComplaint(4, "PIN of the token of 'card'")
        let terminal = try TerminalChild(Home.binary, server.signIn("strict13"), environment: home.environment)
        try terminal.expect("PIN of the token of 'card': ")
        terminal.type("1234")
        #expect(try terminal.finish() == 0, "\(terminal.text)")
        let wrong = try TerminalChild(
            Home.binary, server.signIn("strict13") + ["--force"], environment: home.environment)
        try wrong.expect("PIN of the token of 'card': ")
        wrong.type("9999")
        #expect(try wrong.finish() == 1)
        #expect(wrong.text.contains("the key of the identity 'card' cannot be used"), "\(wrong.text)")
    }

    /// The module never returns: the dynamic linker waits for a writer of the FIFO in place of the library.
    @Test func aModuleThatNeverAnswers() throws {
        #expect(try take("pkcs11:token=lab;object=client;type=private?pin-source=file:/dev/null").status == 0)
        mkfifo(home.path + "/module.so", 0o600)
        let words = server.signIn("strict13") + ["--no-input", "--timeout", "1s"]
        let done = try home.fedauth(words, adding: ["PKCS11_MODULE_PATH": home.path + "/module.so"])
        done.expectEnd(6, "timed out after 1 s while waiting for the token of 'card'")
        let object = try home.fedauth(words + ["--json"], adding: ["PKCS11_MODULE_PATH": home.path + "/module.so"])
        #expect(object.status == 6 && object.text.contains(#""timed-out""#), "\(object)")
    }
}
