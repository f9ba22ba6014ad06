internal import Glibc
public import Secrets

/// Keeps small secrets in memory beyond the process, each for a limited time: in the kernel's keyring (`KernelKeys`), or in a
/// test's own memory. Nothing is written to disk.
///
/// Failures return nil or false; a store then asks for the passphrase again.
public protocol KeyCacheBackend: Sendable {
    /// Whether keys can be kept; tried without leaving anything behind.
    var isUsable: Bool { get }

    /// Adds or replaces `payload`. Without a timeout, the backend decides how long it stays.
    func put(_ description: String, _ payload: borrowing Secret, timeoutSeconds: UInt32?) -> Bool

    /// Returns the payload; nil when there is none, it has expired, or it may not be read.
    func get(_ description: String, atMost limit: Int) -> Secret?

    /// Sets the remaining lifetime, in seconds.
    func extend(_ description: String, timeoutSeconds: UInt32)

    /// Removes the payload. Returns true when it is certain that none is left.
    func remove(_ description: String) -> Bool
}

extension KeyCacheBackend {
    /// Tried with a meaningless key.
    public var isUsable: Bool {
        let name = "fedauth:probe:\(getpid())"
        guard put(name, Secret([1]), timeoutSeconds: 1) else { return false }
        defer { _ = remove(name) }
        return get(name, atMost: 1) != nil
    }
}
