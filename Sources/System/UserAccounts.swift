internal import Glibc

/// The users of this machine (passwd(5)).
public enum UserAccounts {
    /// Returns the name of a user; nil when there is none with this ID.
    public static func name(of user: UInt32) -> String? {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) }
    }

    /// Returns `user 1000 (ada)`, or `user 1000` for a user without a name.
    public static func text(of user: UInt32) -> String {
        "user \(user)" + (name(of: user).map { " (\($0))" } ?? "")
    }

    /// Returns the home directory of a user; nil when there is none, or no absolute path.
    public static func home(of user: UInt32) -> String? {
        getpwuid(user).map { String(cString: $0.pointee.pw_dir) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Returns the ID of the user of that name.
    public static func id(named name: String) -> UInt32? { getpwnam(name)?.pointee.pw_uid }
}
