public import Secrets

/// A program of the user's own that shows logins, as `ProgramPresenter` needs it.
public protocol PresenterProgram: AnyObject {
    /// What the user calls it, for messages.
    var name: String { get }

    /// Starts it. Its input stays open behind what it is told: the end of the input says that nobody waits any more.
    /// Throws `presenter-failed` when it cannot be started.
    /// - Parameters:
    ///   - arguments: the words behind its name; none of them secret.
    ///   - told: what it reads first.
    func start(_ arguments: [String], told: SharedSecret) throws(FedauthError) -> any PresenterConversation
}

/// A running presenter of the user's own.
public protocol PresenterConversation: AnyObject {
    /// What comes next; waits for it. Throws `timed-out`, and `presenter-failed` for a line without an end.
    func next(until deadline: Deadline) throws(FedauthError) -> PresenterOutput

    /// Ends the program and all that it has started. To be called once, whatever has happened.
    func end()
}

/// What comes from a presenter of the user's own.
public enum PresenterOutput: Sendable {
    /// A line that it printed, without its end.
    case line(SharedSecret)
    /// It has ended, and everything that it printed was read: "status 1", "signal 9".
    case end(String)
}

extension ErrorCode {
    /// The program that was to show a login did not start, ended too early, or says what nobody understands.
    public static let presenterFailed = ErrorCode("presenter-failed", .noPresenter)
}
