import Core
import Crypto
import Glibc
import Secrets
import Support
import Testing

@testable import FileStore

/// Tests which keys open a store, and which ones no longer do.
struct SlotTests {
    let scratch = ScratchStore()
    let keyFile = StoreKey(.keyFile, SharedSecret(Secret((0..<32).map { UInt8($0) })))
    let credential = StoreKey(.credential, SharedSecret(Secret((0..<40).map { UInt8(200 - $0) })))

    private func passphrase(_ text: String) -> StoreKey { StoreKey(.passphrase, SharedSecret(text: text)) }

    /// Returns a store with only these keys at hand.
    private func store(_ keys: StoreKey...) -> EncryptedFileStore { scratch.store(passphrases: FixedKeys(keys)) }

    private func opens(_ key: StoreKey) throws(FedauthError) -> Bool {
        do throws(FedauthError) {
            return try store(key).get("a")?.value.equals("1") == true
        } catch  where error.code == .wrongPassphrase {
            return false
        }
    }

    private func made() throws -> EncryptedFileStore {
        let store = scratch.store()
        try store.put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
        return store
    }

    @Test func `each kind of key opens the store, and only as what it is`() throws {
        let store = try made()
        let added = [
            try store.addSlot { keyFile }, try store.addSlot { credential }, try store.addSlot { passphrase("2") },
        ]
        #expect(added.map(\.kind) == [.keyFile, .credential, .passphrase])
        #expect(Set(try store.slots().map(\.id)).count == 4)
        for key in [keyFile, credential, passphrase("2"), passphrase(scratch.passphrases.text)] {
            #expect(try opens(key))
        }
        #expect(try !opens(StoreKey(.credential, keyFile.secret)), "a key file's bytes as a credential")
        #expect(try !opens(StoreKey(.keyFile, credential.secret)))
        #expect(try !opens(StoreKey(.passphrase, keyFile.secret)))
        #expect(try !opens(passphrase("3")))
    }

    @Test func `a store can be made by a key file alone`() throws {
        try store(keyFile).put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
        #expect(try opens(keyFile))
        #expect(try scratch.store().slots().map(\.kind) == [.keyFile])
        #expect(try !opens(passphrase("x")))
    }

    @Test func `a removed slot opens neither the store nor the state before`() throws {
        let store = try made()
        let slot = try store.addSlot { keyFile }
        try store.put(StoreDraft(name: "b", value: SharedSecret(text: "2")))
        try store.removeSlot(slot.id)
        #expect(try !opens(keyFile))
        #expect(scratch.bytes("store.prev").isEmpty)
        #expect(try opens(passphrase(scratch.passphrases.text)))
    }

    @Test func `the last slot stays`() throws {
        let store = try made()
        let only = try #require(try store.slots().first)
        let error = #expect(throws: FedauthError.self) { try store.removeSlot(only.id) }
        #expect(error?.code == .usage)
        let missing = #expect(throws: FedauthError.self) { try store.removeSlot("00000000") }
        #expect(missing?.code == .notFound)
        #expect(try store.slots() == [only])
    }

    @Test func `a new passphrase takes the place of the old ones and leaves other keys`() throws {
        let store = try made()
        try _ = store.addSlot { keyFile }
        try _ = store.addSlot { passphrase("second") }
        // The new passphrase replaces one of the two; the other one is dropped.
        #expect(try store.rekey(full: false) { [passphrase("new")] }.dropped.map(\.kind) == [.passphrase])
        #expect(try opens(passphrase("new")) && opens(keyFile))
        #expect(try !opens(passphrase("second")) && !opens(passphrase(scratch.passphrases.text)))
        #expect(scratch.bytes("store.prev").isEmpty)
    }

    @Test func `a new data key leaves only the keys that were given`() throws {
        let store = try made()
        let slot = try store.addSlot { keyFile }
        try _ = store.addSlot { credential }
        let oldKey = store.held
        let dropped = try store.rekey(full: true) { [passphrase("new"), credential] }.dropped
        #expect(dropped == [slot])
        #expect(try store.get("a")?.value.equals("1") == true)
        #expect(try opens(passphrase("new")) && opens(credential) && !opens(keyFile))
        let parsed = try #require(try store.openHeader()?.parsed)
        let old = try #require(oldKey)
        #expect(try !parsed.isAuthentic(old.copy()), "the old data key still fits")
    }

    @Test func `another process that holds the old data key asks again`() throws {
        let first = try made()
        let second = scratch.store(passphrases: FixedKeys([passphrase("new"), passphrase(scratch.passphrases.text)]))
        _ = try second.get("a")
        try first.rekey(full: true) { [passphrase("new")] }
        try second.put(StoreDraft(name: "b", value: SharedSecret(text: "2")))
        #expect(try store(passphrase("new")).list().map(\.name) == ["a", "b"])
    }

    @Test func `what a repair put aside goes with the keys that opened it`() throws {
        let store = try made()
        try store.put(StoreDraft(name: "b", value: SharedSecret(text: "2")))
        var bytes = scratch.bytes()
        bytes[60] ^= 1
        scratch.write(bytes)
        _ = try scratch.store().recover()
        #expect(!scratch.bytes("store.damaged").isEmpty)
        // One of several may have been removed already.
        scratch.write(bytes, to: "store.damaged.7")
        try scratch.store().rekey(full: true) { [passphrase("new")] }
        for name in ["store.damaged", "store.damaged.7", "store.prev"] { #expect(scratch.bytes(name).isEmpty) }
    }

    @Test func `a key that another process exchanges is not asked for under the lock`() throws {
        let first = try made()
        let source = LockWatcher(scratch, passphrase("new"))
        let second = scratch.store(passphrases: source)
        source.key = passphrase(scratch.passphrases.text)
        _ = try second.get("a")
        try first.rekey(full: true) { [passphrase("new")] }
        source.key = passphrase("new")
        try second.put(StoreDraft(name: "b", value: SharedSecret(text: "2")))
        #expect(source.wasFree == [true, true])
    }

    @Test func `costs that no reader would pay are not written`() throws {
        let store = try made()
        try store.rewriteHeader(dropsPrevious: false) { header, _ in
            for number in 1...3 {
                var slot = header.slots[0]
                slot.salt[0] ^= UInt8(number)
                slot.cost.logN = 20
                header.slots.append(slot)
            }
            return nil
        }
        let error = #expect(throws: FedauthError.self) { try store.addSlot(logN: 20) { passphrase("one more") } }
        #expect(error?.code == .usage)
        #expect(try store.slots().count == 4)
    }

    @Test func `more slots than fit are refused`() throws {
        let store = try made()
        for number in 1..<StoreFormat.slots {
            _ = try store.addSlot { StoreKey(.keyFile, SharedSecret(Secret((0..<32).map { UInt8($0 + number) }))) }
        }
        let error = #expect(throws: FedauthError.self) { try store.addSlot { keyFile } }
        #expect(error?.code == .usage)
        #expect(try store.slots().count == StoreFormat.slots && opens(passphrase(scratch.passphrases.text)))
    }

    @Test func `weak keys are refused`() throws {
        let store = try made()
        for key in [
            StoreKey(.keyFile, SharedSecret(text: "short")), StoreKey(.credential, SharedSecret(text: "")),
            passphrase(""),
        ] {
            let error = #expect(throws: FedauthError.self) { try store.addSlot { key } }
            #expect(error?.code == .usage)
        }
        #expect(try store.slots().count == 1)
    }

    @Test func `a flipped bit in a slot opens with no key`() throws {
        let store = try made()
        try _ = store.addSlot { keyFile }
        var bytes = scratch.bytes()
        // Changes the second slot's wrapped key and repairs the checksum, as an attacker would.
        bytes[StoreFormat.fixedBytes + StoreFormat.slotBytes + 40] ^= 1
        let end = StoreFormat.fixedBytes + 2 * StoreFormat.slotBytes
        bytes.replaceSubrange(end..<(end + 32), with: try Digest.sha256.hash(Array(bytes[..<end])))
        scratch.write(bytes)
        scratch.forgetSeen()
        #expect(try !opens(keyFile))
        let error = #expect(throws: FedauthError.self) { try scratch.store().get("a") }
        #expect(error?.code == .storeAltered, "the other key opens its slot, and finds the header changed")
    }
}

/// Records at each passphrase prompt whether the store's lock is free.
private final class LockWatcher: StorePassphraseSource {
    private let scratch: ScratchStore
    var key: StoreKey
    var wasFree: [Bool] = []

    init(_ scratch: ScratchStore, _ key: StoreKey) {
        self.scratch = scratch
        self.key = key
    }

    func passphrase(for place: String, new: Bool) throws(FedauthError) -> Secret { key.secret.copy() }

    func keys(for place: String, among kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey] {
        let file = open(scratch.folder + "/store.lock", O_RDWR)
        defer { close(file) }
        wasFree.append(flock(file, LOCK_EX | LOCK_NB) == 0)
        return [key]
    }
}
