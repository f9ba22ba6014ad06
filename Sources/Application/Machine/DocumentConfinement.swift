/// What holds the processes that read documents of servers on this machine.
public struct DocumentConfinement: Sendable {
    /// seccomp(2) allows no system call that reaches anything.
    public var isHeldByCalls: Bool
    /// The version of Landlock's interface that allows no file and no port; nil: not in use.
    public var landlockVersion: Int?

    /// Creates a description.
    public init(isHeldByCalls: Bool, landlockVersion: Int?) {
        self.isHeldByCalls = isHeldByCalls
        self.landlockVersion = landlockVersion
    }
}
