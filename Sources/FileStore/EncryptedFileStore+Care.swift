public import Core
internal import Glibc
internal import Secrets

/// Maintenance of a store: checking it, and accepting a backup. For repair see `recover()`.
extension EncryptedFileStore {
    /// Opens every entry. Returns the names of those that cannot be opened.
    public func verify() throws(FedauthError) -> [String] {
        guard let store = try openStore() else { return [] }
        let records = try store.records()
        return try unreadable(in: store).map { records[$0].entry.name }
    }

    /// Accepts the current file as the newest state, after a backup was restored.
    public func acceptOlder() throws(FedauthError) {
        guard let (_, parsed) = try openHeader() else { return }
        _ = try dataKey(for: parsed, offered: nil, keepsInCache: true)
        seen(parsed.header.storeID).remember(parsed)
    }

    /// Returns the positions of entries that are damaged. Throws on a read error, because what cannot be read now may
    /// be readable later.
    func unreadable(in store: OpenStore) throws(FedauthError) -> [Int] {
        var positions: [Int] = []
        for position in store.index.rows.indices {
            do throws(FedauthError) {
                _ = try store.item(at: position, readsAhead: true)
            } catch  where error.code == .storeAltered || error.code == .storeDamaged {
                positions.append(position)
            }
        }
        return positions
    }
}
