import Core
import Glibc
import Secrets
import Support
import Testing

@testable import FileStore

/// Tests that files which other users could read, change or replace are rejected, with the command that fixes it.
struct SafetyTests {
    private let scratch = ScratchStore()

    private func refusal(of body: (EncryptedFileStore) throws -> Void) -> (code: String, text: String) {
        do {
            try body(scratch.store())
            return ("none", "")
        } catch let error as FedauthError {
            return (error.code.name, "\(error.message) – \(error.hint ?? "")")
        } catch {
            return ("other", "")
        }
    }

    private func refusal() -> (code: String, text: String) { refusal { _ = try $0.get("a") } }

    private func make() throws {
        try scratch.store().put(StoreDraft(name: "a", value: SharedSecret(text: "1")))
    }

    @Test func `what is made is for the user alone`() throws {
        let before = umask(0)
        defer { umask(before) }
        try make()
        try make()
        for name in ["store", "store.prev", "store.lock"] {
            let status = try PosixFiles().status(PosixFiles().openDirectory(scratch.folder), name)
            #expect(status.mode == 0o600, "\(name)")
        }
        #expect(try PosixFiles().status(PosixFiles().openDirectory(scratch.folder)).mode == 0o700)
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o602, 0o610]) func `a mode too wide`(mode: Int) throws {
        try make()
        chmod(scratch.path, mode_t(mode))
        #expect(refusal().code == "store-unsafe")
        #expect(refusal().text.contains("chmod 600 '\(scratch.path)'"))
        chmod(scratch.path, 0o600)
        #expect(refusal().code == "none")
    }

    @Test func `a folder that others may write`() throws {
        try make()
        chmod(scratch.folder, 0o770)
        #expect(refusal().text.contains("chmod 700 '\(scratch.folder)'"))
        #expect(
            refusal { try $0.put(StoreDraft(name: "b", value: SharedSecret(text: ""))) }.code
                == "store-unsafe")
    }

    /// What is recorded there tells an older copy of the store.
    @Test(arguments: ["", "/seen"]) func `a folder of the state that others may write`(folder: String) throws {
        try make()
        let path = scratch.root + "/state/fedauth" + folder
        chmod(path, 0o777)
        #expect(refusal().code == "store-unsafe" && refusal().text.contains("'\(path)'"))
        chmod(path, 0o700)
        #expect(refusal().code == "none")
    }

    @Test func `a symbolic link, as file, folder, lock`() throws {
        try make()
        rename(scratch.path, scratch.root + "/elsewhere")
        symlink(scratch.root + "/elsewhere", scratch.path)
        #expect(refusal().code == "store-unsafe")
        #expect(
            refusal { try $0.put(StoreDraft(name: "b", value: SharedSecret(text: ""))) }.code
                == "store-unsafe")
        #expect(refusal { try $0.initialise() }.code == "store-unsafe")
        unlink(scratch.path)
        rename(scratch.root + "/elsewhere", scratch.path)
        unlink(scratch.folder + "/store.lock")
        symlink(scratch.root + "/lock", scratch.folder + "/store.lock")
        #expect(
            refusal { try $0.put(StoreDraft(name: "b", value: SharedSecret(text: ""))) }.code
                == "store-unsafe")
    }

    @Test func `a link of one's own to the folder is followed, and the folder is checked`() throws {
        try make()
        rename(scratch.folder, scratch.root + "/folder")
        symlink("../folder", scratch.folder)
        #expect(refusal().code == "none")
        #expect(refusal { try $0.put(StoreDraft(name: "b", value: SharedSecret(text: ""))) }.code == "none")
        chmod(scratch.root + "/folder", 0o722)
        #expect(refusal().code == "store-unsafe")
        chmod(scratch.root + "/folder", 0o700)
        guard geteuid() == 0 else { return }
        lchown(scratch.folder, 65534, 65534)
        #expect(refusal().code == "store-unsafe")
    }

    @Test func `a store of a later fedauth is neither damaged nor repaired nor written over`() throws {
        try make()
        let whole = scratch.bytes("store")
        for version in ["2", "9", "10"] {
            let later = Array(whole.prefix(15)) + Array(version.utf8) + whole.dropFirst(16).reversed()
            scratch.write(later)
            for body: (EncryptedFileStore) throws -> Void in [
                { _ = try $0.get("a") }, { _ = try $0.recover() }, { _ = try $0.verify() },
                { try $0.put(StoreDraft(name: "b", value: SharedSecret(text: ""))) }, { try $0.initialise() },
            ] {
                let error = failure { try body(scratch.store()) }
                #expect(
                    error?.message.contains("was made by a later fedauth") == true || error?.code == .busy,
                    "\(error as Any)")
            }
            #expect(scratch.bytes("store") == later)
        }
        for version in ["0", "x", " "] {
            scratch.write(Array(whole.prefix(15)) + Array(version.utf8) + Array(whole.dropFirst(16)))
            #expect(refusal().code == "store-damaged")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
    func `root makes nothing below a folder of another user`() {
        let home = scratch.root + "/home"
        mkdir(home, 0o755)
        chown(home, 65534, 65534)
        let store = EncryptedFileStore(
            directory: home + "/.local/share/fedauth", stateDirectory: home + "/.local/state/fedauth",
            passphrases: FixedPassphrase("pw"), clock: TestClock(), scryptLogN: 15)
        let error = failure { try store.put(StoreDraft(name: "b", value: SharedSecret(text: ""))) }
        #expect(error?.code == .storeUnsafe && error?.message.contains("'\(home)' to user 65534 (nobody)") == true)
        #expect(access(home + "/.local", F_OK) != 0)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func `the lock of another user is named and not waited for`() throws {
        try make()
        let lock = scratch.folder + "/store.lock"
        chown(lock, 65534, 65534)
        let error = refusal { try $0.put(StoreDraft(name: "b", value: SharedSecret(text: ""))) }
        #expect(error.code == "store-unsafe" && error.text.contains("belongs to user 65534"), "\(error)")
        unlink(lock)
        mkfifo(lock, 0o600)
        #expect(
            refusal { try $0.put(StoreDraft(name: "b", value: SharedSecret(text: ""))) }.code == "store-unsafe")
    }

    @Test func `a dangling link is not an absent store`() throws {
        try make()
        unlink(scratch.path)
        symlink("/nonexistent", scratch.path)
        #expect(
            refusal { try $0.put(StoreDraft(name: "b", value: SharedSecret(text: ""))) }.code
                == "store-unsafe")
    }

    @Test func `a folder, a FIFO, a third name`() throws {
        try make()
        rename(scratch.path, scratch.root + "/good")
        mkdir(scratch.path, 0o700)
        #expect(refusal().code == "store-unsafe")
        rmdir(scratch.path)
        mkfifo(scratch.path, 0o600)
        #expect(refusal().code == "store-unsafe")
        unlink(scratch.path)
        rename(scratch.root + "/good", scratch.path)
        link(scratch.path, scratch.root + "/second")
        #expect(refusal().code == "none")
        link(scratch.path, scratch.root + "/third")
        #expect(refusal().code == "store-unsafe")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away")) func `another's file or folder`()
        throws
    {
        try make()
        chown(scratch.path, 65534, 65534)
        #expect(refusal().text.contains("belongs to user 65534"))
        chown(scratch.path, 0, 0)
        chown(scratch.folder, 65534, 65534)
        #expect(refusal().code == "store-unsafe")
    }

    @Test func `a held lock is waited for, then busy`() throws {
        try make()
        let folder = try #require(try StoreDirectory(existing: scratch.folder, PosixFiles()))
        let lock = try folder.lock("store.lock", waitSeconds: 0, scratch.clock)
        let store = scratch.store(waitSeconds: 0)
        let error = #expect(throws: FedauthError.self) {
            try store.put(StoreDraft(name: "b", value: SharedSecret(text: "")))
        }
        #expect(error?.code == .busy)
        // The kernel names the holder of the lock, which need not be fedauth.
        #expect(error?.message.hasPrefix("process \(getpid()) ('") == true, "\(error as Any)")
        #expect(try store.get("a") != nil, "readers do not wait")
        withExtendedLifetime(lock) {}
    }
}
