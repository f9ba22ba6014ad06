public import Core
internal import Glibc
internal import Secrets
internal import System

/// Recovers what is left of a damaged store.
extension EncryptedFileStore {
    /// Writes a new state with all entries that can be opened: from the store, even when it is truncated; entries that
    /// cannot be opened there come from the previous state. When the header or the index is lost, uses the whole
    /// previous state. The damaged file is kept as `store.damaged`; existing files with such names are kept, too.
    public func recover() throws(FedauthError) -> StoreRecovery {
        let reason: FedauthError
        do throws(FedauthError) {
            guard let store = try openStore(), let first = try unreadable(in: store).first else {
                return StoreRecovery()
            }
            let name = try store.record(at: first).entry.name
            reason = StoreFailure.altered(location, "the entry '\(name.folded(to: 60))' does not open")
        } catch {
            guard [.storeDamaged, .storeAltered].contains(error.code) else { throw error }
            reason = error
        }
        let folder = try StoreDirectory(making: folderPath, files)
        // Gets the key before taking the lock, so that other processes do not wait for it.
        if try salvage(StoreWriter.name, in: folder) == nil { _ = try salvage(StoreWriter.previous, in: folder) }
        let lock = try folder.lock(StoreWriter.lock, waitSeconds: lockWaitSeconds, clock)
        defer { withExtendedLifetime(lock) {} }
        let current = try salvage(StoreWriter.name, in: folder)
        let previous = try salvage(StoreWriter.previous, in: folder)
        guard let base = current ?? previous else {
            throw FedauthError(
                reason.code, reason.message,
                hint: "nothing can be saved; restore a backup, or move the file away and start again",
                causes: reason.causes)
        }
        var recovery = StoreRecovery()
        recovery.isStateBefore = current == nil
        var contents = StoreContents(of: base)
        let bad = Set(try unreadable(in: base))
        contents.keep { !bad.contains($0) }
        for position in bad.sorted() {
            let record = try base.record(at: position)
            if current != nil, let previous, let item = try earlier(record, in: previous) {
                try contents.set(item, random: random)
                recovery.older.append(record.entry.name)
            } else {
                recovery.lost.append(record.entry.name)
            }
        }
        recovery.kept = try keepAside(in: folder)
        var header = base.parsed.header
        // A reader may have seen one generation more than what is left.
        header.generation += current == nil ? 2 : 1
        let writer = StoreWriter(folder: folder, random: random, path: location, keepsPrevious: false)
        let written = try writer.write(contents, header: header, dataKey: base.dataKey, before: base)
        seen(header.storeID).remember(written.parsed)
        return recovery
    }

    /// Opens a state whose header and index are intact, whatever the state of its entries; nil when there is none.
    private func salvage(_ name: String, in folder: StoreDirectory) throws(FedauthError) -> OpenStore? {
        guard let file = try folder.open(name) else { return nil }
        let path = "\(folderPath)/\(name)"
        do throws(FedauthError) {
            let parsed = try OpenStore.header(of: file, files, path: path, isWhole: false)
            let key = try dataKey(for: parsed, offered: nil, keepsInCache: true)
            let store = try OpenStore(file, parsed, dataKey: key, files, path: path)
            _ = try store.records()
            return store
        } catch  where error.code == .storeDamaged || error.code == .storeAltered { return nil }
    }

    /// Returns the entry from the previous state.
    private func earlier(_ record: StoreIndex.Record, in store: OpenStore) throws(FedauthError) -> StoreItem? {
        guard let position = try store.records().firstIndex(where: { $0.id == record.id }),
            try !unreadable(in: store).contains(position)
        else { return nil }
        return try store.item(at: position)
    }

    /// Links the damaged file to a second name, so that it remains when the first name gets the recovered state. Until
    /// then the store counts as damaged, not as missing. Returns nil when there is no file.
    private func keepAside(in folder: StoreDirectory) throws(FedauthError) -> String? {
        for number in 0..<StoreWriter.maximumKept {
            let name = StoreWriter.damaged(number)
            do throws(SystemFailure) {
                try files.link(folder.descriptor, StoreWriter.name, name)
                return "\(folderPath)/\(name)"
            } catch  where error.number == EEXIST {
            } catch  where error.number == ENOENT {
                return nil
            } catch { throw StoreFailure.system(error, "keep '\(location)' as '\(folderPath)/\(name)'") }
        }
        throw FedauthError(
            .busy, "\(StoreWriter.maximumKept) damaged files are kept beside '\(location)' already",
            hint: "look at 'store.damaged' and those after it, and remove the ones that you do not need")
    }
}
