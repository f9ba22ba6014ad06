internal import Glibc

/// The users of this machine (passwd(5)).
public enum UserAccounts {
    /// Returns the name of a user; nil when there is none with this ID.
    public static func name(of user: UInt32) -> String? {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) }
    }

    /// Returns the ID of the user of that name.
    public static func id(named name: String) -> UInt32? { getpwnam(name)?.pointee.pw_uid }
}
