internal import CPOSIX
internal import Glibc

/// A user other than this user and root, or a group, that can change a file or a directory.
public enum OtherWriter: Equatable {
    /// The owner.
    case owner(UInt32)
    /// Every user.
    case anyone
    /// The members of a group.
    case group(UInt32)

    /// Returns the first such writer of the file or directory at `path`; nil when there is none.
    public init?(of path: String, _ status: FileStatus) { self.init(status, hasACL: cposix_has_acl(-1, path)) }

    /// Returns the first such writer of an open file; nil when there is none.
    public init?(of descriptor: Int32, _ status: FileStatus) {
        self.init(status, hasACL: cposix_has_acl(descriptor, nil))
    }

    /// Checks a parent directory, which may also belong to the owner of `/`: in a user namespace that user is root.
    public init?(ofParent path: String, _ status: FileStatus) {
        self.init(
            status, owner: Self.isTrusted(status.owner) ? geteuid() : status.owner, hasACL: cposix_has_acl(-1, path))
    }

    /// `owner` is the user that counts as the owner; nil: that of the status. `hasACL`: there is an access control list
    /// (acl(5)): the bits of the group stand for all entries of the list, so that another user may be among those who
    /// can write. `isPrivate`: a group has no member but this user.
    init?(
        _ status: FileStatus, owner: UInt32? = nil, hasACL: @autoclosure () -> Bool,
        isPrivate: (UInt32) -> Bool = { Self.isPrivate(group: $0) }
    ) {
        let owner = owner ?? status.owner
        if owner != geteuid(), owner != 0 {
            self = .owner(owner)
        } else if status.mode & 0o002 != 0 {
            self = .anyone
        } else if status.mode & 0o020 != 0, !isPrivate(status.group) || hasACL() {
            self = .group(status.group)
        } else {
            return nil
        }
    }

    /// Returns whether `user` is this user, root, or the owner of the root directory.
    public static func isTrusted(_ user: UInt32) -> Bool {
        var root = stat()
        return user == geteuid() || user == 0 || stat("/", &root) == 0 && root.st_uid == user
    }

    /// Returns whether `group` is a user private group: many systems give each user a group of the same number and name, with
    /// a umask of 002. Its files are group-writable, but only this user can write them unless the group has other members:
    /// those that group(5) lists, and each user whose primary group it is.
    public static func isPrivate(group: UInt32, of user: UInt32 = ThisProcess.user) -> Bool {
        // Root's group has members on many systems, and files of other users that are not known here appear as nobody's.
        guard group == user, user != 0, user != nobody, let entry = getgrgid(group) else { return false }
        var members: [String] = []
        let name = String(cString: entry.pointee.gr_name)
        var next = entry.pointee.gr_mem
        while let member = next?.pointee {
            members.append(String(cString: member))
            next = next?.successor()
        }
        var primary: [(name: String, user: UInt32)] = []
        setpwent()
        defer { endpwent() }
        while let account = getpwent() {
            guard account.pointee.pw_gid == group else { continue }
            primary.append((String(cString: account.pointee.pw_name), account.pointee.pw_uid))
        }
        return isPrivate(name, members: members, primary: primary, of: user)
    }

    /// `primary`: the users whose primary group it is. A directory that does not list its users (getpwent(3)) does not
    /// list this one either; then it is not known who else there is.
    static func isPrivate(
        _ name: String, members: [String], primary: [(name: String, user: UInt32)], of user: UInt32
    ) -> Bool { !primary.isEmpty && primary.allSatisfy { $0 == (name, user) } && members.allSatisfy { $0 == name } }

    private static let nobody: UInt32 = 65534
}

/// A directory and the user to whom it belongs.
public struct OwnedDirectory: Equatable, Sendable {
    /// The directory.
    public let path: String
    /// Its owner.
    public let owner: UInt32

    /// Finds the nearest existing directory at or above an absolute path. One that may not be searched shows nothing.
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

/// The users of this machine (passwd(5)).
public enum UserAccounts {
    /// Returns the name of a user; nil when there is none with this ID.
    public static func name(of user: UInt32) -> String? { getpwuid(user).map { String(cString: $0.pointee.pw_name) } }

    /// Returns `user 1000 (ada)`, or `user 1000` for a user without a name.
    public static func text(of user: UInt32) -> String { "user \(user)" + (name(of: user).map { " (\($0))" } ?? "") }

    /// Returns the home directory of a user; nil when there is none, or no absolute path.
    public static func home(of user: UInt32) -> String? {
        getpwuid(user).map { String(cString: $0.pointee.pw_dir) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Returns the ID of the user of that name.
    public static func id(named name: String) -> UInt32? { getpwnam(name)?.pointee.pw_uid }
}
