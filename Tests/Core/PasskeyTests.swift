import Secrets
import Support
import Testing

@testable import Core

/// Tests the passkeys of a store, and which of them a page gets.
struct PasskeyTests {
    private let clock = TestClock()
    private let store: MemoryStore
    private let reporter = RecordingReporter()

    init() { store = MemoryStore(clock: clock) }

    private func passkey(
        _ relyingParty: String = "example.org", user: String = "ada", handle: String = "1", id: [UInt8] = [1, 2, 3],
        count: Int64 = 1
    ) -> Passkey {
        Passkey(
            relyingParty: relyingParty, credentialID: id, privateKey: SharedSecret(text: "key"),
            userHandle: SharedSecret(text: handle), userName: user, displayName: "Ada L.", signCount: count,
            isBackupEligible: true)
    }

    private func stored(user: String? = nil) -> StoredPasskeys { StoredPasskeys(store, user: user, reporter: reporter) }

    private func origin(_ url: String) throws -> Origin { try WebURL(url).origin }

    /// Web Authentication Level 3, section 5.1.3.
    @Test(arguments: [
        ("https://example.org", true), ("https://login.example.org:8443", true), ("https://badexample.org", false),
        ("https://example.org.evil.test", false), ("https://org", false), ("http://example.org", false),
    ])
    func aPageGetsThePasskeysOfItsDomain(_ url: String, _ isUsable: Bool) throws {
        try stored().add(passkey())
        #expect(try Passkey.isUsable("example.org", at: origin(url)) == isUsable)
        #expect(try stored().isKept(for: origin(url)) == isUsable)
        #expect(try stored().usable(at: origin(url)).count == (isUsable ? 1 : 0))
    }

    @Test func thisMachineNeedsNoEncryption() throws {
        #expect(try Passkey.isUsable("localhost", at: origin("http://localhost:8080")))
        #expect(try !Passkey.isUsable("", at: origin("https://example.org")))
    }

    @Test func everyMemberComesBack() throws {
        let whole = passkey("bücher.example", user: "ada #1 ü")
        let name = try PasskeyStore(store).add(whole)
        #expect(name == "passkey/b%C3%BCcher.example#ada%20%231%20%C3%BC")
        #expect(try PasskeyStore(store).named(name)?.passkey == whole)
        var plain = Passkey(relyingParty: "a.test", credentialID: [0xAB], privateKey: SharedSecret(text: "k"))
        plain.isDiscoverable = false
        let other = try PasskeyStore(store).add(plain)
        #expect(other == "passkey/a.test##ab")
        #expect(try PasskeyStore(store).named(other)?.passkey == plain)
        #expect(try store.list().allSatisfy { $0.kind == "passkey" })
        #expect(try PasskeyStore(store).all().count == 2)
    }

    @Test func aNewPasskeyReplacesNone() throws {
        let keeping = PasskeyStore(store)
        let first = try keeping.add(passkey())
        #expect(try keeping.add(passkey(id: [9])) == "passkey/example.org#ada#09")
        #expect(try keeping.named(first)?.passkey.credentialID == [1, 2, 3])
        #expect(try keeping.add(passkey(handle: "2", id: [7])) == "passkey/example.org#ada#07")
        #expect(failure { _ = try keeping.add(passkey(id: [9])) }?.code == .versionConflict)
        #expect(try keeping.all().count == 3)
    }

    /// The relying party may have forgotten the older ones; it can still ask for them by their identifiers.
    @Test func aPageFindsTheNewestOfAnAccount() throws {
        for (seconds, id, handle) in [(10, 1, "1"), (30, 2, "1"), (20, 3, "1"), (5, 4, "2")] as [(Int64, UInt8, String)]
        {
            clock.now = Timestamp(seconds: seconds)
            _ = try PasskeyStore(store).add(passkey(handle: handle, id: [id]))
        }
        let usable = try stored().usable(at: origin("https://example.org"))
        #expect(usable.map(\.credentialID) == [[2], [3], [1], [4]])
        #expect(usable.filter(\.isDiscoverable).map(\.credentialID) == [[2], [4]])
    }

    @Test func theCounterOnlyGrows() throws {
        let keeping = PasskeyStore(store)
        let name = try keeping.add(passkey(count: 5))
        _ = try keeping.add(passkey("other.test", count: 5))
        for (count, expected) in [(7, 7), (6, 7), (8, 8)] as [(Int64, Int64)] {
            try keeping.count(count, of: passkey())
            #expect(try keeping.named(name)?.passkey.signCount == expected)
        }
        // A passkey of another relying party may have the same identifier.
        #expect(try keeping.named("passkey/other.test#ada")?.passkey.signCount == 5)
        #expect(try keeping.remove("example.org#ada") == name)
        #expect(try keeping.remove("example.org#ada") == nil)
        try keeping.count(9, of: passkey())
        #expect(try keeping.named(name) == nil)
    }

    @Test func theUserOfTheSignInDecidesBetweenAccounts() throws {
        try stored().add(passkey())
        try stored().add(passkey(user: "Grace@example.org", handle: "2", id: [4]))
        let origin = try origin("https://example.org")
        #expect(stored().usable(at: origin).count == 2)
        #expect(stored(user: "grace@example.org").usable(at: origin).map(\.userName) == ["Grace@example.org"])
        #expect(stored(user: "eve").usable(at: origin).count == 2)
    }

    @Test func aLockedStoreIsNotAskedFor() throws {
        try stored().add(passkey())
        try store.lock()
        #expect(try !stored().isKept(for: origin("https://example.org")))
        stored().count(3, of: passkey())
        #expect(reporter.said.contains { $0.contains("the counter of the passkey was not stored") })
    }

    @Test func whatIsNoPasskeyIsReported() throws {
        try store.put(
            StoreDraft(
                name: "passkey/example.org#x", kind: "passkey", attributes: ["relying-party": "example.org"],
                value: SharedSecret(text: "rubbish")))
        let error = #expect(throws: FedauthError.self) { try PasskeyStore(store).all() }
        #expect(error?.code == .storeDamaged)
        #expect(try stored().usable(at: origin("https://example.org")).isEmpty)
        #expect(reporter.said.contains { $0.contains("holds no passkey") })
    }
}
