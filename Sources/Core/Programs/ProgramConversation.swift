public import Secrets

/// An external program that exchanges lines with fedauth: it shows logins, or provides credentials.
public protocol UserProgram: AnyObject {
    /// The name that the user gave, for messages.
    var name: String { get }

    /// Starts the program, with arguments of which none is secret; it reads the instructions first. The end of its
    /// standard input tells it that the result is not needed. Throws the failure of its role when it cannot be started.
    func start(_ arguments: [String], instructions: SharedSecret) throws(FedauthError) -> any ProgramConversation
}

/// A running external program.
public protocol ProgramConversation: AnyObject {
    /// Sends a further line after the instructions.
    func tell(_ line: SharedSecret)

    /// Waits for the next output. Throws `timed-out`, and the failure of its role for an endless line.
    func next(until deadline: Deadline) throws(FedauthError) -> ProgramOutput

    /// Ends the program and all processes that it started. Must be called exactly once, also after an error.
    func end()
}

extension ProgramConversation {
    /// Sends nothing, for a program that gets all at once.
    public func tell(_ line: SharedSecret) {}

    /// Returns the next line. Throws the role's failure with `omission` ("gave no answer") when the program has ended.
    func line(
        of shown: String, _ role: ProgramRole, until deadline: Deadline, orElse omission: String
    ) throws(FedauthError) -> SharedSecret {
        switch try next(until: deadline) {
        case .line(let text): return text
        case .end(let how):
            throw FedauthError(
                role.failure, "'\(shown)' ended with \(how), and \(omission)",
                hint: "what it printed on stderr may tell why")
        }
    }
}

/// The output of an external program.
public enum ProgramOutput: Sendable {
    /// A line without its line break.
    case line(SharedSecret)
    /// The program has ended, after all its output was read: "status 1", "signal 9".
    case end(String)
}

/// The role of an external program.
public struct ProgramRole: Sendable {
    /// The error when the program does not start, ends too early, or prints an unknown message.
    public let failure: ErrorCode
    /// What it does, after the word "to".
    public let purpose: String
    /// The topic of 'fedauth help' that documents the messages.
    public let topic: String
    /// The longest line of its output, in bytes. By default 4 MiB: larger than the largest cookie jar.
    public var lineBytes = 4 << 20
    /// What such a line is.
    var message = "message"
    /// The error codes that it may use.
    let codes: [ErrorCode]
    /// The code in place of any other.
    let otherCode: ErrorCode

    /// Shows a login.
    public static let presenter = ProgramRole(
        failure: .presenterFailed, purpose: "show the login", topic: "presenters",
        codes: PresenterMessage.codes, otherCode: .noPresenter)
    /// Provides credentials.
    public static let provider = ProgramRole(
        failure: .providerFailed, purpose: "provide credentials", topic: "provider",
        codes: ProviderMessage.codes, otherCode: .providerFailed)
}
