internal import CPOSIX
internal import Glibc

/// Creates, renames and removes the entries of directories.
public enum Files {
    /// Returns whether a file, or a link that may lead nowhere, has this path. Throws when that is unknown.
    public static func hasEntry(_ path: String) throws(SystemFailure) -> Bool {
        var status = stat()
        if lstat(path, &status) == 0 { return true }
        guard errno == ENOENT else { throw SystemFailure("lstat") }
        return false
    }

    /// Throws when this process may not create files in the directory.
    public static func checkWritable(directory: String) throws(SystemFailure) {
        // Only a directory contains '.'.
        guard access(directory + "/.", W_OK | X_OK) == 0 else { throw SystemFailure("access") }
    }

    /// Removes the file, if there is one.
    public static func remove(_ path: String) { unlink(path) }

    /// Removes a directory in which nothing is.
    public static func removeEmptyDirectory(_ path: String) { rmdir(path) }

    /// Creates a directory of mode 0700 in an existing one. Throws when the name exists.
    public static func makeDirectory(_ path: String) throws(SystemFailure) {
        guard mkdir(path, 0o700) == 0 else { throw SystemFailure("mkdir") }
    }

    /// Removes a directory with its content. Follows no symbolic link and stays on the same file system. Returns whether nothing
    /// has this path now.
    @discardableResult
    public static func removeTree(_ path: String) -> Bool { cposix_remove_tree(path) == 0 }

    /// Renames a file and replaces what has the new path.
    public static func move(_ path: String, to place: String) throws(SystemFailure) {
        guard rename(path, place) == 0 else { throw SystemFailure("rename") }
    }

    /// Gives an existing file a second name. Returns false when the file system cannot, or the name exists; true also
    /// when there is no such file.
    public static func addName(_ second: String, to path: String) -> Bool { link(path, second) == 0 || errno == ENOENT }

    /// Makes changes of the names in a directory durable.
    public static func synchronise(directory: String) {
        if let folder = try? FileDescriptor(path: directory, flags: O_RDONLY | O_DIRECTORY) { fsync(folder.number) }
    }
}
