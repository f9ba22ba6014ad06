internal import Glibc

/// Files that belong to this user alone. Opening one follows no symbolic link and never waits for the other end of a FIFO.
public enum PrivateFile {
    /// Others may read it, but only this user may write it, by one name.
    private static let ownToWrite = FileDemand(kind: S_IFREG, forbidden: 0o022, isAlone: true)
    /// This user's, by one name; file systems without owners and modes show any mode.
    private static let own = FileDemand(kind: S_IFREG, forbidden: 0, isAlone: true)

    /// Makes a new file of mode 0600, for writing. Throws when anything has that name.
    public static func create(_ path: String) throws(SystemFailure) -> FileDescriptor {
        try create(path, flags: O_WRONLY)
    }

    /// The same for reading and for writing at its end.
    public static func createLog(_ path: String) throws(SystemFailure) -> FileDescriptor {
        try create(path, flags: O_RDWR | O_APPEND)
    }

    private static func create(_ path: String, flags: Int32) throws(SystemFailure) -> FileDescriptor {
        try FileDescriptor(path: path, flags: flags | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    }

    /// Removes what has that name and makes a new file. Throws what stands in the way when it cannot be removed.
    public static func replace(_ path: String) throws(FileFault) -> FileDescriptor {
        unlink(path)
        do throws(SystemFailure) {
            return try create(path)
        } catch {
            if error.number == EEXIST { try own.check(path) }
            throw .system(error)
        }
    }

    /// Opens a file of this user that only this user may write.
    public static func open(_ path: String, writes: Bool) throws(FileFault) -> FileDescriptor {
        try open(path, flags: writes ? O_RDWR : O_RDONLY, ownToWrite)
    }

    /// Opens a file of this user for reading and writing, whatever its mode; makes it, with mode 0600, when it is missing.
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
                // Another process was faster.
                guard error.number == EEXIST else { throw .system(error) }
            }
        }
    }

    /// Looks before it opens, since opening a device can do something and a failure to open names no owner; looks again
    /// afterwards, since only then is it known which file was opened.
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
