/// Allows one sign-in at a time per profile. The kernel holds the lock, so that it ends with its holder.
public protocol SignInLock: AnyObject {
    /// Takes the lock of `name` until what it returns ends; records `purpose` (an address) for other processes to read.
    /// While another process holds it, waits and calls `onWait` repeatedly with the holder. Throws
    /// `sign-in-in-progress` at once when `waits` is false, `timed-out` at the deadline, and the holder's error when
    /// that has given up for all waiting processes.
    func acquire(
        _ name: String, purpose: String, waits: Bool, deadline: Deadline, onWait: (SignInHolder) -> Void
    ) throws(FedauthError) -> any HeldSignInLock
}

/// Releases its lock when the last reference ends.
public protocol HeldSignInLock: AnyObject {
    /// Whether another sign-in held the lock before.
    var hadToWait: Bool { get }

    /// Makes the currently waiting processes fail as well, after a failure that another attempt would make worse. Does
    /// not affect processes that start later.
    func giveUp(_ reason: SignInGivenUp)
}

/// Why waiting processes should not try to sign in.
public enum SignInGivenUp: String, Sendable, CaseIterable {
    /// The user closed the window or cancelled the prompt; another attempt would only show it again.
    case cancelled
    /// The server refused; servers lock accounts after a few refusals.
    case refused

    /// Returns nil for a failure after which another process may succeed.
    public init?(_ error: FedauthError) {
        switch error.code {
        case .cancelled: self = .cancelled
        case .refused, .requestRefused: self = .refused
        default: return nil
        }
    }

    /// Returns the error for a process that waited.
    public func error(_ holder: SignInHolder) -> FedauthError {
        switch self {
        case .cancelled:
            return FedauthError(
                .cancelled,
                "the sign-in of \(holder.process) at '\(holder.purpose)' was cancelled, and this one with it",
                hint: "nothing was stored; start it again to sign in")
        case .refused:
            return FedauthError(
                .refused,
                "the sign-in of \(holder.process) at '\(holder.purpose)' was refused, and this one was not tried",
                hint: "that process has said why; start it again to try")
        }
    }
}

/// The process that is signing in.
public struct SignInHolder: Sendable, Equatable {
    /// Its process ID; nil when unknown.
    public var processID: Int32?
    /// The name of its machine; nil for this one.
    public var host: String?
    /// The address of its sign-in.
    public var purpose: String

    /// Creates a holder, as far as the lock describes it.
    public init(processID: Int32?, host: String? = nil, purpose: String) {
        (self.processID, self.host, self.purpose) = (processID, host, purpose)
    }

    /// The process, for messages: `process 12`, `process 12 on 'host'`.
    public var process: String {
        let process = processID.map { "process \($0)" } ?? "another process"
        return process + (host.map { " on '\($0.folded(to: 60))'" } ?? "")
    }

    /// Returns the error for a process that does not wait for this holder; nil: it is not known.
    public static func inProgress(_ holder: SignInHolder?, _ name: String) -> FedauthError {
        FedauthError(
            .signInInProgress,
            "\(holder?.process ?? "another process") is signing in to '\(name)'\(holder.map { " at '\($0.purpose)'" } ?? "")",
            hint: "leave out '--no-wait' to wait for it")
    }
}
