import Core
import Fakes
import Secrets
import Support
import Testing

@testable import Application

/// Tests what is exported, and what is refused before a passphrase is asked for.
struct IdentityExportTests {
    let world = FakeWorld()
    private var files: FakeIdentityFiles { world.identityFiles }

    private func keep(
        _ name: String, key: Identity.Key = .pkcs8(SharedSecret(text: "key")),
        certificates: [String] = ["leaf", "Root"]
    ) throws {
        try IdentityStore(world.store).keep(
            Identity(
                name: name, certificates: certificates.map { Array($0.utf8) }, key: key, origins: [], source: "test",
                imported: world.clock.now, expires: Timestamp(seconds: 2_000_000_000), subject: "CN=" + name),
            replacing: false)
    }

    private func run(
        _ name: String, isForced: Bool = false, _ change: (inout IdentityFilePlaces) -> Void = { $0.p12 = "ada.p12" }
    ) throws -> Identity {
        var places = IdentityFilePlaces()
        change(&places)
        return try IdentityExportFlow(world.services, FakeIdentityParts()).run(
            name, to: places, sealing: SecretPlaces(secret: "passphrase", option: "--passphrase"), isForced: isForced
        ).identity
    }

    @Test func aPassphraseIsAskedForAndTheFilesAreWritten() throws {
        try keep("ada")
        #expect(try run("ada").name == "ada")
        #expect(files.done == ["check unforced", "Passphrase for 'ada.p12': ", "write ada"])
        #expect(files.passphrases.count == 1 && files.passphrases[0] != nil)
    }

    @Test func theQuestionNamesAllFilesWithTheKey() throws {
        try keep("ada")
        _ = try run("ada", isForced: true) {
            $0.p12 = "a.p12"
            $0.pem = "-"
            $0.chain = "c.pem"
        }
        #expect(files.done == ["check forced", "Passphrase for 'a.p12' and '-': ", "write ada"])
    }

    /// The file could be one that was meant to be read.
    @Test func noIssuersReplaceNoFile() throws {
        try keep("ada", certificates: ["leaf"])
        let error = failure {
            _ = try run("ada") {
                $0.p12 = "a.p12"
                $0.chain = "c.pem"
            }
        }
        #expect(error?.code == .usage && error?.message.contains("has no issuer of 'ada'") == true)
        #expect(files.done == ["check unforced"])
        #expect(try run("ada").name == "ada")
    }

    @Test func anUnencryptedKeyNeedsNoPassphrase() throws {
        try keep("ada")
        _ = try run("ada") {
            $0.pem = "."
            $0.isUnencrypted = true
        }
        #expect(files.done == ["check unforced", "write ada"])
        #expect(files.passphrases == [nil])
    }

    @Test func anUnknownNameIsNotFound() throws {
        try keep("ada")
        let found = failure { _ = try run("adda") }
        #expect(found?.code == .notFound && found?.hint?.contains("did you mean 'ada'?") == true)
        #expect(files.done == ["check unforced"])
    }

    @Test func aKeyDoesNotLeaveItsToken() throws {
        try keep("card", key: .token(uri: "pkcs11:object=ada"))
        let found = failure { _ = try run("card") }
        #expect(found?.code == .usage && found?.message == "the key of 'card' is in a token, and does not leave it")
        #expect(files.done == ["check unforced"])
    }

    @Test func aDamagedCertificateIsNotWritten() throws {
        try keep("ada", certificates: ["leaf", "damaged"])
        #expect(failure { _ = try run("ada") }?.code == .storeDamaged)
        #expect(files.done == ["check unforced"])
    }
}
