/// What holds the processes that read documents of servers on this machine.
public struct DocumentConfinement: Sendable {
    /// seccomp(2) allows no system call that reaches anything.
    public var isHeldByCalls: Bool
    /// The version of Landlock's interface that allows no file and no port; nil: not in use.
    public var landlockVersion: Int?

    /// What is missing, in words; nil: nothing that matters.
    var fault: String? {
        guard !isHeldByCalls else { return nil }
        guard let landlockVersion else {
            return "pages of servers are read in a process that nothing holds: no seccomp and no Landlock"
        }
        return "pages of servers are read in a process held by Landlock ABI \(landlockVersion) alone: no seccomp"
    }

    /// What to do about a fault.
    static let advice = "use a kernel with seccomp filters; a container's rules may forbid them"

    /// Creates a description.
    public init(isHeldByCalls: Bool, landlockVersion: Int?) {
        self.isHeldByCalls = isHeldByCalls
        self.landlockVersion = landlockVersion
    }
}
