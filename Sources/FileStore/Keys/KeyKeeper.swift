public import Secrets

/// Keeps small secrets in memory beyond a process, each for a time: the kernel's keyring where it may be used
/// (`KernelKeys`), else an agent (`AgentKeys`). Nothing is ever written to a disk.
///
/// Everything answers nil or false where it cannot be done; a store then asks for the passphrase again.
public protocol KeyKeeper: Sendable {
    /// `kernel` or `agent`.
    var name: String { get }

    /// Whether keys can be kept here: tried, and nothing is left of it.
    var isUsable: Bool { get }

    /// Keeps `payload`, or changes what is kept. With no timeout it stays as long as the keeper likes.
    func put(_ description: String, _ payload: borrowing Secret, timeoutSeconds: UInt32?) -> Bool

    /// What is kept; nil when there is nothing, it has ended, or it may not be read.
    func get(_ description: String, atMost limit: Int) -> Secret?

    /// Lets it live for so many seconds from now.
    func extend(_ description: String, timeoutSeconds: UInt32)

    /// Takes it away; true when it is certain that nothing is left.
    func remove(_ description: String) -> Bool
}
