internal import Core
internal import Secrets

/// How a store is opened: header, key, check for an older copy, index.
extension EncryptedFileStore {
    /// The file and its header; nil when there is no store. Throws `store-damaged` when only the state before the last
    /// write is there: no write of ours leaves it so, and a new store would take its place.
    func openHeader() throws(FedauthError) -> (file: Descriptor, parsed: ParsedHeader)? {
        guard let folder = try StoreDirectory(existing: folderPath, files) else { return nil }
        guard let file = try folder.open(StoreWriter.name) else {
            guard try folder.open(StoreWriter.previous) == nil else { throw StoreFailure.missing(location) }
            return nil
        }
        return (file, try OpenStore.header(of: file, files, path: location))
    }

    /// The identifier of whatever begins like a store, sound or not.
    func storeID() throws(FedauthError) -> [UInt8]? {
        guard let folder = try StoreDirectory(existing: folderPath, files),
            let file = try folder.open(StoreWriter.name)
        else { return nil }
        do throws(SystemFailure) {
            let start = try files.read(file, count: StoreFormat.identifier.upperBound, at: 0)
            guard start.count == StoreFormat.identifier.upperBound, start.starts(with: StoreFormat.magic) else {
                return nil
            }
            return Array(start[StoreFormat.identifier])
        } catch {
            throw StoreFailure.system(error, "read '\(location)'")
        }
    }

    /// The store as it is now; nil when there is none.
    ///
    /// - Parameters:
    ///   - offered: a key to try instead of asking for one.
    ///   - mayAsk: false: throws `store-locked` rather than ask anybody.
    func openStore(offered: StoreKey? = nil, mayAsk: Bool = true) throws(FedauthError) -> OpenStore? {
        var attempts = 0
        while true {
            guard let (file, parsed) = try openHeader() else { return nil }
            if !mayAsk, offered == nil, try rememberedKey(for: parsed) == nil { throw StoreFailure.locked(location) }
            let key = try dataKey(for: parsed, offered: offered, keepsInCache: true)
            do throws(FedauthError) {
                try seen(parsed.header.storeID).check(parsed, path: location)
            } catch {
                // A writer may have put a newer state in place, and remembered it, since the file was opened.
                attempts += 1
                if attempts < 10, let folder = try StoreDirectory(existing: folderPath, files),
                    !folder.isCurrent(file, StoreWriter.name)
                {
                    continue
                }
                throw error
            }
            return try OpenStore(file, parsed, dataKey: key, files, path: location)
        }
    }

    /// The last state of the store that was seen.
    func seen(_ storeID: [UInt8]) -> SeenGenerations {
        SeenGenerations(
            folder: stateFolderPath + "/seen", storeID: storeID, files: files,
            keeper: usesCache ? keeper : nil)
    }

    /// The data key if memory or the keeper has the right one; a wrong one is dropped.
    func rememberedKey(for parsed: ParsedHeader) throws(FedauthError) -> SharedSecret? {
        if let held {
            if try parsed.isAuthentic(held.copy()) { return held }
            self.held = nil
        }
        guard usesCache else { return nil }
        let cache = KeyCache(storeID: parsed.header.storeID, clock: clock, keeper: keeper)
        guard let cached = cache.get() else { return nil }
        guard try parsed.isAuthentic(cached) else {
            _ = cache.forget()
            return nil
        }
        let key = SharedSecret(cached)
        held = key
        return key
    }

    /// The data key, by asking if need be.
    func dataKey(
        for parsed: ParsedHeader, offered: StoreKey?, keepsInCache: Bool, mayRemember: Bool = true
    ) throws(FedauthError) -> SharedSecret {
        try passphrases?.check()
        if mayRemember, let key = try rememberedKey(for: parsed) { return key }
        let slots = parsed.header.slots
        let keys = if let offered { [offered] } else { try ask(Set(slots.compactMap(\.kind))) }
        for key in keys {
            for slot in slots {
                guard let dataKey = try slot.open(key, storeID: parsed.header.storeID) else { continue }
                guard try parsed.isAuthentic(dataKey) else {
                    throw StoreFailure.altered(location, "its header was not written with its own key")
                }
                if usesCache, keepsInCache {
                    _ = KeyCache(storeID: parsed.header.storeID, clock: clock, keeper: keeper).keep(
                        dataKey, forSeconds: nil)
                }
                let shared = SharedSecret(dataKey)
                held = shared
                return shared
            }
        }
        throw StoreFailure.wrongKey(location, keys.last, Set(slots.compactMap(\.kind)))
    }

    /// The keys to try, from whoever knows them.
    private func ask(_ kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey] {
        guard !kinds.isEmpty else { throw StoreFailure.unknownSlots(location) }
        guard let passphrases else { throw StoreFailure.locked(location) }
        do throws(FedauthError) {
            return try passphrases.keys(for: place, among: kinds)
        } catch {
            var error = error
            if error.code == .storeLocked, error.hint == nil { error.hint = StoreFailure.waysOn }
            throw error
        }
    }
}
