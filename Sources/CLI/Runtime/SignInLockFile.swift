import Core
import Glibc

/// A file that is the lock of a sign-in, open.
final class SignInLockFile {
    /// What it says: `PROCESS PURPOSE`, with the reason in front of it when the holder has given up for everybody.
    struct Contents: Equatable {
        var holder: SignInHolder
        var givenUp: SignInGivenUp?

        init(_ holder: SignInHolder) { self.holder = holder }

        /// Nil for a file that nobody has written yet, or not to its end.
        init?(_ text: String) {
            guard text.last == "\n" else { return nil }
            var words = text.dropLast().split(separator: " ", maxSplits: 1)
            if let reason = words.first.flatMap({ SignInGivenUp(rawValue: String($0)) }) {
                givenUp = reason
                words = words.dropFirst().first?.split(separator: " ", maxSplits: 1) ?? []
            }
            guard words.count == 2, let process = Int32(words[0]) else { return nil }
            holder = SignInHolder(processID: process, purpose: String(words[1]).folded())
        }

        var text: String {
            let reason = givenUp.map { $0.rawValue + " " } ?? ""
            return "\(reason)\(holder.processID.map { String($0) } ?? "?") \(holder.purpose)\n"
        }
    }

    let path: String
    private let file: FileDescriptor
    private static let limit = 8192

    /// Opens it, or makes it.
    init(_ path: String) throws(FedauthError) {
        self.path = path
        file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    }

    /// Takes the lock; false when somebody else holds it. Closing the file lets it go.
    func lock() throws(FedauthError) -> Bool {
        if flock(file.number, LOCK_EX | LOCK_NB) == 0 { return true }
        if errno == EWOULDBLOCK || errno == EINTR { return false }
        throw SystemCall.error("lock", path)
    }

    /// Whether it is still what its path names.
    var isInPlace: Bool {
        var mine = stat()
        var there = stat()
        return fstat(file.number, &mine) == 0 && stat(path, &there) == 0 && mine.st_ino == there.st_ino
            && mine.st_dev == there.st_dev
    }

    /// What it says now.
    var contents: Contents? {
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        let count = pread(file.number, &bytes, bytes.count, 0)
        return count > 0 ? Contents(String(decoding: bytes.prefix(count), as: UTF8.self)) : nil
    }

    /// Replaces what it says. Nobody reads a half as a whole: that ends in a line break.
    func write(_ contents: Contents) throws(FedauthError) {
        let bytes = Array(contents.text.utf8)
        guard ftruncate(file.number, 0) == 0, pwrite(file.number, bytes, bytes.count, 0) == bytes.count else {
            throw SystemCall.error("write", path)
        }
    }
}
