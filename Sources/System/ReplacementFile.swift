internal import CPOSIX
internal import Glibc

/// The new content of a file. It is written to a temporary file beside the target, then moved into place, so that the
/// target is either completely new or unchanged. The temporary file is removed when this value ends without `commit`,
/// and when a signal ends the process; after SIGKILL or a power failure, the next writer of the same target removes it.
public final class ReplacementFile {
    /// The open temporary file.
    public var number: Int32 { file.number }

    private let file: FileDescriptor
    private let path: String
    private let temporary: String
    private let directory: String
    private let guarded: GuardedFile
    private var isMoved = false

    private static let suffix = ".tmp"
    /// After this time without a change, a temporary file has no writer any more.
    private static let leftoverSeconds = 600

    /// Creates the temporary file with mode 0600.
    public init(for path: String) throws(SystemFailure) {
        self.path = path
        directory = FileNames.directory(of: path)
        // Random instead of the process ID: in containers all processes may have the same ID, and a leftover file would
        // then block the next writer.
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        temporary = path + "." + String(repeating: "0", count: 16 - digits.count) + digits + Self.suffix
        if let folder = try? FileDescriptor(path: directory, flags: O_RDONLY | O_DIRECTORY) {
            cposix_remove_leftovers(folder.number, FileNames.base(of: path) + ".", Self.suffix, Self.leftoverSeconds)
        }
        guarded = GuardedFile(temporary)
        file = try PrivateFile.create(temporary)
    }

    deinit { if !isMoved { unlink(temporary) } }

    /// Moves the file into place after fsync(2) of the file, then calls fsync(2) for the directory. Returns false when
    /// `replaces` is false and the file exists; its final mode is `mode`.
    public func commit(replaces: Bool, mode: UInt32 = 0o600) throws(SystemFailure) -> Bool {
        let number = file.number
        if mode != 0o600 { _ = fchmod(number, mode) }
        try file.synchronise()
        guard (replaces ? rename(temporary, path) : cposix_rename_new(temporary, path)) == 0 else {
            let failure = SystemFailure("rename")
            if !replaces, failure.number == EEXIST { return false }
            throw failure
        }
        isMoved = true
        Files.synchronise(directory: directory)
        return true
    }
}
