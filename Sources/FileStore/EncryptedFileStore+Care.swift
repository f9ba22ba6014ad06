public import Core
internal import Glibc
internal import Secrets

/// What a store needs now and then: looking it over, accepting a backup. Repair: `recover()`.
extension EncryptedFileStore {
    /// Opens every entry; answers the names of those that do not open.
    public func verify() throws(FedauthError) -> [String] {
        guard let store = try openStore() else { return [] }
        return try unreadable(in: store).map(\.entry.name)
    }

    /// Takes the store as it is for the newest, after a backup was put back.
    public func acceptOlder() throws(FedauthError) {
        guard let (_, parsed) = try openHeader() else { return }
        _ = try dataKey(for: parsed, offered: nil, keepsInCache: true)
        seen(parsed.header.storeID).remember(parsed)
    }

    /// The records of entries that are not as they were written. A disk that does not answer throws: what cannot be
    /// read now may be read again.
    func unreadable(in store: OpenStore) throws(FedauthError) -> [StoreIndex.Record] {
        var records: [StoreIndex.Record] = []
        for position in store.index.records.indices {
            do throws(FedauthError) {
                _ = try store.item(at: position)
            } catch  where error.code == .storeAltered || error.code == .storeDamaged {
                records.append(store.index.records[position])
            }
        }
        return records
    }
}
