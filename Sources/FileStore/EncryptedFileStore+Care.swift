public import Core
internal import Glibc
internal import Secrets
internal import System

/// Maintenance of a store: checking it, and accepting a backup. For repair see `recover()`.
extension EncryptedFileStore: MaintainedStore {
    /// Opens every entry. Returns the names of those that cannot be opened.
    public func verify() throws(FedauthError) -> [String] {
        guard let store = try openStore() else { return [] }
        let records = try store.records()
        return try unreadable(in: store).map { records[$0].entry.name }
    }

    /// Removes the store: its file, the previous state, and what a repair has kept; then the folder, if nothing else is in
    /// it. Needs no key. Waits for a process that writes; throws `busy` when that takes too long.
    public func remove() throws(FedauthError) {
        guard let folder = try StoreDirectory(existing: folderPath, files) else { return }
        let writing = try folder.lock(StoreWriter.lock, waitSeconds: lockWaitSeconds, clock)
        defer { withExtendedLifetime(writing) {} }
        // A key without its file opens nothing.
        try? lock()
        let own = FileNames.names(in: folderPath).filter {
            $0 == StoreWriter.name || $0.hasPrefix(StoreWriter.name + ".")
        }
        for name in own.sorted(by: >) { try folder.remove(name) }
        Files.removeEmptyDirectory(folderPath)
    }

    /// Returns the positions of entries that are damaged. Throws on a read error: that may pass.
    func unreadable(in store: OpenStore) throws(FedauthError) -> [Int] {
        var positions: [Int] = []
        for position in store.index.rows.indices {
            do throws(FedauthError) {
                _ = try store.item(at: position, readsAhead: true)
            } catch  where error.code == .storeAltered || error.code == .storeDamaged { positions.append(position) }
        }
        return positions
    }

    /// Inspects the file. Unlike normal use, this extends no lifetime and records no state.
    public func inspect() -> StoreInspection {
        var inspection = StoreInspection()
        do throws(FedauthError) {
            // The file is reported as existing even when it is refused.
            if let folder = try StoreDirectory(existing: folderPath, files),
                let status = try? files.status(folder.descriptor, StoreWriter.name)
            {
                inspection.exists = true
                inspection.mode = status.mode
                inspection.bytes = status.size
            }
            guard let (file, parsed) = try openHeader() else { return inspection }
            inspection.generation = parsed.header.generation
            inspection.entries = parsed.header.entryCount
            try seen(parsed.header.storeID).look(parsed, path: location)
            let cache = KeyCache(storeID: parsed.header.storeID, clock: clock, cacheBackend: cacheBackend)
            guard usesCache, let key = cache.get(prolongs: false), try parsed.isAuthentic(key) else {
                return inspection
            }
            inspection.isOpen = true
            _ = try OpenStore(file, parsed, dataKey: SharedSecret(key), files, path: location)
        } catch { inspection.failure = error }
        return inspection
    }
}
