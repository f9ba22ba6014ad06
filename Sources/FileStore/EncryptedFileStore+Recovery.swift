public import Core
internal import Glibc
internal import Secrets

/// How what can be saved of a damaged store is saved.
extension EncryptedFileStore {
    /// Writes a state with the entries that open: out of the store, also when it is cut short; for those that do not
    /// open, out of the state before the last write; and all of that state when header or list of entries are lost. What
    /// was there stays as `store.damaged`, and earlier ones of that name as they are.
    public func recover() throws(FedauthError) -> StoreRecovery {
        let reason: FedauthError
        do throws(FedauthError) {
            guard let store = try openStore(), let first = try unreadable(in: store).first else {
                return StoreRecovery()
            }
            reason = StoreFailure.altered(location, "the entry '\(first.entry.name.folded(to: 60))' does not open")
        } catch {
            guard [.storeDamaged, .storeAltered].contains(error.code) else { throw error }
            reason = error
        }
        let folder = try StoreDirectory(making: folderPath, files)
        // The key, before others wait for the lock.
        if try salvage(StoreWriter.name, in: folder) == nil { _ = try salvage(StoreWriter.previous, in: folder) }
        let lock = try folder.lock(StoreWriter.lock, waitSeconds: lockWaitSeconds, clock)
        defer { withExtendedLifetime(lock) {} }
        let current = try salvage(StoreWriter.name, in: folder)
        let previous = try salvage(StoreWriter.previous, in: folder)
        guard let base = current ?? previous else {
            throw FedauthError(
                reason.code, reason.message,
                hint: "nothing of it can be saved; put a backup back, or move it away and begin anew",
                causes: reason.causes)
        }
        var recovery = StoreRecovery()
        recovery.isStateBefore = current == nil
        var contents = StoreContents(of: base)
        let bad = try unreadable(in: base)
        contents.keep { !bad.contains($0) }
        for record in bad {
            if current != nil, let previous, let item = try earlier(record, in: previous) {
                try contents.set(item, random: random)
                recovery.older.append(record.entry.name)
            } else {
                recovery.lost.append(record.entry.name)
            }
        }
        recovery.kept = try keepAside(in: folder)
        var header = base.parsed.header
        // Of what is lost a reader may have seen one generation more.
        header.generation += current == nil ? 2 : 1
        let writer = StoreWriter(folder: folder, random: random, path: location, keepsPrevious: false)
        let written = try writer.write(contents, header: header, dataKey: base.dataKey, before: base)
        seen(header.storeID).remember(written.parsed)
        return recovery
    }

    /// A state of the store whose header and list of entries are sound, whatever became of its entries; nil when it is not
    /// there or not sound.
    private func salvage(_ name: String, in folder: StoreDirectory) throws(FedauthError) -> OpenStore? {
        guard let file = try folder.open(name) else { return nil }
        let path = "\(folderPath)/\(name)"
        do throws(FedauthError) {
            let parsed = try OpenStore.header(of: file, files, path: path, isWhole: false)
            let key = try dataKey(for: parsed, offered: nil, keepsInCache: true)
            return try OpenStore(file, parsed, dataKey: key, files, path: path)
        } catch  where error.code == .storeDamaged || error.code == .storeAltered {
            return nil
        }
    }

    /// The entry as the state before has it.
    private func earlier(_ record: StoreIndex.Record, in store: OpenStore) throws(FedauthError) -> StoreItem? {
        guard let position = store.index.records.firstIndex(where: { $0.id == record.id }),
            try !unreadable(in: store).contains(store.index.records[position])
        else { return nil }
        return try store.item(at: position)
    }

    /// Gives the damaged file a second name, so that it is still there when the first one leads to what was saved. Until
    /// then the store is damaged, and not absent. Nil when there is no file.
    private func keepAside(in folder: StoreDirectory) throws(FedauthError) -> String? {
        for number in 0..<Self.keptAside {
            let name = StoreWriter.damaged(number)
            do throws(SystemFailure) {
                try files.link(folder.descriptor, StoreWriter.name, name)
                return "\(folderPath)/\(name)"
            } catch  where error.number == EEXIST {
            } catch  where error.number == ENOENT {
                return nil
            } catch {
                throw StoreFailure.system(error, "keep '\(location)' as '\(folderPath)/\(name)'")
            }
        }
        throw FedauthError(
            .busy, "\(Self.keptAside) damaged files are kept beside '\(location)' already",
            hint: "look at 'store.damaged' and those after it, and remove what is of no more use")
    }

    private static let keptAside = 100
}
