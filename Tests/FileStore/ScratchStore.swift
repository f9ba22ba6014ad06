import Core
import Crypto
import Glibc
import Support

@testable import FileStore

/// Creates a directory for one test with stores in it, and removes it at the end.
final class ScratchStore {
    let root: String
    let clock = TestClock()
    let passphrases = FixedPassphrase()

    init() {
        root = "/tmp/fedauth-test-\(getpid())-\(UInt64.random(in: 0...(.max)))"
        mkdir(root, 0o700)
    }

    deinit {
        // Remove the keys, because the kernel allows 200 keys per user.
        for name in ["store", "store.prev"] {
            let file = open(folder + "/" + name, O_RDONLY | O_NONBLOCK)
            var identifier = [UInt8](repeating: 0, count: 16)
            let count = pread(file, &identifier, identifier.count, 24)
            close(file)
            for kind in ["key", "seen"] where count == identifier.count {
                _ = KernelKeys().remove("fedauth:\(kind):" + Hexadecimal.text(identifier))
            }
        }
        run("rm", "-rf", root)
    }

    var folder: String { root + "/data/fedauth" }
    var path: String { folder + "/store" }

    func store(
        passphrases: (any StorePassphraseSource)? = nil, usesCache: Bool = false, waitSeconds: Int64 = 5,
        files: PosixFiles = PosixFiles(), random: any RandomSource = SystemRandom(), asks: Bool = true
    ) -> EncryptedFileStore {
        let store = EncryptedFileStore(
            directory: folder, stateDirectory: root + "/state/fedauth",
            passphrases: passphrases ?? (asks ? self.passphrases : nil), clock: clock,
            lockWaitSeconds: waitSeconds,
            scryptLogN: 15, usesCache: usesCache)
        store.random = random
        store.files = files
        return store
    }

    func bytes(_ name: String = "store") -> [UInt8] {
        let file = open(folder + "/" + name, O_RDONLY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
        let count = pread(file, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    func write(_ bytes: [UInt8], to name: String = "store") {
        let file = open(folder + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        _ = Glibc.write(file, bytes, bytes.count)
    }

    /// Removes the rollback state, so that changed bytes are checked on their own.
    func forgetSeen() { run("rm", "-rf", root + "/state") }
}

/// Runs a program and returns its exit status.
@discardableResult
func run(_ arguments: String...) -> Int32 {
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    var child = pid_t()
    guard posix_spawnp(&child, arguments[0], nil, nil, &pointers, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return (status >> 8) & 0xFF
}
