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
    public init?(_ path: String, followsLinks: Bool = true) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// Returns the status of an existing file; follows symbolic links.
    public init(of path: String) throws(SystemFailure) {
        var status = stat()
        try SystemFailure.check("stat") { stat(path, &status) }
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
