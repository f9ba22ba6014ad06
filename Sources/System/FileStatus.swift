internal import Glibc

/// What stat(2) says about a file.
public struct FileStatus: Equatable, Sendable {
    /// The types of files that callers distinguish.
    public enum Kind: Sendable { case regular, directory, symbolicLink, other }
    /// The type.
    public let kind: Kind
    /// The length in bytes.
    public let size: Int64
    /// The time of the last change of the content, in seconds since 1970.
    public let changed: Int64

    /// Returns nil when there is no such file, or its directory cannot be searched.
    public init?(_ path: String, followsLinks: Bool = true) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        self.init(status)
    }

    /// Returns the status of an open file. Throws when the descriptor is not open.
    public init(descriptor: Int32) throws(SystemFailure) {
        var status = stat()
        try SystemFailure.check("fstat") { fstat(descriptor, &status) }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        size = Int64(status.st_size)
        changed = Int64(status.st_mtim.tv_sec)
    }
}
