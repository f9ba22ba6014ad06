/// A session from a store, with the version that distinguishes it from a newer one.
public struct StoredSession: Sendable {
    /// The session as read.
    public let session: Session
    private let entry: StoreEntry

    /// Throws `store-damaged` when the entry is not a session.
    public init(_ item: StoreItem) throws(FedauthError) {
        session = try Session(decoding: item.value, entry: item.entry.name)
        entry = item.entry
    }

    /// Replaces it with `changed`, but keeps the time of its sign-in, which is that of the entry. Returns false, and
    /// writes nothing, when another process has signed in or out meanwhile: the answer was about the old session.
    @discardableResult
    public func replace(with changed: Session, in store: any CredentialStore) throws(FedauthError) -> Bool {
        var draft = changed.draft
        draft.history = StoreDraft.History(of: entry)
        do throws(FedauthError) {
            try store.put(draft, expecting: .version(entry.version))
            return true
        } catch  where error.code == .versionConflict { return false }
    }
}
