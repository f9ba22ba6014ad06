/// A session as a store had it, and the version that tells it from a newer one.
public struct StoredSession: Sendable {
    /// What was read.
    public let session: Session
    private let version: UInt64

    /// Throws `store-damaged` for what is no session.
    public init(_ item: StoreItem) throws(FedauthError) {
        session = try Session(decoding: item.value, entry: item.entry.name)
        version = item.entry.version
    }

    /// Writes `changed` in its place. False, and nothing is written, when another process has signed in or out since:
    /// what a server said of the one that was read says nothing of a newer one.
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
