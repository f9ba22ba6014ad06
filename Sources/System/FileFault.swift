internal import Glibc

/// Why a file or a directory is not used.
public enum FileFault: Error, Equatable, Sendable {
    /// A system call failed.
    case system(SystemFailure)
    /// It is of another kind than the caller needs: a symbolic link, a FIFO, a device, a directory in place of a file.
    case otherKind
    /// It belongs to another user.
    case foreign(owner: UInt32)
    /// Users other than its owner may use it in a way that only the owner should.
    case shared(mode: UInt32, group: UInt32)
    /// It has other names, which other directories may hold.
    case linked(count: UInt64)

    /// Whether nothing is there.
    public var isMissing: Bool {
        guard case .system(let failure) = self else { return false }
        return failure.number == ENOENT
    }
}

/// Which kind of file, and which permissions of others, a caller refuses.
struct FileDemand {
    let kind: mode_t
    /// Bits of the mode that must not be set.
    let forbidden: mode_t
    /// Whether the file must have no other name.
    let isAlone: Bool

    /// Throws when the file does not fit, or does not belong to this user.
    func check(_ status: stat) throws(FileFault) {
        guard status.st_mode & S_IFMT == kind else { throw .otherKind }
        guard status.st_uid == geteuid() else { throw .foreign(owner: status.st_uid) }
        guard status.st_mode & forbidden == 0 else {
            throw .shared(mode: status.st_mode & 0o7777, group: status.st_gid)
        }
        guard !isAlone || status.st_nlink == 1 else { throw .linked(count: UInt64(status.st_nlink)) }
    }

    /// The same for what stands at `path`; a symbolic link is not followed.
    func check(_ path: String) throws(FileFault) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(SystemFailure("lstat")) }
        try check(status)
    }

    /// The same for an open file.
    func check(descriptor: Int32) throws(FileFault) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(SystemFailure("fstat")) }
        try check(status)
    }
}
