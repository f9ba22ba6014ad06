internal import Glibc

/// The calling process.
public enum ThisProcess {
    /// Its ID.
    public static var id: Int32 { getpid() }
    /// The ID of the user whose permissions it has.
    public static var user: UInt32 { geteuid() }
}
