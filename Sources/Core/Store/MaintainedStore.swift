/// A store that can be looked over and repaired, entry by entry.
public protocol MaintainedStore: CredentialStore {
    /// Opens every entry; answers the names of those that do not open. Changes nothing.
    func verify() throws(FedauthError) -> [String]

    /// Saves what can be saved; answers the names of what is lost.
    func recover() throws(FedauthError) -> [String]

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
