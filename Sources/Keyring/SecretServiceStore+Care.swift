public import Core

/// Checks the keyring: every item of fedauth, and the files with long values.
extension SecretServiceStore: MaintainedStore {
    /// Age, in seconds, below which a file without an item is kept: the dialog that creates the item may be open.
    static let leftoverSeconds: Int64 = 86400

    /// Opens every entry, with its file if it has one. Returns the names of those that cannot be opened. Throws when a
    /// file cannot be read at all (`store-unavailable`, `store-unsafe`), because then its entry is not lost.
    public func verify() throws(FedauthError) -> [String] {
        let connection = try connect()
        var names: Set<String> = []
        var unreadable: Set<String> = []
        try eachContent { (path, content) throws(FedauthError) in
            let label = try connection.name(of: path)
            // Lookups cannot find an entry whose name is duplicate, or differs from the name inside.
            guard case .payload(let payload, _) = content, label == payload.entry.name,
                names.insert(payload.entry.name).inserted, try opens(payload)
            else {
                unreadable.insert(label ?? path)
                return
            }
        }
        return unreadable.sorted()
    }

    private func opens(_ payload: KeyringPayload) throws(FedauthError) -> Bool {
        do throws(FedauthError) {
            _ = try item(payload)
            return true
        } catch  where error.code == .storeDamaged || error.code == .storeAltered { return false }
    }

    /// Keeps the last written of entries that have one name, and returns the names of entries that cannot be opened.
    /// Those stay, because their files may come back from a backup.
    public func recover() throws(FedauthError) -> StoreRecovery {
        let doubled = try largeValues.exclusively { () throws(FedauthError) in try removeDoubles() }
        var recovery = StoreRecovery(lost: try verify(), listsLost: true)
        recovery.doubled = doubled
        return recovery
    }

    /// Removes all items of one name but the last written one; none of a name of which an item is withheld, because that
    /// may be the last written one. Returns the names.
    private func removeDoubles() throws(FedauthError) -> [String] {
        let connection = try connect()
        var items: [String: [(path: String, content: KeyringContent)]] = [:]
        try eachContent { (path, content) throws(FedauthError) in
            if let name = try connection.name(of: path) { items[name, default: []].append((path, content)) }
        }
        var doubled: [String] = []
        for (name, items) in items where items.count > 1 && !items.contains(where: { $0.content.isWithheld }) {
            let written = items.compactMap { item -> (path: String, entry: StoreEntry, file: String?)? in
                guard case .payload(let payload, _) = item.content else { return nil }
                guard case .outside(_, let file, _, _) = payload else { return (item.path, payload.entry, nil) }
                return (item.path, payload.entry, file)
            }
            let last = written.max {
                ($0.entry.modified.seconds, $0.entry.version) < ($1.entry.modified.seconds, $1.entry.version)
            }
            guard let last else { continue }
            for item in items where item.path != last.path { try remove(item.path, name, keeping: last.file) }
            doubled.append(name)
        }
        return doubled.sorted()
    }

    /// Returns the paths of files that no entry refers to. Throws `store-locked` while any keyring is locked, because
    /// it may hide entries, and `store-damaged` while an entry cannot be read.
    public func leftovers() throws(FedauthError) -> [String] {
        try largeValues.exclusively { () throws(FedauthError) in try strayFiles().map { largeValues.path(of: $0) } }
    }

    /// Removes the files that `leftovers()` returns.
    public func removeLeftovers() throws(FedauthError) -> [String] {
        try largeValues.exclusively { () throws(FedauthError) in
            var paths: [String] = []
            for name in try strayFiles() {
                try largeValues.remove(name)
                paths.append(largeValues.path(of: name))
            }
            return paths
        }
    }

    private func strayFiles() throws(FedauthError) -> [String] {
        let connection = try connect()
        let collections = try connection.collections()
        for collection in collections where try connection.isLocked(collection) { throw KeyringFailure.hidden }
        var referred: Set<String> = []
        try eachContent { (path, content) throws(FedauthError) in
            guard case .payload(let payload, _) = content else {
                throw content.failure(try connection.name(of: path) ?? path)
            }
            if case .outside(_, let fileName, _, _) = payload { referred.insert(fileName) }
        }
        // Files of a keyring that is not in use now have another mark, and are left alone.
        let marks = collections.map { ValueFileID.mark(of: $0).withUnsafeBytes { KeyringPayload.fileName($0) } }
        let oldest = clock.now.adding(seconds: -Self.leftoverSeconds)
        return try largeValues.listing().filter { file in
            let name = file.name.prefix { $0 != "." }
            return file.modified < oldest && !referred.contains(file.name)
                && marks.contains { name.hasPrefix($0) } && name.count == 32
        }.map(\.name).sorted()
    }
}
