import Core
import Glibc

extension ErrorCode {
    /// A directory that should be private is open to others, or somebody else's.
    static let unsafeDirectory = ErrorCode("unsafe-directory", .other)
}

/// Directories that only their owner can look into.
enum PrivateDirectory {
    /// Makes `path` with mode 0700, parents too; throws when it is there but somebody else's, a symbolic link, or open
    /// to others.
    static func make(_ path: String) throws(FedauthError) {
        if mkdir(path, 0o700) != 0 && errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            let parent = String(path[..<slash])
            // Only the last directory is ours to judge; those above it may be shared, such as ~/.local.
            if access(parent, F_OK) != 0 { try make(parent) }
            _ = mkdir(path, 0o700)
        }
        try check(path)
    }

    /// Throws when `path` is missing, and `unsafe-directory` when it is not private.
    static func check(_ path: String) throws(FedauthError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw SystemCall.error("make", path) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw FedauthError(
                .unsafeDirectory, "the directory '\(path)' is not private",
                hint: "it must be yours and closed to others: chmod 700 '\(path)'")
        }
    }
}
