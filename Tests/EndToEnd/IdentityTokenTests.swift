import Glibc
import System
import Testing

@testable import CommandSupport

/// Tests a key that stays in a token (SoftHSM), by each software for tokens that is installed.
struct IdentityTokenTests {
    private static let address = "pkcs11:token=lab;object=client;type=private"

    private func pinned(_ scene: TokenScene, _ address: String = address) throws -> String {
        "\(address)?pin-source=file:\(try scene.home.file("pin", TokenScene.pin))"
    }

    @Test(arguments: TokenSoftware.installed)
    func aPINFromAFile(_ software: TokenSoftware) throws {
        let scene = try TokenScene(software)
        try scene.importKey()
        #expect(try scene.takeWithFile(pinned(scene)).status == 0)
        let done = try scene.home.fedauth(scene.server.signIn("strict13") + ["--no-input"])
        #expect(done.status == 0, "\(done)")
        let shown = try scene.home.fedauth("identity", "show", "card").text
        #expect(shown.contains("key\tpkcs11:token=lab;object=client"))
        try scene.home.fedauth("identity", "export", "card", "--p12", scene.home.path + "/x")
            .expectComplaint(2, "is in a token")
    }

    /// The module is asked for a login once for a command, and once for a wrong PIN.
    @Test(arguments: TokenSoftware.installed)
    func aPINThatIsTyped(_ software: TokenSoftware) throws {
        let scene = try TokenScene(software)
        try scene.importKey()
        #expect(try scene.takeWithFile(Self.address).status == 0)
        let signIn = scene.server.signIn("strict13")
        try scene.home.fedauth(signIn + ["--no-input"]).expectComplaint(4, "PIN of the token of 'card'")
        try scene.spy()
        let right = try scene.typing(TokenScene.pin, signIn)
        #expect(right.status == 0, "\(right.text)")
        #expect(try scene.logins() == 1)
        unlink(scene.calls)
        let wrong = try scene.typing("9999", signIn + ["--force"])
        #expect(wrong.status == 1)
        #expect(
            wrong.text.contains("the key of the identity 'card' cannot be used: its token refused the PIN"),
            "\(wrong.text)")
        #expect(
            !wrong.text.contains("9999")
                && wrong.text.split(separator: "PIN of the token", omittingEmptySubsequences: false).count == 2)
        #expect(try scene.logins() == 1)
    }

    /// Two sessions whose server wants the same card: the second gets no PIN, because the card counts wrong ones.
    @Test(arguments: TokenSoftware.installed)
    func oneCommandGivesAWrongPINOnce(_ software: TokenSoftware) throws {
        let scene = try TokenScene(software)
        try scene.importKey()
        #expect(try scene.takeWithFile(pinned(scene)).status == 0)
        for name in ["one", "two"] {
            let settings = scene.server.signIn("strict13").dropFirst()
            #expect(try scene.home.fedauth(["profile", "add", name] + settings).status == 0)
            let done = try scene.home.fedauth("login", name, "--no-input")
            #expect(done.status == 0, "\(done)")
        }
        _ = try scene.home.file("pin", "9999")
        try scene.spy()
        let checked = try scene.home.fedauth("status", "--all", "--check", "--no-input")
        #expect(checked.errors.contains("refused the PIN before, so it gets none again"), "\(checked)")
        #expect(try scene.logins() == 1, "\(checked)")
    }

    /// A proxy that is reached by TLS asks for a certificate, too, and is shown none.
    @Test(arguments: TokenSoftware.installed)
    func aProxyIsShownNothing(_ software: TokenSoftware) throws {
        let scene = try TokenScene(software)
        try scene.importKey()
        #expect(try scene.takeWithFile(pinned(scene)).status == 0)
        let proxy = "https://localhost:\(scene.server.ports["curiousproxy"] ?? 0)"
        let done = try scene.home.fedauth(scene.server.signIn("strict13") + ["--no-input", "--proxy", proxy])
        #expect(done.status == 0, "\(done)")
    }

    /// A PIN is not sent to a token by guess.
    @Test(arguments: TokenSoftware.installed)
    func anAddressOfTwoTokensGetsNoPIN(_ software: TokenSoftware) throws {
        let scene = try TokenScene(software)
        try scene.addToken("other")
        for token in ["lab", "other"] { try scene.importKey(to: token) }
        #expect(try scene.takeWithFile("pkcs11:object=client").status == 0)
        try scene.spy()
        let done = try scene.home.fedauth(scene.server.signIn("strict13") + ["--no-input"])
        #expect(done.status == 1 && done.errors.contains("the key of the identity 'card' cannot be used"), "\(done)")
        for name in ["several tokens", "'lab'", "'other'"] { #expect(done.errors.contains(name), "\(done)") }
        #expect(!done.errors.contains("PIN of the token"))
        #expect(try scene.logins() == 0)
    }

    /// A token that is not there needs no PIN.
    @Test(arguments: TokenSoftware.installed)
    func aTokenThatIsAbsent(_ software: TokenSoftware) throws {
        let scene = try TokenScene(software)
        #expect(try scene.takeWithFile("pkcs11:token=elsewhere;object=client").status == 0)
        let done = try scene.home.fedauth(scene.server.signIn("strict13") + ["--no-input"])
        done.expectEnd(1, "the key of the identity 'card' cannot be used")
    }

    // MARK: the certificate in the token

    /// Names differ, as they do on most cards; the identifier is the same.
    @Test(arguments: TokenSoftware.installed)
    func itsCertificateIsRead(_ software: TokenSoftware) throws {
        let scene = try TokenScene(software)
        try scene.importKey(as: "key", id: "01")
        try scene.importKey(of: "revoked", as: "wrong", id: "02")
        try scene.write(as: "certificate", id: "01")
        try scene.write("revoked", as: "another", id: "02")
        let taken = try scene.take(pinned(scene, "pkcs11:token=lab;id=%01;object=key;type=private"), "--no-input")
        #expect(taken.status == 0 && taken.errors.contains("CN=client"), "\(taken)")
        let done = try scene.home.fedauth(scene.server.signIn("strict13") + ["--no-input"])
        #expect(done.status == 0, "\(done)")
        // The certificate alone needs no PIN.
        let withoutPIN = try scene.take("pkcs11:token=lab;id=%01", "--no-input")
        #expect(withoutPIN.status == 0, "\(withoutPIN)")
    }

    /// The key tells which certificate is its own; that needs the PIN, once.
    @Test(arguments: TokenSoftware.installed)
    func itsCertificateHasAnotherName(_ software: TokenSoftware) throws {
        let scene = try TokenScene(software)
        try scene.importKey(as: "key", id: "01")
        let words = [
            "identity", "import", "pkcs11:token=lab;object=key", "--name", "card", "--origin",
            scene.server.url("strict13"), "--force",
        ]
        let none = try scene.typing(TokenScene.pin, words)
        #expect(none.status == 2 && none.text.contains("no token has a certificate of the key"), "\(none.text)")
        #expect(none.text.contains("--certificate FILE"))
        try scene.write("revoked", as: "another", id: "02")
        try scene.write(as: "certificate", id: "01")
        try scene.spy()
        let taken = try scene.typing(TokenScene.pin, words)
        // The engine finds certificates by name or identifier only.
        guard software == .provider else {
            #expect(taken.status == 0 || taken.text.contains("no token has a certificate of the key"), "\(taken.text)")
            return
        }
        #expect(taken.status == 0 && taken.text.contains("CN=client"), "\(taken.text)")
        #expect(try scene.logins() == 1)
    }

    // MARK: which software

    @Test(arguments: TokenSoftware.installed)
    func theDoctorTellsWhich(_ software: TokenSoftware) throws {
        let scene = try TokenScene(software)
        let text = try scene.home.fedauth("doctor", "--no-input").text
        #expect(text.contains("keys in tokens are used by \(software.rawValue) pkcs11"), "\(text)")
    }

    @Test func neitherIsThere() throws {
        let scene = try TokenScene(.engine)
        scene.home.environment["OPENSSL_ENGINES"] = scene.home.path + "/no-modules"
        let advice = Distribution.current.install(.tokenProvider)
        #expect(try scene.home.fedauth("doctor", "--no-input").text.contains(advice))
        #expect(try scene.takeWithFile(Self.address).status == 0)
        let done = try scene.home.fedauth(scene.server.signIn("strict13") + ["--no-input"])
        done.expectEnd(1, "the key of the identity 'card' cannot be used")
        #expect(done.errors.contains("install the package pkcs11-provider, or libengine-pkcs11-openssl"))
    }

    @Test(.enabled(if: TokenSoftware.provider.isInstalled, "the package pkcs11-provider is not installed"))
    func theProviderIsPreferred() throws {
        #expect(TokenSoftware.installed.first == .provider)
        let scene = try TokenScene(.provider)
        #expect(try scene.home.fedauth("doctor", "--no-input").text.contains("by its provider pkcs11"))
    }

    /// The library's own line does not come to stderr.
    @Test(arguments: TokenSoftware.installed)
    func aModuleThatIsNoneIsNamed(_ software: TokenSoftware) throws {
        let scene = try TokenScene(software)
        for module in [scene.home.path + "/none.so", scene.home.path, "libm.so.6"] {
            let done = try scene.home.fedauth(
                "identity", "import", Self.address, "--name", "card", adding: ["PKCS11_MODULE_PATH": module])
            done.expectComplaint(1, "'\(module)' cannot be loaded as a module for tokens")
            #expect(done.errors.hasPrefix("fedauth: error: "), "\(done)")
        }
    }

    /// The module never returns: the dynamic linker waits for a writer of the FIFO in place of the library.
    @Test(arguments: TokenSoftware.installed)
    func aModuleThatNeverAnswers(_ software: TokenSoftware) throws {
        let scene = try TokenScene(software)
        #expect(
            try scene.takeWithFile("pkcs11:token=lab;object=client;type=private?pin-source=file:/dev/null").status == 0)
        mkfifo(scene.home.path + "/module.so", 0o600)
        let words = scene.server.signIn("strict13") + ["--no-input", "--timeout", "1s"]
        let module = ["PKCS11_MODULE_PATH": scene.home.path + "/module.so"]
        let done = try scene.home.fedauth(words, adding: module)
        done.expectEnd(6, "timed out after 1 s while waiting for the token of 'card'")
        let object = try scene.home.fedauth(words + ["--json"], adding: module)
        #expect(object.status == 6 && object.text.contains(#""timed-out""#), "\(object)")
    }
}
