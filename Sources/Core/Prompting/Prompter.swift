public import Secrets

/// Asks the user at the terminal. Throws `input-needed`, naming what is missing, when that is impossible, and
/// `cancelled` at the end of input.
public protocol Prompter: AnyObject {
    /// Whether the user can be asked.
    var canAsk: Bool { get }

    /// Asks for one line of text. `isSecret`: without echo.
    func ask(_ question: String, isSecret: Bool) throws(FedauthError) -> Secret

    /// Asks for yes or no; no is the default. The question comes without its mark.
    func confirm(_ question: String) throws(FedauthError) -> Bool
}

/// Shows what a command is doing, on stderr; never shows secrets.
public protocol Reporter: AnyObject {
    /// Shows information; silent with `--quiet`.
    func note(_ text: String)
    /// Tells the user what to do for the command to go on, such as opening an address; also with `--quiet`.
    func instruct(_ text: String)
    /// Draws the QR code of an address, for a user with a telephone, if there is a terminal that can show it.
    func drawCode(of address: String)
    /// Shows a warning.
    func warning(_ text: String)
    /// Shows a detail; only with `--verbose`.
    func detail(_ text: String)
    /// Shows how long the command has waited for what the last note announced. To be called about every second.
    func stillWaiting()
    /// The same, with the end of the wait.
    func stillWaiting(until deadline: Deadline)
    /// Ends the display of a wait, successful or not.
    func waitIsOver()
    /// Whether `stillWaiting` shows anything.
    var showsWaits: Bool { get }
    /// Shows that a request waits for its server, after two seconds. To be called about every second.
    func stillWaiting(forServer host: String)
    /// Ends the display of a wait for a server, whatever came of it.
    func serverAnswered()
    /// Masks a secret of the user in all messages from now on, because a server may repeat it in its own.
    func mask(_ secret: SharedSecret)
    /// Returns a time as messages show it: to people by their own clock, to programs in UTC.
    func shown(_ time: Timestamp) -> String
}

extension Reporter {
    /// Draws nothing.
    public func drawCode(of address: String) {}

    /// Shows it as a note, for reporters that are never silent.
    public func instruct(_ text: String) { note(text) }

    /// Shows no end.
    public func stillWaiting(until deadline: Deadline) { stillWaiting() }

    /// False, for reporters without a line that changes.
    public var showsWaits: Bool { false }

    /// Does nothing, for reporters without a line that changes.
    public func stillWaiting(forServer host: String) {}

    /// Does nothing, for reporters without a line that changes.
    public func serverAnswered() {}

    /// Does nothing, for reporters whose messages are shown elsewhere.
    public func mask(_ secret: SharedSecret) {}

    /// Returns the time in UTC (ISO 8601), for reporters whose reader is unknown.
    public func shown(_ time: Timestamp) -> String { time.iso8601 }
}
