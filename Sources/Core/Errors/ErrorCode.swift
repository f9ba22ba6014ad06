/// The name of a failure, as `--json` shows it. Each name belongs to one exit status; names are added, never
/// changed.
public struct ErrorCode: Sendable, Hashable {
    /// The name, in lower case with hyphens, such as `store-locked`.
    public let name: String
    /// The exit status that goes with it.
    public let status: ExitStatus

    /// A new code. Modules add theirs as static members beside the code that throws them.
    public init(_ name: String, _ status: ExitStatus) {
        self.name = name
        self.status = status
    }

    /// What no other code describes; status 1.
    public static let other = ErrorCode("error", .other)
    /// The command line is wrong; status 2.
    public static let usage = ErrorCode("usage", .usage)
    /// The configuration file, or a variable of the environment, is wrong; status 2.
    public static let configuration = ErrorCode("configuration", .usage)
    /// The server refused the sign-in or the request; status 3.
    public static let refused = ErrorCode("refused", .refused)
    /// An answer or a sign-in is needed, and nobody can be asked; status 4.
    public static let inputNeeded = ErrorCode("input-needed", .inputNeeded)
    /// The user gave up; status 5.
    public static let cancelled = ErrorCode("cancelled", .cancelled)
    /// The time limit ran out; status 6.
    public static let timedOut = ErrorCode("timed-out", .timedOut)
    /// No connection to a server; status 7.
    public static let network = ErrorCode("network", .network)
    /// A connection that cannot be trusted; status 7.
    public static let tls = ErrorCode("tls", .network)
    /// No store can be used; status 8.
    public static let storeUnavailable = ErrorCode("store-unavailable", .storeUnavailable)
    /// Another process is signing in to the same profile, and waiting was not wanted; status 9.
    public static let signInInProgress = ErrorCode("sign-in-in-progress", .signInInProgress)
    /// There is no such profile, session, entry or file; status 10.
    public static let notFound = ErrorCode("not-found", .notFound)
    /// The presenter cannot show this page; status 11.
    public static let noPresenter = ErrorCode("no-presenter", .noPresenter)
    /// The store is there, but locked; status 12.
    public static let storeLocked = ErrorCode("store-locked", .storeLocked)
    /// The passphrase does not open the store; status 13.
    public static let wrongPassphrase = ErrorCode("wrong-passphrase", .wrongPassphrase)
    /// The store, or an entry of it, does not read as it was written; status 14.
    public static let storeDamaged = ErrorCode("store-damaged", .storeDamaged)
    /// The store, or an entry of it, was changed by somebody else or has rotted; status 14.
    public static let storeAltered = ErrorCode("store-altered", .storeDamaged)
    /// The store is an older copy than the one seen before; status 14.
    public static let storeOlder = ErrorCode("store-older", .storeDamaged)
    /// The server's answer makes no sense; status 15.
    public static let badAnswer = ErrorCode("bad-answer", .badAnswer)
    /// Somebody else holds it, or it is there already; status 16.
    public static let busy = ErrorCode("busy", .busy)
    /// The entry was changed in between; status 16.
    public static let versionConflict = ErrorCode("version-conflict", .busy)
}
