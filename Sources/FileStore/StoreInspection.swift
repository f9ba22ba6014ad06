public import Core
internal import Secrets

extension EncryptedFileStore {
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
        } catch {
            inspection.failure = error
        }
        return inspection
    }
}
