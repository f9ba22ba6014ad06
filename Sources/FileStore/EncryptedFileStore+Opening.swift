internal import Core
internal import Secrets
internal import System

/// Opens a store: header, key, check for an older copy, index.
extension EncryptedFileStore {
    /// Opens the file and reads its header; nil when there is no store. Throws `store-damaged` when only the previous
    /// state exists: no write of fedauth leaves that, and a new store would hide it.
    func openHeader() throws(FedauthError) -> (file: SharedDescriptor, parsed: ParsedHeader)? {
        guard let folder = try StoreDirectory(existing: folderPath, files) else { return nil }
        guard let file = try folder.open(StoreWriter.name) else {
            guard try folder.open(StoreWriter.previous) == nil else { throw StoreFailure.missing(location) }
            return nil
        }
        return (file, try OpenStore.header(of: file, files, path: location))
    }

    /// Returns the identifier of any file that begins like a store, even a damaged one.
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

    /// Opens the current state of the store; nil when there is none.
    ///
    /// - Parameters:
    ///   - offered: a key to try instead of asking for one.
    ///   - mayAsk: when false, throws `store-locked` instead of asking.
    func openStore(offered: StoreKey? = nil, mayAsk: Bool = true) throws(FedauthError) -> OpenStore? {
        var attempts = 0
        while true {
            guard let (file, parsed) = try openHeader() else { return nil }
            if !mayAsk, offered == nil, try rememberedKey(for: parsed) == nil { throw StoreFailure.locked(self) }
            let key = try dataKey(for: parsed, offered: offered, keepsInCache: true)
            do throws(FedauthError) {
                try seen(parsed.header.storeID).check(parsed, path: location)
            } catch {
                // A writer may have installed and recorded a newer state since the file was opened.
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

    /// Returns the record of the last state seen.
    func seen(_ storeID: [UInt8]) -> RollbackGuard {
        RollbackGuard(
            folder: stateFolderPath + "/seen", storeID: storeID, files: files,
            cacheBackend: usesCache ? cacheBackend : nil)
    }

    /// Returns the data key if this process or the key cache has the right one; drops a wrong one.
    func rememberedKey(for parsed: ParsedHeader) throws(FedauthError) -> SharedSecret? {
        if let held {
            if try parsed.isAuthentic(held.copy()) { return held }
            self.held = nil
        }
        guard usesCache else { return nil }
        let cache = KeyCache(storeID: parsed.header.storeID, clock: clock, cacheBackend: cacheBackend)
        guard let cached = cache.get() else { return nil }
        guard try parsed.isAuthentic(cached) else {
            _ = cache.forget()
            return nil
        }
        let key = SharedSecret(cached)
        held = key
        return key
    }

    /// Returns the data key, asking for a key if necessary.
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
                    _ = KeyCache(storeID: parsed.header.storeID, clock: clock, cacheBackend: cacheBackend).keep(
                        dataKey, forSeconds: nil)
                }
                let shared = SharedSecret(dataKey)
                held = shared
                return shared
            }
        }
        throw StoreFailure.wrongKey(place, keys.last, Set(slots.compactMap(\.kind)))
    }

    /// Returns the keys to try, from the passphrase source.
    private func ask(_ kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey] {
        guard !kinds.isEmpty else { throw StoreFailure.unknownSlots(location) }
        guard let passphrases else { throw StoreFailure.locked(self) }
        do throws(FedauthError) {
            return try passphrases.keys(for: place, among: kinds)
        } catch {
            var error = error
            if error.code == .storeLocked, error.hint == nil { error.hint = waysOn }
            throw error
        }
    }
}
