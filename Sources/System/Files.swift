internal import CPOSIX
internal import Glibc

/// What stat(2) says about a file.
public struct FileStatus: Equatable, Sendable {
    /// The types of files that callers distinguish.
    public enum Kind: Sendable { case regular, directory, symbolicLink, characterDevice, other }
    /// The type.
    public let kind: Kind
    /// The length in bytes.
    public let size: Int
    /// The file system.
    public let device: UInt64
    /// The number of the file in it.
    public let inode: UInt64
    /// The ID of the owner.
    public let owner: UInt32
    /// The ID of the group.
    public let group: UInt32
    /// The permission bits, 07777.
    public let mode: UInt32
    /// The number of its names.
    public let links: UInt64
    /// The time of the last change of the content, in seconds since 1970.
    public let changed: Int64

    /// Returns nil when there is no such file, or its directory cannot be searched.
    public init?(_ path: String, followsLinks: Bool = true) { try? self.init(of: path, followsLinks: followsLinks) }

    /// Returns the status of an existing file.
    public init(of path: String, followsLinks: Bool = true) throws(SystemFailure) {
        var status = stat()
        try SystemFailure.check(followsLinks ? "stat" : "lstat") {
            followsLinks ? stat(path, &status) : lstat(path, &status)
        }
        self.init(status)
    }

    /// Returns the status of an open file. Throws when the descriptor is not open.
    public init(descriptor: Int32) throws(SystemFailure) {
        var status = stat()
        try SystemFailure.check("fstat") { fstat(descriptor, &status) }
        self.init(status)
    }

    /// Returns the status of a name in an open directory; does not follow a symbolic link.
    public init(_ name: String, in directory: Int32) throws(SystemFailure) {
        var status = stat()
        try SystemFailure.check("fstatat") { fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) }
        self.init(status)
    }

    /// Whether only its owner may remove the entries of this directory (S_ISVTX).
    public var isSticky: Bool { mode & 0o1000 != 0 }

    /// Returns whether both are the same file.
    public func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFCHR: .characterDevice
            default: .other
            }
        size = Int(status.st_size)
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        owner = status.st_uid
        group = status.st_gid
        mode = UInt32(status.st_mode) & 0o7777
        links = UInt64(status.st_nlink)
        changed = Int64(status.st_mtim.tv_sec)
    }
}

/// Creates, renames and removes the entries of directories.
public enum Files {
    /// Returns whether a file, or a link that may lead nowhere, has this path. Throws when that is unknown.
    public static func hasEntry(_ path: String) throws(SystemFailure) -> Bool {
        do throws(SystemFailure) { _ = try FileStatus(of: path, followsLinks: false) } catch {
            guard error.number == ENOENT else { throw error }
            return false
        }
        return true
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

    /// Makes a symbolic link.
    public static func makeLink(_ path: String, to target: String) throws(SystemFailure) {
        guard symlink(target, path) == 0 else { throw SystemFailure("symlink") }
    }

    /// Gives a file a second name. Returns false if the file system cannot, or the name exists; true also without a file.
    public static func addName(_ second: String, to path: String) -> Bool { link(path, second) == 0 || errno == ENOENT }

    /// Makes changes of the names in a directory durable.
    public static func synchronise(directory: String) {
        if let folder = try? FileDescriptor(path: directory, flags: O_RDONLY | O_DIRECTORY) { fsync(folder.number) }
    }
}

/// Splits paths, and says what they name.
public enum FileNames {
    /// Returns the directory of a path: `.` for a name without a slash.
    public static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// Returns the last part of a path.
    public static func base(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Returns whether a directory, or a link to one, exists.
    public static func isDirectory(_ path: String) -> Bool { FileStatus(path)?.kind == .directory }

    /// Returns whether anything exists at the path.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Throws when nothing exists at the path, or that is unknown.
    public static func find(_ path: String) throws(SystemFailure) {
        guard access(path, F_OK) == 0 else { throw SystemFailure("access") }
    }

    /// Returns whether certainly nothing exists at the path.
    public static func isMissing(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }

    /// Returns whether this process may read the file.
    public static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Returns what a symbolic link names; nil when there is no such link.
    public static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, Int(PATH_MAX))
        return count > 0 ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// Returns the path without symbolic links; nil when there is no such file.
    public static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns an absolute path of the file, without resolving links.
    public static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = resolved(".") else { return path }
        return "\(directory)/\(path)"
    }

    /// Returns the place of a present or future file, with links resolved.
    public static func place(_ path: String) -> String {
        if let real = resolved(path) { return real }
        let directory = directory(of: path)
        return (resolved(directory) ?? directory) + "/" + base(of: path)
    }

    /// Returns the names in a directory, in no order; none when it cannot be read.
    public static func names(in directory: String) -> [String] {
        guard let folder = opendir(directory) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let found = readdir(folder) {
            names.append(
                withUnsafeBytes(of: &found.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }
}
