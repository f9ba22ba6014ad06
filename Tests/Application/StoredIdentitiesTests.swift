import Application
import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests which identity of the store a server is shown.
struct StoredIdentitiesTests {
    let world = FakeWorld()
    private let portal: Origin
    private let other: Origin

    init() throws {
        portal = try WebURL("https://portal.test/").origin
        other = try WebURL("https://other.test/").origin
    }

    private func identities(
        named name: String? = nil, preferring preferred: String? = nil, for origins: NamedOrigins? = nil
    ) -> StoredIdentities {
        let world = world
        // A command of its own.
        let ofCommand = RefusedSecrets.OfCommand()
        return StoredIdentities(
            named: name, preferring: preferred, for: origins, store: { () throws(FedauthError) in world.store },
            prompter: { world.prompter }, reporter: world.reporter, clock: world.clock,
            refusals: {
                RefusedSecrets(
                    world.store, ofCommand: ofCommand, hashing: ReadableHashing(), reporter: world.reporter,
                    clock: world.clock, isSent: false)
            })
    }

    @discardableResult
    private func keep(
        _ name: String, for origins: [Origin], key: Identity.Key = .pkcs8(SharedSecret(text: "key"))
    ) throws -> Identity {
        let identity = Identity(
            name: name, certificates: [Array(name.utf8)], key: key, origins: origins, source: "test",
            imported: world.clock.now, expires: world.clock.now.adding(seconds: 3600), subject: "CN=\(name)")
        try IdentityStore(world.store).keep(identity, replacing: false)
        return identity
    }

    @Test func theBoundIdentityIsShown() throws {
        try keep("ada", for: [portal])
        let identities = identities()
        #expect(try identities.identity(for: portal, isDemanded: false)?.name == "ada")
        #expect(try identities.identity(for: other, isDemanded: true) == nil)
        #expect(world.reporter.said == ["detail: 'https://portal.test' is shown the identity 'ada'"])
        #expect(try identities.boundOrigins() == [portal] && identities.unboundNames(for: other) == ["ada"])
        #expect(identities.unboundNames(for: portal).isEmpty)
        // The answer is remembered for the whole command.
        _ = try IdentityStore(world.store).remove("ada")
        #expect(try identities.identity(for: portal, isDemanded: true)?.name == "ada")
    }

    /// A locked store is read only when the server refuses to continue without a certificate.
    @Test func aLockedStoreIsSkippedUntilACertificateIsDemanded() throws {
        try keep("ada", for: [portal])
        try world.store.lock()
        let identities = identities()
        #expect(try identities.identity(for: portal, isDemanded: false) == nil)
        #expect(try identities.boundOrigins().isEmpty && identities.unboundNames(for: other).isEmpty)
        let error = failure { _ = try identities.identity(for: portal, isDemanded: true) }
        #expect(error?.code == .storeLocked)
        #expect(error?.message == "'portal.test' asks for a client certificate, and the store is locked")
        try world.store.unlock(forSeconds: nil)
        #expect(try identities.identity(for: portal, isDemanded: true)?.name == "ada")
    }

    @Test func severalAreNoChoice() throws {
        try keep("ada", for: [portal])
        try keep("eva", for: [portal])
        let several = failure { _ = try identities().identity(for: portal, isDemanded: true) }
        #expect(several?.code.name == "identity-ambiguous")
        #expect(try identities(preferring: "eva").identity(for: portal, isDemanded: true)?.name == "eva")
        let other = failure { _ = try identities(preferring: "bob").identity(for: portal, isDemanded: true) }
        #expect(other?.code.name == "identity-ambiguous")
        #expect(try identities(named: "eva").identity(for: portal, isDemanded: true)?.name == "eva")
    }

    @Test func theNamedOneMustBeThereAndBound() throws {
        let missing = failure { _ = try identities(named: "ada").identity(for: portal, isDemanded: false) }
        #expect(missing?.code == .notFound)
        try keep("ada", for: [])
        let unbound = failure { _ = try identities(named: "ada").identity(for: portal, isDemanded: false) }
        #expect(unbound?.code == .usage && unbound?.message.contains("is bound to no server") == true)
        try keep("eva", for: [other])
        #expect(try identities(named: "eva").identity(for: portal, isDemanded: true) == nil)
        #expect(identities(named: "eva").unboundNames(for: portal) == ["eva"])
    }

    /// The named identity is for the servers that the command named; others get what is bound to them.
    @Test func theNameIsOnlyForTheNamedServers() throws {
        try keep("ada", for: [portal, other])
        try keep("eva", for: [portal])
        let identities = identities(named: "eva", for: NamedOrigins([try WebURL("https://portal.test/")]))
        #expect(try identities.identity(for: portal, isDemanded: false)?.name == "eva")
        #expect(try identities.identity(for: other, isDemanded: false)?.name == "ada")
        #expect(try identities.boundOrigins() == [portal, other])
    }

    @Test func aPINIsAskedForOnce() throws {
        let card = try keep("card", for: [portal], key: .token(uri: "pkcs11:object=ada"))
        world.prompter.answers = ["1234"]
        let identities = identities()
        for _ in 0..<2 {
            let pin = try #require(try identities.pin(of: card)).value
            #expect(pin.withBytes { String(decoding: $0, as: UTF8.self) } == "1234")
        }
        #expect(world.prompter.questions == ["PIN of the token of 'card': "])
        // The key itself needs none.
        #expect(try identities.pin(of: keep("ada", for: [])) == nil)
    }

    /// A card counts wrong PINs and locks itself, whatever name each command gives it.
    @Test func aPINThatWasRefusedIsSentByNoOtherCommand() throws {
        let scratch = try Scratch()
        let file = scratch.file("pin", "1234")
        let source = "?pin-source=file:" + file
        let card = try keep("card", for: [], key: .token(uri: "pkcs11:token=My%20card;serial=7;object=a" + source))
        let other = try keep("same", for: [], key: .token(uri: "pkcs11:serial=7;object=b" + source))
        let foreign = try keep("foreign", for: [], key: .token(uri: "pkcs11:serial=8;object=b" + source))
        world.prompter.canAsk = false
        try identities().pin(of: card)?.judge(false)
        for identity in [card, other] { #expect(failure { _ = try identities().pin(of: identity) }?.code == .refused) }
        #expect(try identities().pin(of: foreign) != nil)
        // Someone who is there types another one; what the token takes ends it.
        world.prompter.canAsk = true
        world.prompter.answers = ["5678"]
        let typed = try #require(try identities().pin(of: other))
        #expect(typed.value.equals("5678") && world.prompter.questions.count == 1)
        typed.judge(true)
        #expect(try identities().pin(of: card)?.value.equals("1234") == true)
    }

    /// A card counts a PIN with the line break of its file as a wrong one.
    @Test(arguments: ["1234", "1234\n", "1234\r\n", ""], ["", "file:", "file://"])
    func thePINOfAFileHasNoLineBreak(_ content: String, _ scheme: String) throws {
        let scratch = try Scratch()
        let uri = "pkcs11:object=ada?pin-source=" + scheme + scratch.file("a pin", content).replacing(" ", with: "%20")
        let card = try keep("card", for: [], key: .token(uri: uri))
        let identities = identities()
        var pin: SharedSecret?
        let error = failure { pin = try identities.pin(of: card)?.value }
        #expect(pin?.withBytes { String(decoding: $0, as: UTF8.self) } == (content.isEmpty ? nil : "1234"))
        #expect(error?.code == (content.isEmpty ? .inputNeeded : nil) && world.prompter.questions.isEmpty)
    }
}
