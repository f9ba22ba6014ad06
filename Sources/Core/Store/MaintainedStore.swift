/// What a repair came to.
public struct StoreRecovery: Sendable, Equatable {
    /// The names of entries that are lost.
    public var lost: [String] = []
    /// The names of entries whose last value is lost, and the one before is back.
    public var older: [String] = []
    /// Whether the list of entries was lost, so that the state before the last write is back: what that write changed is
    /// gone, and cannot be named.
    public var isStateBefore = false
    /// Where what was there is kept; nil when nothing was changed.
    public var kept: String?

    /// Nothing was lost.
    public init(lost: [String] = []) { self.lost = lost }
}

/// A store that can be looked over and repaired, entry by entry.
public protocol MaintainedStore: CredentialStore {
    /// Opens every entry; answers the names of those that do not open. Changes nothing.
    func verify() throws(FedauthError) -> [String]

    /// Saves what can be saved.
    func recover() throws(FedauthError) -> StoreRecovery

    /// The paths of files of the store that belong to no entry any more, such as those of an interrupted write. Throws
    /// when it cannot be told, and never names one that may still be needed.
    func leftovers() throws(FedauthError) -> [String]

    /// Removes these files; answers their paths.
    func removeLeftovers() throws(FedauthError) -> [String]
}

/// A store that is one file has nothing beside it.
extension MaintainedStore {
    /// None.
    public func leftovers() throws(FedauthError) -> [String] { [] }

    /// None.
    public func removeLeftovers() throws(FedauthError) -> [String] { [] }
}
