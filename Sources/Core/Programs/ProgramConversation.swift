public import Secrets

/// A program of the user's own, which talks with us in lines: it shows logins, or provides credentials.
public protocol UserProgram: AnyObject {
    /// What the user calls it, for messages.
    var name: String { get }

    /// Starts it. Its input stays open behind what it is told: the end of the input says that nobody waits any more.
    /// Throws the failure of its role when it cannot be started.
    /// - Parameters:
    ///   - arguments: the words behind its name; none of them secret.
    ///   - told: what it reads first.
    func start(_ arguments: [String], told: SharedSecret) throws(FedauthError) -> any ProgramConversation
}

/// A running program of the user's own.
public protocol ProgramConversation: AnyObject {
    /// What comes next; waits for it. Throws `timed-out`, and the failure of its role for a line without an end.
    func next(until deadline: Deadline) throws(FedauthError) -> ProgramOutput

    /// Ends the program and all that it has started. To be called once, whatever has happened.
    func end()
}

/// What comes from a program of the user's own.
public enum ProgramOutput: Sendable {
    /// A line that it printed, without its end.
    case line(SharedSecret)
    /// It has ended, and everything that it printed was read: "status 1", "signal 9".
    case end(String)
}

/// What a program of the user's own is there for.
public struct ProgramRole: Sendable {
    /// What it is when the program does not start, ends too early, or says what nobody understands.
    public let failure: ErrorCode
    /// What it does, behind "to".
    public let purpose: String
    /// What 'fedauth help' calls the page that says how to talk.
    public let topic: String

    /// Shows a login.
    public static let presenter = ProgramRole(
        failure: .presenterFailed, purpose: "show the login", topic: "presenters")
    /// Provides credentials.
    public static let provider = ProgramRole(
        failure: .providerFailed, purpose: "provide credentials", topic: "provider")
}

extension ErrorCode {
    /// The program that was to show a login did not start, ended too early, or says what nobody understands.
    public static let presenterFailed = ErrorCode("presenter-failed", .noPresenter)
    /// The credential provider did not start, ended too early, or says what nobody understands; status 1.
    public static let providerFailed = ErrorCode("provider-failed", .other)
}
