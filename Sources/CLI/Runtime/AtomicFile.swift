import CPOSIX
import Core
import Glibc

/// Writes a file so that it is either whole or as it was, and private from the first moment.
enum AtomicFile {
    private static let suffix = ".tmp"
    /// After that nobody is still writing.
    private static let leftoverSeconds = 600

    /// Text that is no secret.
    static func write(_ text: String, to path: String) throws(FedauthError) {
        try text.withBytes { (bytes) throws(FedauthError) in try write(bytes, to: path) }
    }

    /// Throws `usage` when something that is no regular file stands at `path`, or nothing can.
    static func checkPlace(_ path: String) throws(FedauthError) {
        guard !path.isEmpty else { throw FedauthError(.usage, "'' names no file", hint: "say where to write to") }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw FedauthError(
                .usage, "'\(path.folded(to: 200))' is not a regular file",
                hint: "links, pipes and devices are not written over; name another file")
        }
        try checkDirectory(FileNames.directory(of: path), for: path)
    }

    /// Throws when nothing can be made in `directory`, the words being about `path`.
    static func checkDirectory(_ directory: String, for path: String) throws(FedauthError) {
        guard access(directory, W_OK | X_OK) == 0 else { throw SystemCall.error("make", path) }
    }

    /// Bytes, secret or not.
    static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws(FedauthError) {
        try write(to: path) { (sink) throws(FedauthError) in try sink(bytes) }
    }

    /// Bytes into a file that is not there yet; false, and nothing is changed, when it is there, or comes to be there
    /// meanwhile.
    static func make(_ bytes: UnsafeRawBufferPointer, at path: String) throws(FedauthError) -> Bool {
        try write(to: path, replaces: false) { (sink) throws(FedauthError) in try sink(bytes) }
    }

    /// What `body` puts into its sink, piece by piece. True when it is there; false when `replaces` is false and another
    /// file is.
    ///
    /// Temporary file in the same directory (mode 0600 until all is written, then `mode`; O_EXCL), write, fsync, rename,
    /// fsync of the directory. A symbolic link in the place is refused rather than followed or replaced. A signal removes
    /// the temporary file; what a writer left that nothing could warn (SIGKILL, no power) the next one to the same place
    /// removes.
    @discardableResult
    static func write(
        to path: String, replaces: Bool = true, mode: mode_t = 0o600,
        _ body: ((UnsafeRawBufferPointer) throws(FedauthError) -> Void) throws(FedauthError) -> Void
    ) throws(FedauthError) -> Bool {
        let directory = FileNames.directory(of: path)
        try checkPlace(path)
        // By chance, not by the process's number: in a container every process may have the same one, and what a
        // killed one left would stop the next.
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let temporary = path + "." + String(repeating: "0", count: 16 - digits.count) + digits + suffix
        if let folder = try? FileDescriptor(opening: directory, O_RDONLY | O_DIRECTORY) {
            cposix_remove_leftovers(folder.number, FileNames.base(of: path) + ".", suffix, leftoverSeconds)
        }
        let slot = cposix_guard_file(temporary)
        defer { cposix_unguard_file(slot) }
        let descriptor = SystemCall.retrying {
            open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { throw SystemCall.error("make", path) }
        let file = FileDescriptor(takingOwnershipOf: descriptor)
        do throws(FedauthError) {
            let number = file.number
            try body { (bytes) throws(FedauthError) in try FileBytes.write(bytes, to: number, name: path) }
            if mode != 0o600 { _ = fchmod(number, mode) }
            guard SystemCall.retrying({ fsync(number) }) == 0 else { throw SystemCall.error("write", path) }
            guard (replaces ? rename(temporary, path) : cposix_rename_new(temporary, path)) == 0 else {
                if !replaces, errno == EEXIST {
                    unlink(temporary)
                    return false
                }
                throw SystemCall.error("write", path)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        if let folder = try? FileDescriptor(opening: directory, O_RDONLY | O_DIRECTORY) { fsync(folder.number) }
        return true
    }
}
