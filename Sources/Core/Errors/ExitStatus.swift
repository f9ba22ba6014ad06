/// A process's exit status. The numbers are a promise to scripts and are never given another meaning.
public struct ExitStatus: Sendable, Hashable {
    /// The number handed to `exit(3)`.
    public let number: UInt8

    init(_ number: UInt8) { self.number = number }

    /// Everything was done, or there was nothing to do.
    public static let done = ExitStatus(0)
    /// An error that none of the others describes.
    public static let other = ExitStatus(1)
    /// The command line or the configuration is wrong.
    public static let usage = ExitStatus(2)
    /// The server refused the sign-in or the request.
    public static let refused = ExitStatus(3)
    /// Somebody would have to answer a question, and nobody can be asked.
    public static let inputNeeded = ExitStatus(4)
    /// The user gave up.
    public static let cancelled = ExitStatus(5)
    /// The time limit ran out.
    public static let timedOut = ExitStatus(6)
    /// No connection, or a connection that cannot be trusted.
    public static let network = ExitStatus(7)
    /// No store can be used.
    public static let storeUnavailable = ExitStatus(8)
    /// Somebody else is signing in to the same profile.
    public static let signInInProgress = ExitStatus(9)
    /// The thing asked for does not exist.
    public static let notFound = ExitStatus(10)
    /// No presenter can show this page.
    public static let noPresenter = ExitStatus(11)
    /// The store is there, but locked.
    public static let storeLocked = ExitStatus(12)
    /// The passphrase does not open the store.
    public static let wrongPassphrase = ExitStatus(13)
    /// The store is damaged, was altered, or is an older copy.
    public static let storeDamaged = ExitStatus(14)
    /// The server's answer makes no sense.
    public static let badAnswer = ExitStatus(15)
    /// Somebody else holds it, or has changed it in between.
    public static let busy = ExitStatus(16)
    /// The command that was to be executed is there, but cannot be; as in a shell.
    public static let commandNotExecutable = ExitStatus(126)
    /// The command that was to be executed does not exist; as in a shell.
    public static let commandNotFound = ExitStatus(127)

    /// That of a command that ran for us, whatever it means there.
    public static func ofCommand(_ number: UInt8) -> ExitStatus { ExitStatus(number) }
}
