internal import Glibc

/// Files that belong to this user alone. Opening one follows no symbolic link and never waits at a FIFO.
public enum PrivateFile {
    /// Others may read the file, but only this user may write it; it has one link.
    private static let ownToWrite = FileDemand(kind: .regular, forbidden: 0o022, isAlone: true)
    /// The file belongs to this user and has one link. Modes are not checked: some file systems have arbitrary ones.
    private static let own = FileDemand(kind: .regular, forbidden: 0, isAlone: true)

    /// Creates a file of mode 0600, for writing. Throws when the name exists.
    public static func create(_ path: String) throws(SystemFailure) -> FileDescriptor {
        try create(path, flags: O_WRONLY)
    }

    /// Creates a file of mode 0600, for reading and for appending. Throws when the name exists.
    public static func createLog(_ path: String) throws(SystemFailure) -> FileDescriptor {
        try create(path, flags: O_RDWR | O_APPEND)
    }

    private static func create(_ path: String, flags: Int32) throws(SystemFailure) -> FileDescriptor {
        try FileDescriptor(path: path, flags: flags | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    }

    /// Removes the existing file, if any, and creates a new one. Throws when the existing file cannot be removed.
    public static func replace(_ path: String) throws(FileFault) -> FileDescriptor {
        unlink(path)
        do throws(SystemFailure) {
            return try create(path)
        } catch {
            if error.number == EEXIST { try own.check(path) }
            throw .system(error)
        }
    }

    /// Opens a file of this user that no other user may write.
    public static func open(_ path: String, writes: Bool) throws(FileFault) -> FileDescriptor {
        try open(path, flags: writes ? O_RDWR : O_RDONLY, ownToWrite)
    }

    /// Opens a file of this user for reading and writing, whatever its mode; creates a missing one with mode 0600.
    static func openOrCreate(_ path: String) throws(FileFault) -> FileDescriptor {
        while true {
            do throws(FileFault) {
                return try open(path, flags: O_RDWR, own)
            } catch {
                guard error.isMissing else { throw error }
            }
            do throws(SystemFailure) {
                return try create(path, flags: O_RDWR)
            } catch {
                // Another process created it meanwhile.
                guard error.number == EEXIST else { throw .system(error) }
            }
        }
    }

    /// Checks before opening, because opening a device can have effects and a failed open(2) does not name the owner.
    /// Checks again afterwards, because only then is it certain which file was opened.
    private static func open(_ path: String, flags: Int32, _ demand: FileDemand) throws(FileFault) -> FileDescriptor {
        try demand.check(path)
        let file: FileDescriptor
        do throws(SystemFailure) {
            file = try FileDescriptor(path: path, flags: flags | O_NOFOLLOW | O_NONBLOCK)
        } catch { throw error.number == ELOOP ? .otherKind : .system(error) }
        let number = file.number
        try demand.check { () throws(SystemFailure) in try FileStatus(descriptor: number) }
        return file
    }
}

/// Directories that only their owner can access.
public enum PrivateDirectory {
    private static let demand = FileDemand(kind: .directory, forbidden: 0o077, isAlone: false)

    /// Creates `path` with mode 0700, and missing parent directories. Throws when something exists there that is not a
    /// private directory of this user, and for root in a directory of another user.
    public static func make(_ path: String) throws(FileFault) {
        if let place = OwnedDirectory(nearest: path), place.path != path, place.isForeignToRoot {
            throw .belowForeign(place)
        }
        var failure = makeOne(path)
        if failure?.number == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            let parent = String(path[..<slash])
            // Checks only the last directory; those above it may be shared, such as ~/.local.
            if access(parent, F_OK) != 0 { try make(parent) }
            failure = makeOne(path)
        }
        do throws(FileFault) {
            try check(path)
        } catch {
            // The failure to create it says more than that it is missing.
            if error.isMissing, let failure { throw .system(failure) }
            throw error
        }
    }

    /// Throws when `path` is missing or is not a private directory of this user.
    public static func check(_ path: String) throws(FileFault) { try demand.check(path) }

    private static func makeOne(_ path: String) -> SystemFailure? {
        do throws(SystemFailure) { try Files.makeDirectory(path) } catch { return error }
        return nil
    }
}

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
    let kind: FileStatus.Kind
    /// Mode bits that must not be set.
    let forbidden: UInt32
    /// Whether the file must have no other hard link.
    let isAlone: Bool

    /// Throws when the file does not meet the requirements or belongs to another user.
    func check(_ look: () throws(SystemFailure) -> FileStatus) throws(FileFault) {
        let status: FileStatus
        do throws(SystemFailure) { status = try look() } catch { throw .system(error) }
        guard status.kind == kind else { throw .otherKind }
        guard status.owner == geteuid() else { throw .foreign(owner: status.owner) }
        guard status.mode & forbidden == 0 else { throw .shared(mode: status.mode, group: status.group) }
        // A file without a name was removed after it was opened, as the lock of a holder that has ended.
        guard !isAlone || status.links > 0 else { throw .system(SystemFailure(function: "open", number: ENOENT)) }
        guard !isAlone || status.links == 1 else { throw .linked(count: status.links) }
    }

    /// Checks the file at `path`; does not follow a symbolic link.
    func check(_ path: String) throws(FileFault) {
        try check { () throws(SystemFailure) in try FileStatus(of: path, followsLinks: false) }
    }
}
