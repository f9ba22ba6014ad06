internal import Glibc

/// Files that belong to this user alone. Opening one follows no symbolic link and never waits for the other end of a
/// FIFO.
public enum PrivateFile {
    /// Others may read the file, but only this user may write it; it has one link.
    private static let ownToWrite = FileDemand(kind: S_IFREG, forbidden: 0o022, isAlone: true)
    /// The file belongs to this user and has one link. The mode is not checked: file systems without owners and modes
    /// report arbitrary ones.
    private static let own = FileDemand(kind: S_IFREG, forbidden: 0, isAlone: true)

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

    /// Opens a file of this user for reading and writing, whatever its mode; creates it with mode 0600 when it is
    /// missing.
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
    private static func open(
        _ path: String, flags: Int32, _ demand: FileDemand
    ) throws(FileFault) -> FileDescriptor {
        try demand.check(path)
        let file: FileDescriptor
        do throws(SystemFailure) {
            file = try FileDescriptor(path: path, flags: flags | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            throw error.number == ELOOP ? .otherKind : .system(error)
        }
        try demand.check(descriptor: file.number)
        return file
    }
}
