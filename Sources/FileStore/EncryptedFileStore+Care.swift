public import Core
internal import Glibc
internal import Secrets

/// What a store needs now and then: looking it over, saving what can be saved, other passphrases.
extension EncryptedFileStore {
    /// Opens every entry; answers the names of those that do not open.
    public func verify() throws(FedauthError) -> [String] {
        guard let store = try openStore() else { return [] }
        return try unreadable(in: store).map(\.entry.name)
    }

    /// Writes a state with the entries that open, out of the store or, when its header or index is lost, out of
    /// the state before. Answers the names of what is lost; what was there stays as `store.prev` or
    /// `store.damaged`.
    public func recover() throws(FedauthError) -> [String] {
        let reason: FedauthError
        do throws(FedauthError) {
            guard let store = try openStore() else { return [] }
            let bad = try unreadable(in: store)
            if !bad.isEmpty {
                // What another process has written since is another version, and good.
                try write(newStore: nil) { contents in contents.keep { !bad.contains($0) } }
            }
            return bad.map(\.entry.name)
        } catch {
            guard [.storeDamaged, .storeAltered].contains(error.code) else { throw error }
            reason = error
        }
        let folder = try StoreDirectory(making: folderPath, files)
        let lock = try folder.lock(StoreWriter.lock, waitSeconds: lockWaitSeconds, clock)
        defer { withExtendedLifetime(lock) {} }
        guard let file = try folder.open(StoreWriter.previous) else { throw reason }
        let parsed = try OpenStore.header(of: file, files, path: location + ".prev")
        let key = try dataKey(for: parsed, offered: nil, keepsInCache: true)
        let previous = try OpenStore(file, parsed, dataKey: key, files, path: location + ".prev")
        let bad = try unreadable(in: previous)
        var contents = StoreContents(of: previous)
        contents.keep { !bad.contains($0) }
        var header = parsed.header
        // The lost state was one further.
        header.generation += 2
        // A second name, not another one: until the new state is in its place, the store is damaged and not absent.
        do throws(SystemFailure) {
            do throws(SystemFailure) {
                try files.unlink(folder.descriptor, StoreWriter.damaged)
            } catch  where error.number == ENOENT {}
            do throws(SystemFailure) {
                try files.link(folder.descriptor, StoreWriter.name, StoreWriter.damaged)
            } catch  where error.number == ENOENT {}
        } catch {
            throw StoreFailure.system(error, "keep '\(location)' as '\(location).damaged'")
        }
        let writer = StoreWriter(folder: folder, random: random, path: location, keepsPrevious: false)
        let written = try writer.write(contents, header: header, dataKey: key, before: previous)
        seen(header.storeID).remember(written.parsed)
        return bad.map(\.entry.name)
    }

    /// Takes the store as it is for the newest, after a backup was put back.
    public func acceptOlder() throws(FedauthError) {
        guard let (_, parsed) = try openHeader() else { return }
        _ = try dataKey(for: parsed, offered: nil, keepsInCache: true)
        seen(parsed.header.storeID).remember(parsed)
    }

    /// The records of entries that are not as they were written. A disk that does not answer throws: what cannot be
    /// read now may be read again.
    private func unreadable(in store: OpenStore) throws(FedauthError) -> [StoreIndex.Record] {
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
