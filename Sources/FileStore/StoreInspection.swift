public import Core
internal import Secrets

/// What can be seen of an encrypted file without asking anybody and without changing anything.
public struct StoreInspection: Sendable {
    /// Whether there is a file at all.
    public internal(set) var exists = false
    /// Its permission bits.
    public internal(set) var mode: UInt32?
    /// Its size.
    public internal(set) var bytes: Int?
    /// How often it was written.
    public internal(set) var generation: UInt64?
    /// How many entries it has.
    public internal(set) var entries: Int?
    /// Who holds its key now: `kernel` or `agent`. Nil: it is locked.
    public internal(set) var openedBy: String?
    /// What a command that reads it would end with, whatever passphrase it is given. Nil: it is sound as far as can be
    /// seen; while it is locked that is its header.
    public internal(set) var failure: FedauthError?

    init() {}
}

extension EncryptedFileStore {
    /// Looks at the file. Unlike a use this prolongs nothing, and what was seen is not remembered.
    public func inspect() -> StoreInspection {
        var inspection = StoreInspection()
        do throws(FedauthError) {
            // Also of a file that is refused one wants to know that it is there.
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
            let cache = KeyCache(storeID: parsed.header.storeID, clock: clock, keeper: keeper)
            guard usesCache, let key = cache.get(prolongs: false), try parsed.isAuthentic(key) else {
                return inspection
            }
            inspection.openedBy = keeper.name
            _ = try OpenStore(file, parsed, dataKey: SharedSecret(key), files, path: location)
        } catch {
            inspection.failure = error
        }
        return inspection
    }
}
