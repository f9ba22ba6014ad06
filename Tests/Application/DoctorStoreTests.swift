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

    private func exists(openedBy cache: String? = nil) {
        stores.inspection.exists = true
        stores.inspection.mode = 0o600
        stores.inspection.bytes = 4096
        stores.inspection.entries = 3
        stores.inspection.generation = 7
        stores.inspection.openedBy = cache
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
        exists(openedBy: "kernel")
        let open = try scene.run()
        #expect(open.store.state == "ready")
        #expect(open.store.checks.text("file.state") == "ok: open: the kernel holds its key")
    }

    @Test func theReasonIsThatOfTheSettings() throws {
        stores.settings.backend = .keyring
        for reason in [StoreReason.option, .environment, .configuration] {
            stores.settings.reason = reason
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
        stores.settings.backend = .program("store-etcd")
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
        stores.settings.backend = .keyring
        stores.report.obstacle = nil
        let unused = try scene.run()
        #expect(unused.failure == nil && unused.store.checks.text("file.state") == "absent: it is damaged")
    }

    @Test func theKeyringIsExaminedStepByStep() throws {
        stores.settings.backend = .keyring
        let steps: [(name: String, change: (inout KeyringReport) -> Void, finding: String)] = [
            ("keyring.library", { $0.hasLibrary = true }, "libsecret is installed"),
            (
                "keyring.bus",
                {
                    $0.isBusReachable = true
                    $0.busAddress = "unix:path=/bus"
                }, "the session bus at 'unix:path=/bus'"
            ),
            (
                "keyring.service",
                { $0.service = KeyringReport.Service(busName: ":1.7", processID: 4, program: "keepassxc") },
                "keepassxc, process 4"
            ),
            (
                "keyring.collection",
                { $0.collection = KeyringReport.Collection(path: "/c", label: "Login", isLocked: true) },
                "'Login' is the default collection"
            ),
        ]
        for (name, change, finding) in steps {
            stores.report.obstacle = FedauthError(.storeUnavailable, "not here")
            let report = try scene.run()
            #expect(report.failure == .storeUnavailable && report.store.state == "unusable")
            #expect(report.store.checks.text(name) == "problem: not here")
            change(&stores.report)
            #expect(try text(name) == "ok: " + finding)
        }
        // A locked keyring is not a fault.
        stores.report.obstacle = FedauthError(.storeLocked, "the keyring is locked")
        let locked = try scene.run()
        #expect(locked.failure == nil && locked.store.state == "locked")
        #expect(locked.store.checks.text("keyring.lock") == "absent: the keyring is locked")
        stores.report.collection = KeyringReport.Collection(path: "/c", label: "Login", isLocked: false)
        stores.report.obstacle = nil
        #expect(try scene.run().store.state == "ready")
        #expect(try text("keyring.lock") == "ok: open")
    }

    @Test func aKeyringThatIsNotUsedMayBeMissing() throws {
        #expect(try text("keyring.library") == "absent: libsecret is missing")
    }

    @Test func aServiceThatCannotBeSeen() throws {
        stores.report.hasLibrary = true
        stores.report.isBusReachable = true
        stores.report.service = KeyringReport.Service(busName: ":1.7", processID: nil, program: nil)
        #expect(try text("keyring.service") == "ok: a program that cannot be seen")
        #expect(try text("keyring.bus") == "ok: the session bus at '?'")
    }

    @Test func whatKeepsTheKey() throws {
        #expect(try text("file.key-cache") == "ok: the kernel's keyring")
        stores.keyCache = .kernel(isUsable: false)
        #expect(try text("file.key-cache").hasPrefix("problem: the kernel's keyring takes no key (full?)"))
        stores.keyCache = .agent(process: nil)
        #expect(try text("file.key-cache").hasSuffix("; an agent will, started when it is needed"))
        scene.directories.runtime = .there("/run/fedauth")
        #expect(try text("file.key-cache").hasSuffix("; an agent will, started when it is needed"))
        stores.keyCache = .agent(process: 42)
        #expect(try text("file.key-cache").hasSuffix("; an agent does, process 42"))
        scene.directories.runtime = .unusable(FedauthError(.other, "others may open it"))
        #expect(
            try text("file.key-cache").hasSuffix(
                "and an agent has no place: others may open it; "
                    + "each command needs the passphrase: '--store-passphrase-file FILE'"))
    }

    @Test(arguments: ["key", "passphrase", "credential"])
    func aFileThatOpensNothingIsAProblem(_ kind: String) throws {
        exists()
        switch kind {
        case "key": stores.settings.keyFile = NamedValue("/opener", source: "FEDAUTH_STORE_KEY_FILE")
        case "passphrase": stores.settings.passphraseFile = NamedValue("/opener", source: "'--store-passphrase-file'")
        default: stores.settings.credential = "/opener"
        }
        let missing = try scene.run()
        #expect(missing.failure == .usage && missing.store.state == "unusable")
        let finding = missing.store.checks.text("passphrase")
        #expect(finding.hasPrefix("problem: ") && finding.contains("; cannot open '/opener': no such file"))
        // A store that is already open needs no key; the finding stays a problem.
        exists(openedBy: "kernel")
        #expect(try scene.run().store.state == "ready")
        machine.file("/opener")
        #expect(try text("passphrase").hasPrefix("ok: "))
        #expect(try text("passphrase").hasSuffix(" names it"))
        machine.file("/opener", mode: 0o644)
        #expect(try text("passphrase").hasSuffix("; others may read it; 'chmod 600' protects it"))
        machine.unreadable = ["/opener"]
        #expect(try text("passphrase").contains("permission denied"))
        // It does not matter when the keyring is used.
        stores.settings.backend = .keyring
        #expect(try text("passphrase").hasPrefix("absent: "))
    }

    /// The first use creates the key file together with the store.
    @Test func aKeyFileIsMadeWithTheStore() throws {
        stores.settings.keyFile = NamedValue("/key", source: "'--store-key-file'")
        let report = try scene.run()
        #expect(report.failure == nil)
        #expect(report.store.checks.text("passphrase").contains("key file '/key', which is made with the store"))
    }

    @Test func theSourceOfThePassphrase() throws {
        stores.settings.mayAsk = false
        #expect(try text("passphrase").hasPrefix("absent: '--no-input'"))
        stores.settings.mayAsk = true
        #expect(try text("passphrase").hasPrefix("absent: no terminal and no askpass program"))
        machine.variables["SSH_ASKPASS"] = "/askpass"
        #expect(try text("passphrase") == "ok: asked by '/askpass'")
        machine.hasTerminal = true
        #expect(try text("passphrase") == "ok: asked on the terminal")
        stores.settings.hasVariable = true
        #expect(try text("passphrase") == "ok: from FEDAUTH_STORE_PASSPHRASE")
        stores.settings.passphraseDescriptor = NamedValue("3", source: "'--store-passphrase-fd'")
        #expect(try text("passphrase") == "ok: from descriptor 3; '--store-passphrase-fd' names it")
    }

    @Test func aFolderThatCannotBeWrittenIsAProblem() throws {
        #expect(try text("file.folder") == "ok: '/home/ada/data', made when it is needed")
        // The nearest folder that exists decides.
        machine.unwritable = ["/home/ada"]
        let report = try scene.run()
        #expect(report.failure == .storeUnavailable && report.store.state == "unusable")
        #expect(report.store.checks.text("file.folder").hasPrefix("problem: cannot write to '/home/ada'"))
        machine.file("/home/ada/data", mode: 0o700)
        #expect(try text("file.folder") == "ok: '/home/ada/data'")
    }

    @Test func theClipboardAndLockedMemory() throws {
        #expect(try text("clipboard") == "absent: there is no display, so no clipboard")
        #expect(try text("memory") == "ok: as much as wanted may be locked")
        machine.clipboard = "wl-copy"
        machine.lockableKibibytes = 8192
        #expect(try text("clipboard") == "ok: 'wl-copy'")
        #expect(try text("memory") == "ok: 8192 KiB may be locked")
        machine.lockableKibibytes = 64
        #expect(try text("memory").hasPrefix("absent: only 64 KiB may be locked"))
    }
}
