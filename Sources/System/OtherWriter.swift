public import Glibc

/// A user other than this user and root, or a group, that can change a file or a directory.
public enum OtherWriter: Equatable {
    /// The owner.
    case owner(uid_t)
    /// Every user.
    case anyone
    /// The members of a group.
    case group(gid_t)

    /// Returns the first such writer in a stat(2) result; nil when there is none.
    ///
    /// - Parameters:
    ///   - hasACL: whether there is an access control list (acl(5)). Then the bits of the group stand for all entries of
    ///     the list, so that another user may be among those who can write.
    ///   - isPrivate: whether a group has no member but this user.
    public init?(
        _ status: stat, hasACL: @autoclosure () -> Bool,
        isPrivate: (gid_t) -> Bool = { Self.isPrivate(group: $0) }
    ) {
        if status.st_uid != geteuid(), status.st_uid != 0 {
            self = .owner(status.st_uid)
        } else if status.st_mode & 0o002 != 0 {
            self = .anyone
        } else if status.st_mode & 0o020 != 0, !isPrivate(status.st_gid) || hasACL() {
            self = .group(status.st_gid)
        } else {
            return nil
        }
    }

    /// Checks a parent directory, which may also belong to the owner of the root directory: in a user namespace, root
    /// appears as that user.
    public init?(onTheWay status: stat, hasACL: @autoclosure () -> Bool) {
        var status = status
        if Self.isTrusted(status.st_uid) { status.st_uid = geteuid() }
        self.init(status, hasACL: hasACL())
    }

    /// Returns whether `user` is this user, root, or the owner of the root directory.
    public static func isTrusted(_ user: uid_t) -> Bool {
        var root = stat()
        return user == geteuid() || user == 0 || stat("/", &root) == 0 && root.st_uid == user
    }

    /// Returns whether `group` is a user private group: many systems give each user a group of the same number, with a
    /// umask of 002. Its files are group-writable, but only this user can write them unless the group has other
    /// members.
    public static func isPrivate(group: gid_t, of user: uid_t = geteuid()) -> Bool {
        guard group == user, user != 0, let account = getpwuid(user), account.pointee.pw_gid == group else {
            return false
        }
        let name = strdup(account.pointee.pw_name)
        defer { free(name) }
        guard let name, let entry = getgrgid(group), var member = entry.pointee.gr_mem else { return false }
        while let other = member.pointee {
            if strcmp(other, name) != 0 { return false }
            member += 1
        }
        return true
    }
}
