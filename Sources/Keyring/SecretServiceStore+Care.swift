public import Core

/// Checks the keyring: every item of fedauth, and the files with long values.
extension SecretServiceStore: MaintainedStore {
    /// Age, in seconds, below which a file without an item is kept: the service's dialog that creates the item may
    /// still be open.
    static let leftoverSeconds: Int64 = 86400

    /// Opens every entry, with its file if it has one. Returns the names of those that cannot be opened. Throws when a
    /// file cannot be read at all (`store-unavailable`, `store-unsafe`), because then its entry is not lost.
    public func verify() throws(FedauthError) -> [String] {
        let connection = try connect()
        var names: Set<String> = []
        var unreadable: Set<String> = []
        try eachPayload { (path, payload) throws(FedauthError) in
            let label = try connection.name(of: path)
            // Lookups cannot find an entry whose name is duplicate, or differs from the name inside.
            guard let payload, label == payload.entry.name, names.insert(payload.entry.name).inserted,
                try opens(payload)
            else {
                unreadable.insert(label ?? payload?.entry.name ?? path)
                return
            }
        }
        return unreadable.sorted()
    }

    private func opens(_ payload: KeyringPayload) throws(FedauthError) -> Bool {
        do throws(FedauthError) {
            _ = try item(payload)
            return true
        } catch  where error.code == .storeDamaged || error.code == .storeAltered {
            return false
        }
    }

    /// Returns the names of entries that cannot be opened. Changes nothing, because their files may come back from a
    /// backup.
    public func recover() throws(FedauthError) -> StoreRecovery {
        StoreRecovery(lost: try verify(), listsLost: true)
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
        try eachPayload { (path, payload) throws(FedauthError) in
            guard let payload else {
                throw KeyringFailure.damaged(
                    try connection.name(of: path) ?? path, "contains data that fedauth did not write")
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
