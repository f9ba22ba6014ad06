internal import CPOSIX
internal import Glibc

/// The calling process.
public enum ThisProcess {
    /// Its ID.
    public static var id: Int32 { getpid() }
    /// The ID of the user whose permissions it has.
    public static var user: UInt32 { geteuid() }

    /// Ignores SIGHUP from now on. Returns a descriptor that becomes readable by SIGTERM, SIGINT and SIGQUIT, which end
    /// this process no more; below 0 when that fails.
    public static func receiveStopSignals() -> Int32 { cposix_stop_signals() }

    /// Ignores the signals by which a terminal, a desktop session or another process ends this one.
    public static func ignoreStopSignals() {
        for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { signal(number, SIG_IGN) }
    }

    /// Sets a variable for this process and those that it starts.
    public static func setVariable(_ name: String, _ value: String) { setenv(name, value, 1) }

    /// A descriptor that becomes readable when this process, or what it has become, ends; below 0: there is none.
    public static var handle: FileDescriptor { FileDescriptor(takingOwnershipOf: cposix_process_handle(getpid())) }

    /// Ends this process by a signal. Returns when the signal does not end it.
    public static func end(by signal: Int32) { cposix_die_by(signal) }
}
