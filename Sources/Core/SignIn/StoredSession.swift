/// A session from a store, with the version that distinguishes it from a newer one.
public struct StoredSession: Sendable {
    /// The session as read.
    public let session: Session
    private let version: UInt64

    /// Throws `store-damaged` when the entry is not a session.
    public init(_ item: StoreItem) throws(FedauthError) {
        session = try Session(decoding: item.value, entry: item.entry.name)
        version = item.entry.version
    }

    /// Replaces it with `changed`. Returns false, and writes nothing, when another process has signed in or out
    /// meanwhile: the server's answer was about the old session, not the new one.
    @discardableResult
    public func replace(with changed: Session, in store: any CredentialStore) throws(FedauthError) -> Bool {
        do throws(FedauthError) {
            try store.put(changed.draft, expecting: .version(version))
            return true
        } catch  where error.code == .versionConflict {
            return false
        }
    }
}
