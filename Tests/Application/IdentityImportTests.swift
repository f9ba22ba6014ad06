import Core
import Fakes
import Secrets
import Support
import Testing

@testable import Application

/// Tests which identity an import stores, and what it says about it.
struct IdentityImportTests {
    let world = FakeWorld()
    let parts = FakeIdentityParts()

    private func settings(_ file: String, _ change: (inout IdentityImportSettings) -> Void = { _ in })
        -> IdentityImportSettings
    {
        var settings = IdentityImportSettings(file)
        settings.origins = ["portal.test"]
        change(&settings)
        return settings
    }

    @discardableResult
    private func run(_ settings: IdentityImportSettings) throws -> (identity: Identity, check: TrustCheck) {
        try IdentityImportFlow(world.services, parts).run(settings)
    }

    private func stored(_ name: String) throws -> Identity? { try IdentityStore(world.store).named(name) }

    @Test func aFileBecomesAnIdentity() throws {
        parts.file("/home/ada/ada.p12", holding: FakeIdentityParts.certificate("Ada"))
        let (identity, check) = try run(settings("/home/ada/ada.p12") { $0.origins.append("idp.test:8443") })
        #expect(identity.name == "ada" && identity.subject == "CN=Ada" && identity.source == "PKCS#12 ada.p12")
        #expect(identity.origins.map(\.description) == ["https://portal.test", "https://idp.test:8443"])
        #expect(identity.imported == world.clock.now && check.verdict == .trusted(root: "Root"))
        #expect(try stored("ada") == identity && world.reporter.said.isEmpty)
    }

    @Test(arguments: [
        ("/x/ada.tar.p12", "ada.tar"), ("ada", "ada"), (".hidden", ".hidden"), ("/x/a\u{1B}[31m\nb.p12", "a?[31m?b"),
    ])
    func theNameIsThatOfTheFile(_ file: String, _ name: String) throws {
        parts.file(file, holding: FakeIdentityParts.certificate("Ada"))
        #expect(try run(settings(file)).identity.name == name)
    }

    @Test func stdinHasANameOfItsOwn() throws {
        parts.file("-", holding: FakeIdentityParts.certificate("Ada"))
        let identity = try run(settings("-") { $0.name = "work" }).identity
        #expect(identity.name == "work" && identity.source == "PKCS#12 stdin")
    }

    /// As with curl, one file can be named as both; a key beside the certificates of the first one does not count.
    @Test func theKeyIsThatOfItsFile() throws {
        let (ada, middle) = (
            FakeIdentityParts.certificate("Ada", issuer: "Middle"), FakeIdentityParts.certificate("Middle")
        )
        parts.file("both.pem", holding: ada)
        parts.pem["both.pem"] = [ada, middle]
        let identity = try run(settings("both.pem") { $0.key = "both.pem" }).identity
        #expect(identity.subject == "CN=Ada" && parts.keysRead == ["both.pem"])
    }

    /// Of several keys, one is chosen by its name in the file, by the user, or not at all.
    @Test func oneOfSeveralKeysIsChosen() throws {
        parts.file("two.p12", holding: FakeIdentityParts.certificate("Ada"))
        parts.keys = ["home", "work"]
        try run(settings("two.p12") { $0.friendlyName = "work" })
        #expect(parts.chosen == "work")
        world.prompter.answers = ["1"]
        try run(settings("two.p12") { $0.name = "b" })
        #expect(parts.chosen == "home")
        let unknown = failure { try run(settings("two.p12") { ($0.name, $0.friendlyName) = ("c", "x") }) }
        #expect(unknown?.code == .usage && unknown?.message.contains("'home', 'work'; none is 'x'") == true)
        world.prompter.canAsk = false
        let none = failure { try run(settings("two.p12") { $0.name = "d" }) }
        #expect(
            none?.code == .inputNeeded
                && none?.message.contains("holds 2 keys with certificates: 'home', 'work'") == true)
        #expect(none?.hint?.contains("--friendly-name") == true)
    }

    /// The name is checked before any passphrase is asked for.
    @Test func aNameThatIsTakenIsNotReplaced() throws {
        parts.file("ada.p12", holding: FakeIdentityParts.certificate("Ada"))
        try run(settings("ada.p12"))
        parts.file("ada.p12", holding: FakeIdentityParts.certificate("Eva"), passphrase: "geheim")
        #expect(failure { try run(settings("ada.p12")) }?.code == .busy)
        #expect(try stored("ada")?.subject == "CN=Ada" && parts.questions.isEmpty)
    }

    @Test func aReplacementKeepsTheServers() throws {
        parts.file("ada.p12", holding: FakeIdentityParts.certificate("Ada"))
        try run(settings("ada.p12"))
        parts.file("ada.p12", holding: FakeIdentityParts.certificate("Eva"))
        let kept = try run(
            settings("ada.p12") {
                $0.origins = []
                $0.isForced = true
            }
        ).identity
        #expect(kept.subject == "CN=Eva" && kept.origins.map(\.host) == ["portal.test"])
        let changed = try run(
            settings("ada.p12") {
                $0.origins = ["other.test"]
                $0.isForced = true
            }
        ).identity
        #expect(changed.origins.map(\.host) == ["other.test"])
    }

    @Test(arguments: ["http://portal.test", "https://*.portal.test", "ftp://x"])
    func aServerThatCannotAskIsRefused(_ origin: String) {
        #expect(failure { try run(settings("ada.p12") { $0.origins = [origin] }) }?.code == .usage)
    }

    @Test func aPassphraseIsAskedForThreeTimes() throws {
        parts.file("ada.p12", holding: FakeIdentityParts.certificate("Ada"), passphrase: "geheim")
        parts.answers = ["falsch", "falsch", "geheim"]
        try run(settings("ada.p12"))
        let question = "Passphrase of 'ada.p12': "
        #expect(parts.questions == [question, "That is not it. " + question, "That is not it. " + question])
        parts.answers = ["falsch", "falsch", "falsch", "geheim"]
        #expect(failure { try run(settings("ada.p12") { $0.isForced = true }) }?.code == .wrongPassphrase)
    }

    @Test func aGivenPassphraseIsTriedOnce() throws {
        parts.file("ada.p12", holding: FakeIdentityParts.certificate("Ada"), passphrase: "geheim")
        parts.option = "falsch"
        #expect(failure { try run(settings("ada.p12")) }?.code == .wrongPassphrase)
        parts.option = "geheim"
        try run(settings("ada.p12"))
        #expect(parts.questions.isEmpty)
    }

    /// The passphrase is that of the key, and the file of the certificate must hold one.
    @Test func certificateAndKeyInTwoFiles() throws {
        parts.contents["ada.crt"] = "certificate"
        parts.file("ada.key", holding: FakeIdentityParts.certificate("Ada"), passphrase: "geheim")
        parts.contents["certificate\nada.key"] = ""
        #expect(failure { try run(settings("ada.crt") { $0.key = "ada.key" }) }?.code == .badFile)
        parts.pem["certificate"] = [FakeIdentityParts.certificate("Ada")]
        parts.files["certificate\nada.key"] = parts.files["ada.key"]
        parts.answers = ["geheim"]
        let identity = try run(settings("ada.crt") { $0.key = "ada.key" }).identity
        #expect(identity.name == "ada" && parts.questions == ["Passphrase of 'ada.key': "])
        #expect(parts.keysRead == ["ada.key"])
    }

    @Test func missingIssuersComeFromElsewhere() throws {
        parts.file("ada.pem", holding: FakeIdentityParts.certificate("Ada", issuer: "Middle"))
        parts.verdict = .untrusted(reason: "no issuer", ends: "CN=Middle")
        try run(settings("ada.pem"))
        #expect(
            world.reporter.said == [
                "the issuer 'CN=Middle' is not in the file; unless it is a root, which servers have, add its certificate "
                    + "by '--chain FILE'"
            ])
        world.reporter.said = []
        parts.contents["issuers.pem"] = "issuers"
        parts.pem["issuers"] = [FakeIdentityParts.certificate("Middle")]
        let identity = try run(
            settings("ada.pem") {
                $0.chain = ["issuers.pem"]
                $0.isForced = true
            }
        ).identity
        #expect(identity.certificates.count == 2 && world.reporter.said.isEmpty)
    }

    @Test func aSelfSignedCertificateLacksNothing() throws {
        parts.file("ada.pem", holding: FakeIdentityParts.certificate("Ada", issuer: "Ada"))
        parts.verdict = .untrusted(reason: "self-signed", ends: "Ada")
        try run(settings("ada.pem"))
        #expect(world.reporter.said.isEmpty)
    }

    @Test func whatServersMayRejectIsSaid() throws {
        parts.file(
            "ada.p12",
            holding: FakeIdentityParts.certificate("Ada", from: 1, to: 2, purposes: ["serverAuth"]), isOutdated: true)
        try run(settings("ada.p12") { $0.origins = [] })
        let said = world.reporter.said
        #expect(said.count == 4)
        #expect(said[0].hasPrefix("warning: 'ada.p12' is encrypted by an outdated algorithm, which protects little"))
        #expect(said[1] == "warning: the certificate of 'ada' expired on 1970-01-01T00:00:02Z")
        #expect(said[2] == "warning: the certificate of 'ada' is not made for clients, but for serverAuth")
        #expect(said[3].hasPrefix("'ada' is bound to no server yet"))
        world.reporter.said = []
        parts.file("eva.p12", holding: FakeIdentityParts.certificate("Eva", from: 3_000_000_000, to: 4_000_000_000))
        try run(settings("eva.p12"))
        #expect(world.reporter.said.map { $0.contains("is not valid before 2065") } == [true])
    }

    @Test func theFileOfTheKeyIsTheOneWithTheOutdatedAlgorithm() throws {
        parts.file("ada.crt", holding: FakeIdentityParts.certificate("Ada"))
        parts.pem["ada.crt"] = [FakeIdentityParts.certificate("Ada")]
        parts.file("ada.key", holding: FakeIdentityParts.certificate("Ada"), isOutdated: true)
        try run(settings("ada.crt") { $0.key = "ada.key" })
        #expect(world.reporter.said.first?.hasPrefix("warning: 'ada.key' is encrypted by an outdated") == true)
    }

    @Test func rivalsAreSaid() throws {
        for name in ["ada", "eva"] { parts.file(name, holding: FakeIdentityParts.certificate(name)) }
        try run(settings("ada"))
        try run(settings("eva"))
        #expect(world.reporter.said.map { $0.hasPrefix("warning: 'ada' is bound to a server of 'eva' too") } == [true])
    }

    @Test func aKeyInATokenHasItsCertificateInAFile() throws {
        parts.contents["card.crt"] = "card"
        parts.pem["card"] = [
            FakeIdentityParts.certificate("Ada", issuer: "Middle"), FakeIdentityParts.certificate("Middle"),
        ]
        let identity = try run(
            settings("pkcs11:token=lab;object=ada") {
                $0.certificate = "card.crt"
                $0.name = "card"
            }
        ).identity
        #expect(identity.key == .token(uri: "pkcs11:token=lab;object=ada") && identity.source == "PKCS#11 token")
        #expect(identity.certificates.count == 2)
    }

    /// Returns the settings for a key in a token with its certificate there.
    private func token(_ address: String) -> IdentityImportSettings { settings(address) { $0.name = "card" } }

    @Test func aKeyInATokenHasItsCertificateThere() throws {
        let ada = FakeIdentityParts.certificate("Ada", issuer: "Middle")
        parts.inTokens["pkcs11:token=lab;id=%01;type=cert"] = [ada]
        parts.inTokens["pkcs11:token=lab;type=cert"] = [ada, FakeIdentityParts.certificate("Middle")]
        let identity = try run(token("pkcs11:token=lab;id=%01;object=key")).identity
        #expect(identity.key == .token(uri: "pkcs11:token=lab;id=%01;object=key") && identity.subject == "CN=Ada")
        #expect(world.prompter.questions.isEmpty)
    }

    /// The key tells which certificate is its own. The PIN is asked for once.
    @Test func severalCertificatesAreComparedWithTheKey() throws {
        let all = ["Old", "New", "Eva"].map { FakeIdentityParts.certificate($0) }
        parts.inTokens["pkcs11:object=key;type=cert"] = all
        parts.closed = ["pkcs11:object=key;type=cert"]
        parts.ofKey = ["Old", "New"]
        world.prompter.answers = ["1234"]
        let identity = try run(token("pkcs11:object=key")).identity
        #expect(["CN=Old", "CN=New"].contains(identity.subject))
        #expect(world.prompter.questions == ["PIN of the token of 'card': "])
    }

    /// An engine tells of one certificate when several have the key's name. Where the address names the PIN, that is checked.
    @Test(arguments: [["Issuer", "Ada"], ["Issuer"], ["Ada"]]) func aCertificateOfTheKeysNameMayBeAnothers(
        _ inToken: [String]
    ) throws {
        let scratch = try Scratch()
        let address = "pkcs11:object=key?pin-source=file:" + scratch.file("pin", "1234\n")
        parts.inTokens[TokenAddress(address).ofCertificate] = [FakeIdentityParts.certificate(inToken[0])]
        parts.inTokens[TokenAddress(address).ofCertificates] = inToken.map { FakeIdentityParts.certificate($0) }
        parts.ofKey = ["Ada"]
        var subject: String?
        let error = failure { subject = try run(token(address)).identity.subject }
        #expect(subject == (inToken.contains("Ada") ? "CN=Ada" : nil))
        #expect((error?.code == .badFile) == !inToken.contains("Ada"))
        #expect(error?.message.contains("does not belong to the key") != false)
        #expect(world.prompter.questions.isEmpty)
    }

    @Test func aTokenWithoutACertificateOfTheKey() throws {
        parts.inTokens["pkcs11:type=cert"] = [FakeIdentityParts.certificate("Eva")]
        world.prompter.answers = ["1234", "9999"]
        let error = failure { try run(token("pkcs11:object=key")) }
        #expect(error?.code == .badFile && error?.hint?.contains("--certificate FILE") == true)
        #expect(failure { try run(token("pkcs11:object=key")) }?.code == .clientCertificateUnusable)
        // An address that says where the PIN is leads to no question.
        #expect(failure { try run(token("pkcs11:object=key?pin-source=file:/none/pin")) }?.code == .badFile)
        #expect(world.prompter.questions.count == 2)
        #expect(try stored("card") == nil)
    }

    @Test(arguments: [
        ("pkcs11:object=x?pin-value=1234", "the address contains a PIN"),
        ("pkcs11:token=lab", "does not say which key"),
        ("pkcs11:object=ä", "is not an address of a key"),
    ])
    func anAddressOfATokenIsChecked(_ address: String, _ words: String) {
        let error = failure {
            try run(
                settings(address) {
                    $0.certificate = "card.crt"
                    $0.name = "card"
                })
        }
        #expect(error?.code == .usage && error?.message.contains(words) == true)
        #expect(error?.message.contains("1234") == false)
    }

    // MARK: servers

    private func bind(_ origins: String..., removing: Bool = false) throws -> [String] {
        try IdentityBinding(world.services).run("ada", origins: origins, removing: removing).origins.map(\.host)
    }

    @Test func serversAreAddedAndTakenAway() throws {
        #expect(failure { _ = try bind("a.test") }?.code == .notFound)
        parts.file("ada", holding: FakeIdentityParts.certificate("Ada"))
        try run(settings("ada"))
        #expect(try bind("a.test", "portal.test", "a.test") == ["portal.test", "a.test"])
        #expect(try bind("portal.test", removing: true) == ["a.test"])
        // Nothing is changed when one of them is not there.
        let error = failure { _ = try bind("a.test", "c.test", removing: true) }
        #expect(error?.message == "the identity 'ada' is not bound to 'https://c.test'")
        #expect(try stored("ada")?.origins.map(\.host) == ["a.test"])
    }
}
