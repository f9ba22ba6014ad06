internal import Glibc

/// A directory and the user to whom it belongs.
public struct OwnedDirectory: Equatable, Sendable {
    /// The directory.
    public let path: String
    /// Its owner.
    public let owner: UInt32

    /// Finds the nearest existing directory at or above an absolute path. If this process may not search it, nothing
    /// below it can be seen.
    public init?(nearest path: String) {
        var path = path
        while path != ".", !path.isEmpty {
            if let status = FileStatus(path) {
                (self.path, owner) = (path, status.owner)
                return
            }
            guard path != "/" else { return nil }
            path = FileNames.directory(of: path)
        }
        return nil
    }

    /// Whether root would make files in a directory of another user, who could not use or remove them (`sudo -E`, a
    /// container with that user's home directory).
    public var isForeignToRoot: Bool { geteuid() == 0 && !OtherWriter.isTrusted(owner) }

    /// What to do when it should be this user's; a directory of the system stays as it is.
    public var cure: String {
        path.split(separator: "/").count < 2
            ? "set HOME, or XDG_DATA_HOME, to a folder of yours" : "as root: chown -R \(geteuid()) '\(path)'"
    }

    /// `user 1000 (ada)`.
    public var ownerText: String { UserAccounts.text(of: owner) }
}
