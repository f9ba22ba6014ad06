/// A process's exit status. Scripts rely on the numbers, so their meanings never change.
public struct ExitStatus: Sendable, Hashable {
    /// The number passed to `exit(3)`.
    public let number: UInt8

    init(_ number: UInt8) { self.number = number }

    /// Success, or nothing to do.
    public static let done = ExitStatus(0)
    /// An error without its own status.
    public static let other = ExitStatus(1)
    /// The command line or the configuration is invalid.
    public static let usage = ExitStatus(2)
    /// The server refused the sign-in or the request.
    public static let refused = ExitStatus(3)
    /// Input is needed, but the user cannot be asked.
    public static let inputNeeded = ExitStatus(4)
    /// The user cancelled.
    public static let cancelled = ExitStatus(5)
    /// The time limit was reached.
    public static let timedOut = ExitStatus(6)
    /// There is no connection, or it is not trusted.
    public static let network = ExitStatus(7)
    /// No store is usable.
    public static let storeUnavailable = ExitStatus(8)
    /// Another process is signing in to the same profile.
    public static let signInInProgress = ExitStatus(9)
    /// The requested object does not exist.
    public static let notFound = ExitStatus(10)
    /// No presenter can show this page.
    public static let noPresenter = ExitStatus(11)
    /// The store is locked.
    public static let storeLocked = ExitStatus(12)
    /// The passphrase does not open the store.
    public static let wrongPassphrase = ExitStatus(13)
    /// The store is damaged, was altered, or is older than the last state seen.
    public static let storeDamaged = ExitStatus(14)
    /// The server's answer is invalid.
    public static let badAnswer = ExitStatus(15)
    /// Another process uses the resource, or has changed it meanwhile.
    public static let busy = ExitStatus(16)
    /// The command to execute exists, but cannot be executed; as in a shell.
    public static let commandNotExecutable = ExitStatus(126)
    /// The command to execute does not exist; as in a shell.
    public static let commandNotFound = ExitStatus(127)

    /// Returns the status of an executed command, which defines its meaning.
    public static func ofCommand(_ number: UInt8) -> ExitStatus { ExitStatus(number) }
}
