/// The result of a repair.
public struct StoreRecovery: Sendable, Equatable {
    /// The names of lost entries.
    public var lost: [String] = []
    /// The names of entries whose last value is lost and whose previous value was restored.
    public var older: [String] = []
    /// The names of entries that were there twice, and of which the last written one was kept.
    public var doubled: [String] = []
    /// Whether the index was lost, so that the last write was undone. Its changes are lost and cannot be listed.
    public var isStateBefore = false
    /// Where the damaged data is kept; nil when nothing was changed.
    public var kept: String?
    /// Whether lost entries are still listed: their files may come back from a backup.
    public var listsLost = false

    /// Creates a result, by default without losses.
    public init(lost: [String] = [], listsLost: Bool = false) { (self.lost, self.listsLost) = (lost, listsLost) }
}

/// A store that can be checked and repaired, entry by entry.
public protocol MaintainedStore: CredentialStore {
    /// Opens every entry. Returns the names of those that cannot be opened. Changes nothing.
    func verify() throws(FedauthError) -> [String]

    /// Recovers as much as possible.
    func recover() throws(FedauthError) -> StoreRecovery

    /// Returns the paths of the store's files that belong to no entry, such as those of an interrupted write. Throws
    /// when this is uncertain, and never returns a file that may still be needed.
    func leftovers() throws(FedauthError) -> [String]

    /// Removes these files and returns their paths.
    func removeLeftovers() throws(FedauthError) -> [String]
}

/// The default, for stores that consist of one file.
extension MaintainedStore {
    /// Returns no paths.
    public func leftovers() throws(FedauthError) -> [String] { [] }

    /// Removes nothing.
    public func removeLeftovers() throws(FedauthError) -> [String] { [] }
}
