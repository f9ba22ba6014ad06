import Core
import Fakes
import Support
import Testing

@testable import Application

/// Tests the findings of the doctor about the store, its key and its surroundings.
struct DoctorStoreTests {
    let scene = DoctorScene()
    private var machine: FakeMachine { scene.fakeMachine }
    private var stores: FakeStores { scene.fakeStores }

    private func text(_ name: String) throws -> String { try scene.run().store.checks.text(name) }

    private func exists(isOpen: Bool = false) {
        stores.inspection.exists = true
        stores.inspection.mode = 0o600
        stores.inspection.bytes = 4096
        stores.inspection.entries = 3
        stores.inspection.generation = 7
        stores.inspection.isOpen = isOpen
    }

    @Test func aStoreThatIsNotMadeYet() throws {
        let report = try scene.run()
        #expect(report.failure == nil && report.store.state == "absent" && report.store.backend == "file")
        #expect(report.store.reason == "no-keyring" && report.store.location == "/home/ada/data/store")
        #expect(report.store.checks.text("store.choice") == "ok: the encrypted file: no keyring can be used")
        #expect(report.store.checks.text("file.state").hasPrefix("absent: '/home/ada/data/store' is not made yet"))
    }

    @Test func aStoreIsLockedOrOpen() throws {
        exists()
        let locked = try scene.run()
        #expect(locked.failure == nil && locked.store.state == "locked")
        let size = "ok: '/home/ada/data/store', mode 600, 4096 bytes, 3 entries, generation 7"
        #expect(locked.store.checks.text("file.file") == size)
        #expect(locked.store.checks.text("file.state") == "ok: locked: 'fedauth store unlock' opens it")
        exists(isOpen: true)
        let open = try scene.run()
        #expect(open.store.state == "ready")
        #expect(open.store.checks.text("file.state") == "ok: open: the kernel holds its key")
    }

    @Test func theReasonIsThatOfTheSettings() throws {
        stores.wanted.backend = .keyring
        for reason in [StoreReason.option, .environment, .configuration] {
            stores.wanted.reason = reason
            #expect(try scene.run().store.reason == reason.word)
        }
    }

    @Test func aChoiceThatCannotBeReadIsAProblem() throws {
        stores.memory.failure = FedauthError(.storeUnavailable, "cannot look for '/home/ada/state/backend'")
        let report = try scene.run()
        #expect(report.failure == .storeUnavailable && report.store.state == "unusable")
        #expect(report.store.checks.map(\.name) == ["store.choice"])
    }

    @Test func aProgramIsAskedForItsState() throws {
        stores.wanted.backend = .program("store-etcd")
        let ready = try scene.run().store
        #expect(ready.backend == "exec" && ready.location == "exec:store-etcd" && ready.state == "ready")
        #expect(ready.checks.text("store.state") == "ok: 'exec:store-etcd' answers; it is ready")
        stores.programState = .failure(FedauthError(.storeUnavailable, "no quorum"))
        let report = try scene.run()
        #expect(report.failure == .storeUnavailable && report.store.state == "unusable")
        #expect(report.store.checks.text("store.state") == "problem: no quorum")
    }

    /// A fault of a store that is not used does not matter.
    @Test func aDamagedFileIsAProblemWhereItIsUsed() throws {
        stores.inspection.failure = FedauthError(.storeDamaged, "it is damaged")
        let used = try scene.run()
        #expect(used.failure == .storeDamaged && used.store.state == "unusable")
        #expect(used.store.checks.text("file.state") == "problem: it is damaged")
        stores.wanted.backend = .keyring
        stores.report.obstacle = nil
        let unused = try scene.run()
        #expect(unused.failure == nil && unused.store.checks.text("file.state") == "absent: it is damaged")
    }

    /// The check says what a command would say.
    @Test func theKeyringIsReportedOrWhatIsInItsWay() throws {
        #expect(try text("keyring") == "absent: libsecret is missing")
        stores.wanted.backend = .keyring
        let missing = try scene.run()
        #expect(missing.failure == .storeUnavailable && missing.store.state == "unusable")
        #expect(missing.store.checks.text("keyring") == "problem: libsecret is missing")
        // A locked keyring is not a fault.
        stores.report.obstacle = FedauthError(.storeLocked, "the keyring is locked")
        let locked = try scene.run()
        #expect(locked.failure == nil && locked.store.state == "locked")
        #expect(locked.store.checks.text("keyring") == "absent: the keyring is locked")
        stores.report.obstacle = nil
        stores.report.busAddress = "unix:path=/bus"
        stores.report.service = KeyringReport.Service(busName: ":1.7", processID: 4, program: "keepassxc")
        stores.report.collection = KeyringReport.Collection(path: "/c", label: "Login", isLocked: false)
        #expect(try scene.run().store.state == "ready")
        #expect(try text("keyring") == "ok: 'Login', of keepassxc, process 4, at 'unix:path=/bus'")
        stores.report.service = KeyringReport.Service(busName: ":1.7", processID: nil, program: nil)
        #expect(try text("keyring") == "ok: 'Login', of a program, at 'unix:path=/bus'")
    }

    @Test func whatKeepsTheKey() throws {
        #expect(try text("file.key-cache") == "ok: the kernel's keyring")
        stores.keepsKeys = false
        #expect(try text("file.key-cache").hasPrefix("warning: the kernel keeps no keys here"))
        #expect(try text("file.key-cache").contains("'--store-key-file FILE' or '--store-passphrase-file FILE'"))
    }

    @Test func aFileThatOpensNothingIsAProblem() throws {
        stores.fakeOpener.failure = FedauthError(.usage, "cannot open '/key': no such file")
        stores.fakeOpener.origin = "the key file '/key'"
        // The first use creates the key file together with the store.
        #expect(try text("passphrase") == "ok: the key file '/key'")
        exists()
        let missing = try scene.run()
        #expect(missing.failure == .usage && missing.store.state == "unusable")
        #expect(missing.store.checks.text("passphrase") == "problem: cannot open '/key': no such file")
        // A store that is already open needs no key; the finding stays a problem.
        exists(isOpen: true)
        #expect(try scene.run().store.state == "ready")
        #expect(try text("passphrase").hasPrefix("problem: "))
        // It does not matter when the keyring is used.
        stores.wanted.backend = .keyring
        #expect(try text("passphrase").hasPrefix("absent: "))
    }

    @Test func theSourceOfThePassphrase() throws {
        #expect(try text("passphrase").hasPrefix("absent: no source of the key, and nobody to ask"))
        stores.fakeOpener.origin = "a question"
        #expect(try text("passphrase") == "ok: a question")
    }

    @Test func lockedMemory() throws {
        #expect(try text("memory") == "ok: as much as wanted may be locked")
        machine.lockableKibibytes = 8192
        #expect(try text("memory") == "ok: 8192 KiB may be locked")
        machine.lockableKibibytes = 64
        #expect(try text("memory").hasPrefix("absent: only 64 KiB may be locked"))
    }
}
