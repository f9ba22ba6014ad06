internal import Core
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
        guard let folder = try StoreDirectory(existing: folderPath, files), let file = try folder.open(StoreWriter.name)
        else { return nil }
        do throws(SystemFailure) {
            let start = try files.read(file, count: StoreFormat.identifier.upperBound, at: 0)
            guard start.count == StoreFormat.identifier.upperBound, start.starts(with: StoreFormat.magic) else {
                return nil
            }
            return Array(start[StoreFormat.identifier])
        } catch { throw StoreFailure.system(error, "read '\(location)'") }
    }

    /// Opens the current state of the store, by the `offered` key if there is one; nil when there is no store. Throws
    /// `store-locked` instead of asking when it may not.
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
}
