/// One sign-in at a time per profile, held by the kernel so that it ends with its holder.
public protocol SignInLock: AnyObject {
    /// Takes the lock of `name` and leaves `purpose` (an address) for others to read.
    ///
    /// Waits while somebody else holds it, telling `onWait` again and again who that is; throws `sign-in-in-progress`
    /// at once when `waits` is false, `timed-out` at the deadline, and the holder's error when it has given up for
    /// everybody.
    /// - Returns: the held lock; it is released when the value goes.
    func acquire(
        _ name: String, purpose: String, waits: Bool, deadline: Deadline, onWait: (SignInHolder) -> Void
    ) throws(FedauthError) -> any HeldSignInLock
}

/// Releases its lock when the last reference goes.
public protocol HeldSignInLock: AnyObject {
    /// True when another sign-in had it first.
    var hadToWait: Bool { get }

    /// Lets those who wait now fail as well, when the sign-in has failed in a way that trying again makes worse.
    /// Whoever comes later is not concerned.
    func giveUp(_ reason: SignInGivenUp)
}

/// Why nobody of those who wait for a sign-in should try it next.
public enum SignInGivenUp: String, Sendable, CaseIterable {
    /// A person has closed the window, or ended the question: the next one would only come up after it.
    case cancelled
    /// The server has said no: servers lock accounts after a few of these.
    case refused

    /// Nil for a failure after which somebody else may well succeed.
    public init?(_ error: FedauthError) {
        switch error.code {
        case .cancelled: self = .cancelled
        case .refused, .requestRefused: self = .refused
        default: return nil
        }
    }

    /// What one who has waited fails with.
    public func error(_ holder: SignInHolder) -> FedauthError {
        let process = holder.processID.map { "process \($0)" } ?? "another process"
        switch self {
        case .cancelled:
            return FedauthError(
                .cancelled, "the sign-in of \(process) at '\(holder.purpose)' was cancelled, and this one with it",
                hint: "nothing was stored; start it again to sign in")
        case .refused:
            return FedauthError(
                .refused, "the sign-in of \(process) at '\(holder.purpose)' was refused, and this one was not tried",
                hint: "that process has said why; start it again to try")
        }
    }
}

/// Who is signing in.
public struct SignInHolder: Sendable, Equatable {
    /// Its process; nil when it cannot be told.
    public var processID: Int32?
    /// The address that it signs in at.
    public var purpose: String

    /// Who is signing in, as far as the lock tells.
    public init(processID: Int32?, purpose: String) {
        self.processID = processID
        self.purpose = purpose
    }
}
