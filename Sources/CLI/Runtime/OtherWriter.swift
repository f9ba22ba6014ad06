import Core
import Glibc

/// Who besides this user and root can change a file or a directory.
enum OtherWriter: Equatable {
    case owner(uid_t)
    case anybody
    case group(gid_t)

    /// Returns the first one of what stat(2) tells; nil for none.
    init?(_ status: stat) {
        if status.st_uid != geteuid(), status.st_uid != 0 {
            self = .owner(status.st_uid)
        } else if status.st_mode & 0o002 != 0 {
            self = .anybody
        } else if status.st_mode & 0o020 != 0, !Self.isPrivate(group: status.st_gid) {
            self = .group(status.st_gid)
        } else {
            return nil
        }
    }

    /// The same for a directory further up, which the owner of the root directory may have too: in a namespace of the
    /// user's own that is how root is seen.
    init?(onTheWay status: stat) {
        var status = status
        if Self.isTrusted(status.st_uid) { status.st_uid = geteuid() }
        self.init(status)
    }

    /// Whether `user` is this one, root, or the owner of the root directory.
    static func isTrusted(_ user: uid_t) -> Bool {
        var root = stat()
        return user == geteuid() || user == 0 || stat("/", &root) == 0 && root.st_uid == user
    }

    /// Whether `group` is a user private group: many systems give each user a group of the same number, and then a umask
    /// of 002. Its files are writable for the group, and for this user alone unless it has other members.
    static func isPrivate(group: gid_t, of user: uid_t = geteuid()) -> Bool {
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

    /// What it can do with the file or directory `path`, as the beginning of a message.
    func words(_ path: String) -> String {
        switch self {
        case .owner(let user): "'\(path)' belongs to user \(user)"
        case .anybody: "anybody may write '\(path)'"
        case .group(let group): "the group \(group) may write '\(path)'"
        }
    }

    /// The command that takes that away.
    func command(_ path: String) -> String {
        switch self {
        case .owner: (geteuid() == 0 ? "" : "as root: ") + "chown \(geteuid()) '\(path)'"
        case .anybody: "chmod go-w '\(path)'"
        case .group: "chmod g-w '\(path)'"
        }
    }
}
