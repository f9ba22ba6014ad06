internal import CPOSIX
internal import Glibc

/// The calling process.
public enum ThisProcess {
    /// Its ID.
    public static var id: Int32 { getpid() }
    /// The ID of the user whose permissions it has.
    public static var user: UInt32 { geteuid() }

    /// Ends this process by a signal. Returns when the signal does not end it.
    public static func end(by signal: Int32) { cposix_die_by(signal) }
}
