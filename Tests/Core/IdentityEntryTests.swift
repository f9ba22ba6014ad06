import Core
import Secrets
import Support
import Testing

/// Tests how identities are stored and found by their servers.
@Suite struct IdentityEntryTests {
    private func origin(_ text: String) throws -> Origin { try WebURL(argument: text).origin }

    private func identity(_ name: String, for origins: [String] = [], expires: Int64 = 4000) throws -> Identity {
        Identity(
            name: name, certificates: [[0x30, 1], [0x30, 2]], key: .pkcs8(SharedSecret(text: "key of \(name)")),
            origins: try origins.map(origin), source: "test", imported: Timestamp(seconds: 1000),
            expires: Timestamp(seconds: expires), subject: "CN=\(name)")
    }

    private func store() -> MemoryStore { MemoryStore(clock: TestClock()) }

    @Test func itComesBackAsItWas() throws {
        let identities = IdentityStore(store())
        var one = try identity("ada", for: ["https://a.test", "b.test:8443"])
        try identities.keep(one, replacing: false)
        #expect(try identities.named("ada") == one)
        one.key = .token(uri: "pkcs11:token=card;object=ada")
        try identities.keep(one, replacing: true)
        #expect(try identities.named("ada") == one)
        #expect(try identities.named("bea") == nil)
        let entry = try #require(try identities.entries().first)
        #expect(entry.name == "identity/ada" && entry.kind == "identity" && entry.expires?.seconds == 4000)
        #expect(entry.attributes == ["subject": "CN=ada", "origins": "https://a.test https://b.test:8443"])
        #expect(throws: FedauthError.self) { try identities.keep(one, replacing: false) }
        #expect(try identities.remove("ada"))
        #expect(try !identities.remove("ada"))
    }

    /// Only the exact origin matches, not a similar one.
    @Test func aBoundIdentityIsFound() throws {
        let identities = IdentityStore(store())
        try identities.keep(identity("ada", for: ["https://a.test", "b.test:8443"]), replacing: false)
        let now = Timestamp(seconds: 2000)
        for bound in ["https://a.test", "https://A.test:443/x?y", "https://b.test:8443"] {
            #expect(try identities.bound(to: origin(bound), at: now)?.name == "ada", "\(bound)")
        }
        for other in [
            "http://a.test", "https://a.test:8443", "https://b.test", "https://x.a.test", "https://aa.test",
            "https://a.test.evil.test",
        ] {
            #expect(try identities.bound(to: origin(other), at: now) == nil, "\(other)")
        }
    }

    @Test func aChangeLosesNoOther() throws {
        let store = store()
        let identities = IdentityStore(store)
        #expect(try identities.change("ada") { _ in } == nil)
        try identities.keep(identity("ada", for: ["a.test"]), replacing: false)
        let b = try origin("b.test")
        #expect(try identities.change("ada") { $0.origins.append(b) }?.origins.count == 2)
        #expect(try identities.named("ada")?.isBound(to: b) == true)
        let other = try identity("ada", for: ["c.test"])
        let conflict = #expect(throws: FedauthError.self) {
            try identities.change("ada") { (_) throws(FedauthError) in try identities.keep(other, replacing: true) }
        }
        #expect(conflict?.code == .busy)
        #expect(try identities.named("ada") == other)
        #expect(throws: FedauthError.self) {
            try identities.change("ada") { (_) throws(FedauthError) in _ = try identities.remove("ada") }
        }
        #expect(try identities.named("ada") == nil)
    }

    /// A certificate that is not valid yet waits, and takes the place of the others at its time.
    @Test(arguments: [(1999, "now"), (2000, "next"), (2999, "next"), (3000, "last"), (5000, "last")])
    func theNextOneWaits(_ seconds: Int64, _ name: String) throws {
        let clock = TestClock()
        clock.now = Timestamp(seconds: 1000)
        let identities = IdentityStore(MemoryStore(clock: clock))
        try identities.keep(identity("past", for: ["a.test"], expires: 1500), replacing: false)
        try identities.keep(identity("now", for: ["a.test"]), replacing: false)
        for (name, begins) in [("next", 2000), ("last", 3000)] as [(String, Int64)] {
            var one = try identity(name, for: ["a.test"], expires: 9000)
            one.begins = Timestamp(seconds: begins)
            try identities.keep(one, replacing: false)
            #expect(try identities.named(name) == one)
            #expect(try identities.rivals(of: one, at: Timestamp(seconds: 1600)) == [])
        }
        let now = Timestamp(seconds: seconds)
        #expect(try identities.bound(to: origin("a.test"), at: now)?.name == name)
        #expect(try identities.rivals(of: identity("now", for: ["a.test"]), at: now).isEmpty == (seconds < 2000))
        #expect(try identities.rivals(of: identity("other", for: ["a.test"]), at: Timestamp(seconds: 1600)) == ["now"])
        // It does not take the place of those that come later.
        clock.now = now
        try identities.keep(identity("later", for: ["a.test"], expires: 9000), replacing: false)
        let error = failure { _ = try identities.bound(to: origin("a.test"), at: now) }
        #expect(error?.code == .identityAmbiguous)
    }

    @Test func ofSeveralOneMustBeChosen() throws {
        let identities = IdentityStore(store())
        try identities.keep(identity("old", for: ["a.test"], expires: 1500), replacing: false)
        try identities.keep(identity("new", for: ["a.test"]), replacing: false)
        let server = try origin("a.test")
        #expect(try identities.bound(to: server, at: Timestamp(seconds: 2000))?.name == "new")
        #expect(throws: FedauthError.self) { try identities.bound(to: server, at: Timestamp(seconds: 1400)) }
        // If no identity is valid any more, fedauth still sends one, so that the server reports the reason.
        #expect(try identities.bound(to: server, at: Timestamp(seconds: 5000)) != nil)
    }

    @Test func spoiltEntries() throws {
        let value = IdentityEntry.draft(try identity("ada", for: ["a.test"])).value
        let bytes = value.withBytes { Array($0) }
        let entry = StoreEntry(
            name: "identity/ada", kind: "identity", created: Timestamp(seconds: 0), modified: Timestamp(seconds: 0),
            version: 1)
        var mutator = Mutator(seed: 3)
        for _ in 0..<2000 {
            let item = StoreItem(entry: entry, value: SharedSecret(Secret(mutator.spoil(bytes))))
            do throws(FedauthError) {
                let read = try IdentityEntry.identity(item)
                #expect(!read.certificates.isEmpty)
            } catch {
                #expect(error.code == .storeDamaged)
            }
        }
    }

    @Test func whatALaterVersionAddsIsPassedOver() throws {
        let one = try identity("ada")
        var bytes = IdentityEntry.draft(one).value.copy()
        for byte in [200, 0, 0, 0, 1, 7] as [UInt8] { bytes.append(byte) }
        let entry = StoreEntry(
            name: "identity/ada", kind: "identity", created: Timestamp(seconds: 0), modified: Timestamp(seconds: 0),
            version: 1)
        #expect(try IdentityEntry.identity(StoreItem(entry: entry, value: SharedSecret(bytes))) == one)
    }

    @Test func textBlocks() {
        let text = PEMText.certificates([Array(repeating: 0, count: 49), []])
        #expect(
            text == "-----BEGIN CERTIFICATE-----\n" + String(repeating: "A", count: 64) + "\nAA==\n"
                + "-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n")
    }
}
