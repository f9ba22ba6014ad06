public import Core
internal import Crypto
internal import Glibc
public import Secrets
internal import System

/// Files with one value each, sealed with keys that the caller keeps: `fedauth blob v1`, a newline, and the value in
/// AES-256-GCM. The nonce is zero, because each key seals only one value.
public final class SealedFiles {
    private static let magic = Array("fedauth blob v1\n".utf8)
    private static let lockName = "keyring.lock"

    private let folderPath: String
    private let clock: any WallClock
    private let lockWaitSeconds: Int64
    private let files: PosixFiles = PosixFiles()

    /// The folder is created with mode 0700 on first use.
    public init(directory: String, clock: any WallClock, lockWaitSeconds: Int64 = 5) {
        folderPath = directory
        self.clock = clock
        self.lockWaitSeconds = lockWaitSeconds
    }

    /// Runs `body` while no other process uses this folder; throws `busy` after waiting.
    public func exclusively<Result>(_ body: () throws(FedauthError) -> Result) throws(FedauthError) -> Result {
        let folder = try StoreDirectory(making: folderPath, files)
        let lock = try folder.lock(Self.lockName, waitSeconds: lockWaitSeconds, clock)
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    /// Seals `value` into a new file, which is on disk when this returns.
    public func write(_ value: SharedSecret, name: String, key: SharedSecret) throws(FedauthError) {
        let folder = try StoreDirectory(making: folderPath, files)
        let cipher = try AESGCM(key: key.copy())
        let sealed = try value.withBytes { (value) throws(FedauthError) in
            try cipher.seal(value, nonce: Self.nonce, additional: Array(name.utf8))
        }
        let temporary = name + ".tmp"
        do throws(SystemFailure) {
            try? files.unlink(folder.descriptor, temporary)
            let file = try files.create(folder.descriptor, temporary)
            try files.writeAll(file, Self.magic)
            try files.writeAll(file, sealed)
            try files.synchronise(file)
            try files.rename(folder.descriptor, temporary, name)
            try files.synchronise(folder: folder.descriptor)
        } catch {
            try? files.unlink(folder.descriptor, temporary)
            throw StoreFailure.system(error, "write '\(folderPath)/\(name)'")
        }
    }

    /// Opens a file. Throws `store-damaged` when it is missing and `store-altered` when it was changed.
    public func read(_ name: String, key: SharedSecret) throws(FedauthError) -> SharedSecret {
        let path = "\(folderPath)/\(name)"
        guard let folder = try StoreDirectory(existing: folderPath, files), let file = try folder.open(name) else {
            throw FedauthError(
                .storeDamaged, "the value's file '\(path)' is missing",
                hint: "the keyring holds only its key; put the file back from a backup")
        }
        let bytes: [UInt8]
        do throws(SystemFailure) {
            let size = try files.status(file).size
            guard size <= StoreFormat.chunkBytes else { throw SystemFailure(function: "fstat", number: EFBIG) }
            bytes = try files.read(file, count: size, at: 0)
        } catch { throw StoreFailure.system(error, "read '\(path)'") }
        guard bytes.starts(with: Self.magic),
            let value = try AESGCM(key: key.copy()).open(
                Array(bytes[Self.magic.count...]), nonce: Self.nonce, additional: Array(name.utf8))
        else {
            throw FedauthError(
                .storeAltered, "the value's file '\(path)' was altered or has rotted",
                hint: "put the file back from a backup")
        }
        return SharedSecret(value)
    }

    /// Removes a file; does nothing when there is none.
    public func remove(_ name: String) throws(FedauthError) {
        try StoreDirectory(existing: folderPath, files)?.remove(name)
    }

    /// Returns every file, including unfinished ones (`NAME.tmp`), with its modification time.
    public func listing() throws(FedauthError) -> [(name: String, modified: Timestamp)] {
        guard let folder = try StoreDirectory(existing: folderPath, files) else { return [] }
        // Uses a separate descriptor, because reading moves its position and closedir(3) closes it.
        let number = openat(folder.descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0, let listing = fdopendir(number) else {
            let failure = SystemFailure(function: "fdopendir", number: errno)
            if number >= 0 { close(number) }
            throw StoreFailure.system(failure, "list the folder '\(folderPath)'")
        }
        defer { closedir(listing) }
        var found: [(name: String, modified: Timestamp)] = []
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != Self.lockName, let status = try? FileStatus(name, in: number), status.kind == .regular
            else { continue }
            found.append((name, Timestamp(seconds: status.changed)))
        }
        return found
    }

    /// Returns the path of a file, for messages.
    public func path(of name: String) -> String { folderPath + "/" + name }

    /// Returns random bytes, for names and keys.
    public func random(_ count: Int) throws(FedauthError) -> Secret { try SystemRandom().secret(count) }

    private static var nonce: [UInt8] { AESGCM.nonce(0) }
}
