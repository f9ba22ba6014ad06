/// The name of a failure, as `--json` shows it. Each name has one exit status. Names may be added, but never changed.
public struct ErrorCode: Sendable, Hashable {
    /// The name, in lower case with hyphens, such as `store-locked`.
    public let name: String
    /// The exit status.
    public let status: ExitStatus

    /// Creates a code. Modules define theirs as static members next to the code that throws them.
    public init(_ name: String, _ status: ExitStatus) {
        self.name = name
        self.status = status
    }

    /// An error without its own code; status 1.
    public static let other = ErrorCode("error", .other)
    /// The command line is invalid; status 2.
    public static let usage = ErrorCode("usage", .usage)
    /// The configuration file, or an environment variable, is invalid; status 2.
    public static let configuration = ErrorCode("configuration", .usage)
    /// The server refused the sign-in or the request; status 3.
    public static let refused = ErrorCode("refused", .refused)
    /// Input is needed, but the user cannot be asked; status 4.
    public static let inputNeeded = ErrorCode("input-needed", .inputNeeded)
    /// The user cancelled; status 5.
    public static let cancelled = ErrorCode("cancelled", .cancelled)
    /// The time limit was reached; status 6.
    public static let timedOut = ErrorCode("timed-out", .timedOut)
    /// No connection to a server; status 7.
    public static let network = ErrorCode("network", .network)
    /// A connection is not trusted; status 7.
    public static let tls = ErrorCode("tls", .network)
    /// No store is usable; status 8.
    public static let storeUnavailable = ErrorCode("store-unavailable", .storeUnavailable)
    /// Another process is signing in to the same profile, and the caller did not want to wait; status 9.
    public static let signInInProgress = ErrorCode("sign-in-in-progress", .signInInProgress)
    /// The profile, session, entry or file does not exist; status 10.
    public static let notFound = ErrorCode("not-found", .notFound)
    /// The presenter cannot show this page; status 11.
    public static let noPresenter = ErrorCode("no-presenter", .noPresenter)
    /// There is no browser, or no display for its window.
    public static let noBrowser = ErrorCode("no-browser", .noPresenter)
    /// The store is locked; status 12.
    public static let storeLocked = ErrorCode("store-locked", .storeLocked)
    /// The passphrase does not open the store; status 13.
    public static let wrongPassphrase = ErrorCode("wrong-passphrase", .wrongPassphrase)
    /// The store, or an entry, is damaged; status 14.
    public static let storeDamaged = ErrorCode("store-damaged", .storeDamaged)
    /// The store finds an entry, and does not hand it out; status 14.
    public static let entryWithheld = ErrorCode("entry-withheld", .storeDamaged)
    /// The store, or an entry, was changed outside fedauth; status 14.
    public static let storeAltered = ErrorCode("store-altered", .storeDamaged)
    /// The store is older than the copy seen before; status 14.
    public static let storeOlder = ErrorCode("store-older", .storeDamaged)
    /// The server's answer is invalid; status 15.
    public static let badAnswer = ErrorCode("bad-answer", .badAnswer)
    /// Another process uses the resource, or it already exists; status 16.
    public static let busy = ErrorCode("busy", .busy)
    /// The entry was changed meanwhile; status 16.
    public static let versionConflict = ErrorCode("version-conflict", .busy)
}
