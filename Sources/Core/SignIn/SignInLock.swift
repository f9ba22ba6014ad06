/// One sign-in at a time per profile, held by the kernel so that it ends with its holder.
public protocol SignInLock: AnyObject {
    /// Takes the lock of `name` and leaves `purpose` (an address) for others to read.
    ///
    /// Waits while somebody else holds it, telling `onWait` again and again who that is; throws `sign-in-in-progress`
    /// at once when `waits` is false, `timed-out` at the deadline.
    /// - Returns: the held lock; it is released when the value goes.
    func acquire(
        _ name: String, purpose: String, waits: Bool, deadline: Deadline, onWait: (SignInHolder) -> Void
    ) throws(FedauthError) -> any HeldSignInLock
}

/// Releases its lock when the last reference goes.
public protocol HeldSignInLock: AnyObject {
    /// True when another sign-in had it first.
    var hadToWait: Bool { get }
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
