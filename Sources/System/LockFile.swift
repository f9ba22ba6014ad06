internal import CPOSIX
internal import Glibc

/// An open file that serves as a lock (flock(2)). The kernel releases the lock when its holder ends, for any reason.
/// The file's text names the holder. It is a regular file of this user with one link and mode 0600, so that only this
/// user and root can open and hold it.
public final class LockFile {
    /// The path of the file.
    public let path: String
    private let file: FileDescriptor
    private static let limit = 8192

    /// Opens the file, or creates it. Throws when it belongs to another user.
    public init(_ path: String) throws(FileFault) {
        self.path = path
        file = try PrivateFile.openOrCreate(path)
    }

    /// Opens the file of another process. Throws when it is missing, or does not belong to this user alone.
    public init(existing path: String) throws(FileFault) {
        self.path = path
        file = try PrivateFile.open(path, writes: true)
    }

    /// The process that holds the lock; nil: none, or the kernel does not report it.
    public var holder: LockHolder? { LockHolder(ofFile: file.number) }

    /// Takes the lock without waiting. Returns false when another process holds it. Closing the file releases it.
    public func take() throws(SystemFailure) -> Bool { try file.lock() }

    /// Whether the path still names this file.
    public var isInPlace: Bool {
        guard let mine = try? FileStatus(descriptor: file.number) else { return false }
        return FileStatus(path, followsLinks: false)?.isSameFile(as: mine) == true
    }

    /// The current text of the file; nil when it is empty.
    public var text: String? {
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = pread(file.number, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// Replaces the text of the file. The text ends with a line break, so that a reader recognises an incomplete one.
    public func write(_ text: String) throws(SystemFailure) {
        let bytes = Array(text.utf8)
        let number = file.number
        try SystemFailure.check("ftruncate") { ftruncate(number, 0) }
        guard pwrite(number, bytes, bytes.count, 0) == bytes.count else { throw SystemFailure("pwrite") }
    }
}

extension FileDescriptor {
    /// Locks the open file (flock(2)) without waiting, until it is closed. Returns false when another process holds the lock.
    public borrowing func lock() throws(SystemFailure) -> Bool {
        if cposix_lock_now(number) == 0 { return true }
        if errno == EWOULDBLOCK || errno == EINTR { return false }
        throw SystemFailure("flock")
    }
}

/// A lock that this process holds. When the value ends, the file is removed and the lock released.
public final class HeldLock {
    private let file: LockFile
    /// Ends after the file is removed.
    private let guarded: GuardedFile

    /// Takes over a lock file that is locked.
    public init(_ file: LockFile) {
        self.file = file
        guarded = GuardedFile(file.path)
    }

    deinit { unlink(file.path) }
}

/// A lock for work that takes milliseconds: one process at a time, with a limited wait.
public enum BoundedLock {
    /// Why the lock was not taken.
    public enum Failure: Error, Equatable {
        /// Another process held the lock during the whole wait; nil when the file does not name it.
        case busy(holder: Int32?)
        /// The file is missing and cannot be created, or belongs to another user.
        case unusable(FileFault)
    }

    private static let pauseMilliseconds: Int64 = 10

    /// Takes the lock at `path`, waiting at most `waitSeconds` for its holder, and writes this process's ID into it.
    public static func take(_ path: String, waitSeconds: Int64) throws(Failure) -> HeldLock {
        let end = SystemTime.monotonicMilliseconds + waitSeconds * 1000
        var last: LockFile
        do throws(FileFault) {
            repeat {
                let file = try LockFile(path)
                last = file
                if let held = try hold(file, until: end) { return held }
            } while SystemTime.monotonicMilliseconds < end
        } catch { throw .unusable(error) }
        throw .busy(holder: last.text.flatMap(processID))
    }

    /// Waits for the lock. Returns nil when the time is over, or when the previous holder removed the file meanwhile:
    /// other processes then use a new file.
    private static func hold(_ file: LockFile, until end: Int64) throws(FileFault) -> HeldLock? {
        do throws(SystemFailure) {
            while try !file.take() {
                guard SystemTime.monotonicMilliseconds < end else { return nil }
                SystemTime.sleep(milliseconds: pauseMilliseconds)
            }
            guard file.isInPlace else { return nil }
            let held = HeldLock(file)
            try file.write("\(getpid())\n")
            return held
        } catch { throw .system(error) }
    }

    private static func processID(_ text: String) -> Int32? { text.last == "\n" ? Int32(text.dropLast()) : nil }
}

/// The process that holds a lock (flock(2)), according to /proc/locks.
public struct LockHolder: Equatable, Sendable {
    /// Its process ID.
    public let processID: Int32
    /// The name of its program, at most 15 bytes of any value.
    public let program: String

    /// Returns nil when no process holds a lock on the open file `number`, and when the kernel does not report it, such
    /// as for a process in another namespace.
    public init?(ofFile number: Int32) {
        guard let status = try? FileStatus(descriptor: number), let locks = FileDescriptor.text(of: "/proc/locks")
        else { return nil }
        let major = status.device >> 8 & 0xFFF | status.device >> 32 & ~0xFFF
        let minor = status.device & 0xFF | status.device >> 12 & ~0xFF
        // 1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF; the line of a waiting process has an arrow after the number.
        let file = "\(Self.hexadecimal(major)):\(Self.hexadecimal(minor)):\(status.inode)"
        for line in locks.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 5, fields[1] == "FLOCK", fields[5] == file, let process = Int32(fields[4]),
                let name = FileDescriptor.text(of: "/proc/\(process)/comm")
            else { continue }
            processID = process
            program = name.last == "\n" ? String(name.dropLast()) : name
            return
        }
        return nil
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        (number < 0x10 ? "0" : "") + String(number, radix: 16)
    }
}
