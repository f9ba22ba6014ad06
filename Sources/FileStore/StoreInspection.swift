public import Core
internal import Secrets

/// The state of an encrypted file, found without prompting and without changing anything.
public struct StoreInspection: Sendable {
    /// Whether the file exists.
    public internal(set) var exists = false
    /// Its permission bits.
    public internal(set) var mode: UInt32?
    /// Its size, in bytes.
    public internal(set) var bytes: Int?
    /// The number of writes.
    public internal(set) var generation: UInt64?
    /// The number of entries.
    public internal(set) var entries: Int?
    /// The cache that has its key now: `kernel` or `agent`. Nil when it is locked.
    public internal(set) var openedBy: String?
    /// The error that a command reading the file would report with any passphrase. Nil when no fault was found; while
    /// the file is locked, only its header was checked.
    public internal(set) var failure: FedauthError?

    init() {}
}

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
            inspection.openedBy = cacheBackend.name
            _ = try OpenStore(file, parsed, dataKey: SharedSecret(key), files, path: location)
        } catch {
            inspection.failure = error
        }
        return inspection
    }
}
