import Core
import Glibc
import Secrets
import Support
import Testing

@testable import FileStore

/// Tests the data key in the kernel's keyring. The tests fail where the kernel denies it, so CI must allow it.
struct CacheTests {
    private let scratch = ScratchStore()

    private func locked(asking: Bool = false) -> String {
        do throws(FedauthError) {
            _ = try scratch.store(usesCache: true, asks: asking).get("a")
            return "open"
        } catch {
            return error.code.name
        }
    }

    private func keepWrongKey(_ storeID: [UInt8]) {
        let isKept = KeyCache(storeID: storeID, clock: scratch.clock, cacheBackend: KernelKeys())
            .keep(Secret(repeatElement(7, count: 32)), forSeconds: 60)
        #expect(isKept)
    }

    @Test func `unlock lasts across processes, lock ends it`() throws {
        try #require(scratch.store().cacheBackend.isUsable, "the kernel keeps no keys here")
        let store = scratch.store(usesCache: true)
        try store.put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
        #expect(locked() == "open")
        #expect(try scratch.store(usesCache: true, asks: false).state() == .ready)
        try scratch.store(usesCache: true, asks: false).lock()
        #expect(locked() == "store-locked")
        #expect(try scratch.store(usesCache: true, asks: false).state() == .locked)
        try scratch.store(usesCache: true).unlock(forSeconds: 60)
        #expect(locked() == "open")
        #expect(try scratch.store(usesCache: false, asks: false).state() == .locked)
        try scratch.store(usesCache: true).lock()
        try scratch.store(usesCache: true).lock()
    }

    @Test func `a time given ends, use prolongs only the usual one`() throws {
        let store = scratch.store(usesCache: true)
        try store.put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
        try store.unlock(forSeconds: 60)
        scratch.clock.now = scratch.clock.now.adding(seconds: 59)
        #expect(locked() == "open")
        scratch.clock.now = scratch.clock.now.adding(seconds: 1)
        #expect(locked() == "store-locked")
        try scratch.store(usesCache: true).unlock(forSeconds: nil)
        scratch.clock.now = scratch.clock.now.adding(seconds: KeyCache.longestSeconds)
        #expect(locked() == "store-locked")
    }

    @Test func `the kernel itself forgets`() throws {
        let store = scratch.store(usesCache: true)
        try store.put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
        try store.unlock(forSeconds: 1)
        #expect(locked() == "open")
        run("sleep", "2.2")
        #expect(locked() == "store-locked")
    }

    @Test func `a key of another store is dropped, and the passphrase tried`() throws {
        let store = scratch.store(usesCache: true)
        try store.put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
        let id = Array(scratch.bytes()[24..<40])
        keepWrongKey(id)
        #expect(locked(asking: true) == "open")
        #expect(locked() == "open")
        keepWrongKey(id)
        #expect(locked() == "store-locked")
        try store.lock()
    }

    @Test func `locked names the ways on`() throws {
        let store = scratch.store()
        try store.put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
        for body: (EncryptedFileStore) throws -> Void in [
            { _ = try $0.get("a") }, { _ = try $0.list() }, { try $0.delete("a") },
            { try $0.unlock(forSeconds: nil) },
            { try $0.put(StoreDraft(name: "a", value: SharedSecret(text: ""))) },
        ] {
            let error = #expect(throws: FedauthError.self) { try body(scratch.store(asks: false)) }
            #expect(error?.code == .storeLocked && error?.code.status.number == 12)
            for way in ["fedauth store unlock", "--store-passphrase-file", "FEDAUTH_STORE_PASSPHRASE"] {
                #expect(error?.hint?.contains(way) == true)
            }
        }
    }

    @Test func `rollback is noticed by the kernel when the state folder is gone`() throws {
        let store = scratch.store(usesCache: true)
        try store.put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
        let old = scratch.bytes()
        try store.put(StoreDraft(name: "a", value: SharedSecret(text: "2")))
        scratch.write(old)
        scratch.forgetSeen()
        #expect(locked(asking: true) == "store-older")
        try store.lock()
    }

    @Test func `what a killed process left of its memory goes later`() throws {
        let store = scratch.store()
        try store.put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
        let identifier = Hexadecimal.text(Array(scratch.bytes().dropFirst(24).prefix(16)))
        let folder = scratch.root + "/state/fedauth/seen"
        let old = folder + "/.\(identifier).0123456789abcdef"
        let young = folder + "/.\(identifier).fedcba9876543210"
        run("touch", "-d", "1 hour ago", old)
        run("touch", young)
        try store.put(StoreDraft(name: "a", value: SharedSecret(text: "2")))
        #expect(access(old, F_OK) != 0 && access(young, F_OK) == 0)
    }

    @Test func `an empty passphrase is refused`() {
        scratch.passphrases.text = ""
        #expect(throws: FedauthError.self) { try scratch.store().initialise() }
        #expect(scratch.bytes().isEmpty)
    }

    @Test func `initialise makes one, never two`() throws {
        #expect(try scratch.store().state() == .absent)
        try scratch.store().initialise()
        let before = scratch.bytes()
        let error = #expect(throws: FedauthError.self) { try scratch.store().initialise() }
        #expect(error?.code == .busy && scratch.bytes() == before)
        #expect(try scratch.store().list().isEmpty)
    }
}
