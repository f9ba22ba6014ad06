internal import Core
internal import Crypto
internal import Secrets

/// How a store is changed: the key first, for that may ask or take time; then, under the lock, read again,
/// change, write.
extension EncryptedFileStore {
    /// What a store that does not exist yet will be opened by.
    struct NewStore {
        var key: StoreKey
        var storeID: [UInt8]
        var dataKey: SharedSecret
        var slot: KeySlot
    }

    /// Makes sure, outside the lock, that the data key is at hand; for a store that is not there, makes one up.
    func prepare() throws(FedauthError) -> NewStore? {
        guard let (_, parsed) = try openHeader() else { return try makeStore() }
        _ = try dataKey(for: parsed, offered: nil, keepsInCache: true)
        return nil
    }

    func makeStore() throws(FedauthError) -> NewStore {
        guard let passphrases else { throw StoreFailure.locked(location) }
        let key = if let newKey { newKey } else { try passphrases.newKey(for: place) }
        let storeID = try random.bytes(16)
        let dataKey = SharedSecret(try random.secret(32))
        let slot = try KeySlot.sealing(dataKey.copy(), by: key, logN: logN, storeID: storeID, random: random)
        return NewStore(key: key, storeID: storeID, dataKey: dataKey, slot: slot)
    }

    /// Changes the contents under the lock.
    ///
    /// - Parameters:
    ///   - newStore: what to make when there is none; nil when there must be one.
    ///   - dropsPrevious: whether the state before is removed, for it opens with what opened it then.
    ///   - change: changes the header, knowing the data key, and answers another one if there is to be one.
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
                storeID: newStore.storeID, generation: 1, bodySalt: [], entryCount: 0, indexBytes: 0,
                bodyBytes: 0,
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
            _ = KeyCache(storeID: header.storeID, clock: clock, keeper: keeper).keep(dataKey.copy(), forSeconds: nil)
        }
        if dropsPrevious { try writer.removePrevious() }
        return result
    }

    /// The lock, and the store as it is under it. Nobody is asked for a key while others wait for the lock: when another
    /// process has exchanged the data key, the lock is let go for that.
    private func locked(
        _ folder: StoreDirectory, _ newStore: NewStore?, mustBeNew: Bool
    ) throws(FedauthError) -> (lock: Descriptor, before: OpenStore?) {
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
