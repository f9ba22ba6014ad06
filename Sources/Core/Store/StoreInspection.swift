/// The state of an encrypted file, found without prompting and without changing anything.
public struct StoreInspection: Sendable {
    /// Whether the file exists.
    public var exists = false
    /// Its permission bits.
    public var mode: UInt32?
    /// Its size, in bytes.
    public var bytes: Int?
    /// The number of writes.
    public var generation: UInt64?
    /// The number of entries.
    public var entries: Int?
    /// Whether the kernel has its key now.
    public var isOpen = false
    /// The error that a command reading the file would report with any passphrase. Nil when no fault was found; while
    /// the file is locked, only its header was checked.
    public var failure: FedauthError?

    /// `absent`, `locked` or `ready`.
    public var state: String { exists ? (isOpen ? "ready" : "locked") : "absent" }

    /// Creates the state of a missing file.
    public init() {}
}
