public import Core

/// An identity, and what an enrolment did about it.
public struct EnrollmentOutcome {
    /// The identity.
    public var identity: Identity
    /// False when the identity existed already.
    public var isFresh: Bool
    /// The paths of the files that were written.
    public var paths: [String] = []
    /// Whether the identity, with its existing certificate, is now bound to other servers.
    public var isRebound = false
}
