internal import Core
internal import Secrets
internal import System

/// Changes a store: gets the key first, which may prompt or take time, then reads again and writes under the lock.
extension EncryptedFileStore {
    /// Makes the data key available before the lock is taken; generates one when there is no store.
    func prepare() throws(FedauthError) -> NewStore? {
        guard let (_, parsed) = try openHeader() else { return try makeStore() }
        _ = try dataKey(for: parsed, offered: nil, keepsInCache: true)
        return nil
    }

    /// Changes the contents under the lock. `newStore` makes the keys for a new store; nil when the store must exist.
    /// `dropsPrevious` removes the previous state, which the old keys open. `change` changes the header, given the data
    /// key; returns a data key if it is to be replaced.
    @discardableResult
    func write<Result>(
        newStore: NewStore?, mustBeNew: Bool = false, dropsPrevious: Bool = false,
        header change: (inout StoreHeader, SharedSecret) throws(FedauthError) -> SharedSecret? = { _, _ in nil },
        _ edit: (inout StoreContents) throws(FedauthError) -> Result
    ) throws(FedauthError) -> Result {
        let folder = try StoreDirectory(making: folderPath, files)
        let (lock, before) = try locked(folder, newStore, mustBeNew: mustBeNew)
        defer { withExtendedLifetime(lock) {} }
        var header: StoreHeader
        var dataKey: SharedSecret
        if let before {
            header = before.parsed.header
            header.generation += 1
            dataKey = before.dataKey
        } else if let newStore {
            header = StoreHeader(
                storeID: newStore.storeID, generation: 1, bodySalt: [], entryCount: 0, indexBytes: 0, bodyBytes: 0,
                slots: [newStore.slot])
            dataKey = newStore.dataKey
        } else {
            throw FedauthError(.storeUnavailable, "the store '\(location)' went away")
        }
        let newDataKey = try change(&header, dataKey)
        if let newDataKey { dataKey = newDataKey }
        var contents = StoreContents(of: before)
        let result = try edit(&contents)
        let writer = StoreWriter(folder: folder, random: random, path: location)
        let written = try writer.write(contents, header: header, dataKey: dataKey, before: before)
        seen(header.storeID).remember(written.parsed)
        held = dataKey
        if usesCache, before == nil || newDataKey != nil {
            _ = keyCache(header.storeID).keep(dataKey.copy(), forSeconds: nil)
        }
        if dropsPrevious { try writer.removePrevious() }
        return result
    }

    /// Takes the lock and opens the store. Never asks for a key while holding the lock: if another process has replaced
    /// the data key, releases the lock first.
    private func locked(
        _ folder: StoreDirectory, _ newStore: NewStore?, mustBeNew: Bool
    ) throws(FedauthError) -> (lock: SharedDescriptor, before: OpenStore?) {
        var attempts = 0
        while true {
            let lock = try folder.lock(StoreWriter.lock, waitSeconds: lockWaitSeconds, clock)
            if mustBeNew, try openHeader() != nil { throw existing }
            do throws(FedauthError) {
                return (lock, try openStore(offered: newStore?.key, mayAsk: false))
            } catch {
                attempts += 1
                guard error.code == .storeLocked, attempts < 3 else { throw error }
            }
            _ = consume lock
            _ = try openStore()
        }
    }
}
