internal import Glibc

/// Why a file or a directory cannot be used.
public enum FileFault: Error, Equatable, Sendable {
    /// A system call failed.
    case system(SystemFailure)
    /// The path names another type of file than required: a symbolic link, a FIFO, a device, a directory.
    case otherKind
    /// It belongs to another user.
    case foreign(owner: UInt32)
    /// Root would make it below a directory of another user.
    case belowForeign(OwnedDirectory)
    /// The permissions allow other users what only the owner may do.
    case shared(mode: UInt32, group: UInt32)
    /// The file has other hard links, which may be in other directories.
    case linked(count: UInt64)

    /// Whether the file does not exist.
    public var isMissing: Bool {
        guard case .system(let failure) = self else { return false }
        return failure.number == ENOENT
    }
}

/// The required type of a file, and the permissions of other users that are refused.
struct FileDemand {
    let kind: mode_t
    /// Mode bits that must not be set.
    let forbidden: mode_t
    /// Whether the file must have no other hard link.
    let isAlone: Bool

    /// Throws when the file does not meet the requirements or belongs to another user.
    func check(_ status: stat) throws(FileFault) {
        guard status.st_mode & S_IFMT == kind else { throw .otherKind }
        guard status.st_uid == geteuid() else { throw .foreign(owner: status.st_uid) }
        guard status.st_mode & forbidden == 0 else {
            throw .shared(mode: status.st_mode & 0o7777, group: status.st_gid)
        }
        // A file without a name was removed after it was opened, as the lock of a holder that has ended.
        guard !isAlone || status.st_nlink > 0 else { throw .system(SystemFailure(function: "open", number: ENOENT)) }
        guard !isAlone || status.st_nlink == 1 else { throw .linked(count: UInt64(status.st_nlink)) }
    }

    /// Checks the file at `path`; does not follow a symbolic link.
    func check(_ path: String) throws(FileFault) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(SystemFailure("lstat")) }
        try check(status)
    }

    /// Checks an open file.
    func check(descriptor: Int32) throws(FileFault) {
        var status = stat()
        do throws(SystemFailure) {
            try SystemFailure.check("fstat") { fstat(descriptor, &status) }
        } catch {
            throw .system(error)
        }
        try check(status)
    }
}
