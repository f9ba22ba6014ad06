internal import CPOSIX
internal import Glibc

/// An open file that is a lock (flock(2)): the kernel releases it with its holder, however that ends. The file says who
/// holds it.
///
/// It is a regular file of this user with one name, made with mode 0600, so no other user can open it, and nobody but root
/// can hold it.
public final class LockFile {
    /// Where it is.
    public let path: String
    private let file: FileDescriptor
    private static let limit = 8192

    /// Opens it, or makes it. Throws for a file that another user has put there.
    public init(_ path: String) throws(FileFault) {
        self.path = path
        file = try PrivateFile.openOrCreate(path)
    }

    /// Takes the lock without waiting. Returns false when another process holds it. Closing the file releases it.
    public func take() throws(SystemFailure) -> Bool {
        let number = file.number
        if cposix_lock_now(number) == 0 { return true }
        if errno == EWOULDBLOCK || errno == EINTR { return false }
        throw SystemFailure("flock")
    }

    /// Whether the path still names this file.
    public var isInPlace: Bool {
        var mine = stat()
        var there = stat()
        return fstat(file.number, &mine) == 0 && lstat(path, &there) == 0 && mine.st_ino == there.st_ino
            && mine.st_dev == there.st_dev
    }

    /// Returns what the file says now; nil for nothing.
    public var text: String? {
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = pread(file.number, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// Replaces what the file says. The text ends in a line break, so that a reader can tell a half of it.
    public func write(_ text: String) throws(SystemFailure) {
        let bytes = Array(text.utf8)
        let number = file.number
        try SystemFailure.check("ftruncate") { ftruncate(number, 0) }
        guard pwrite(number, bytes, bytes.count, 0) == bytes.count else { throw SystemFailure("pwrite") }
    }
}

/// A lock that this process holds. The file is removed, and the lock released, when the value goes.
public final class HeldLock {
    private let file: LockFile
    private let slot: Int32

    /// Takes over a lock file whose lock is held.
    public init(_ file: LockFile) {
        self.file = file
        slot = cposix_guard_file(file.path)
    }

    deinit {
        unlink(file.path)
        cposix_unguard_file(slot)
    }
}

/// A lock for work of milliseconds: one process at a time, and no wait without an end.
public enum BoundedLock {
    /// Why the lock was not taken.
    public enum Failure: Error, Equatable {
        /// Another process held it all the time; nil: the file does not say which one.
        case busy(holder: Int32?)
        /// The file is missing and cannot be made, or is not this user's.
        case unusable(FileFault)
    }

    private static let pauseMicroseconds: UInt32 = 10_000

    /// Takes the lock at `path`, waiting for its holder for at most `waitSeconds`, and writes this process's ID into it.
    public static func take(_ path: String, waitSeconds: Int64) throws(Failure) -> HeldLock {
        let end = monotonicMilliseconds + waitSeconds * 1000
        var last: LockFile
        do throws(FileFault) {
            repeat {
                let file = try LockFile(path)
                last = file
                if let held = try hold(file, until: end) { return held }
            } while monotonicMilliseconds < end
        } catch {
            throw .unusable(error)
        }
        throw .busy(holder: last.text.flatMap(processID))
    }

    /// Returns nil when the end has come, and when the holder before removed the file while this process waited: then
    /// others find another file.
    private static func hold(_ file: LockFile, until end: Int64) throws(FileFault) -> HeldLock? {
        do throws(SystemFailure) {
            while try !file.take() {
                guard monotonicMilliseconds < end else { return nil }
                usleep(pauseMicroseconds)
            }
            guard file.isInPlace else { return nil }
            let held = HeldLock(file)
            try file.write("\(getpid())\n")
            return held
        } catch {
            throw .system(error)
        }
    }

    private static func processID(_ text: String) -> Int32? { text.last == "\n" ? Int32(text.dropLast()) : nil }

    private static var monotonicMilliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
