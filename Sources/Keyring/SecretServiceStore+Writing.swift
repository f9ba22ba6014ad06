internal import Core
internal import Secrets

/// Writes an item, using a file for a long value, and reads it back to compare.
extension SecretServiceStore {
    /// Where an entry is written: over its existing item, or as a new one.
    enum Place {
        case item(String, before: SharedSecret)
        case collection(String)

        var collection: String {
            switch self {
            case .item(let path, _): SecretServiceConnection.collection(of: path)
            case .collection(let path): path
            }
        }
    }

    func writeOutside(_ item: StoreItem, _ place: Place) throws(FedauthError) {
        let fileID = ValueFileID.make(random: try largeValues.random(ValueFileID.randomBytes), for: place.collection)
        let key = SharedSecret(try largeValues.random(32))
        let fileName = fileID.withBytes { KeyringPayload.fileName($0) }
        try largeValues.write(item.value, name: fileName, key: key)
        guard try largeValues.read(fileName, key: key) == item.value else {
            throw KeyringFailure.damaged(item.entry.name, "has a file that does not read as it was written")
        }
        // When this fails, the file is kept: the service may have stored the item without confirming it.
        let payload = KeyringPayload.encode(item.entry, fileID: fileID, key: key, count: item.value.count)
        try write(payload, item.entry, place)
    }

    /// Writes the item, finds it as any reader does, reads it back and compares, because some services change what they
    /// store, or confirm what they lose.
    func write(_ payload: consuming Secret, _ entry: StoreEntry, _ place: Place) throws(FedauthError) {
        let connection = try connect()
        switch place {
        case .item(let path, _): try connection.replace(payload, of: path)
        case .collection(let path):
            try connection.create(payload, name: entry.name, label: "fedauth: \(entry.name)", collection: path)
        }
        guard let path = try locate(entry.name), let back = try connection.secret(of: path) else {
            throw KeyringFailure.lost(entry.name)
        }
        guard back.equals(payload) else {
            // These bytes are wrong, so they must not stay readable as the value.
            switch place {
            case .collection:
                try? connection.delete(path)
                throw KeyringFailure.changed(entry.name)
            case .item(let path, let before):
                guard restore(before, of: path) else { throw KeyringFailure.spoilt(entry.name) }
                throw KeyringFailure.changed(entry.name)
            }
        }
    }

    /// Restores the previous content of an item. Returns whether it was restored.
    private func restore(_ before: SharedSecret, of path: String) -> Bool {
        do throws(FedauthError) {
            let connection = try connect()
            try connection.replace(before.copy(), of: path)
            guard let back = try connection.secret(of: path) else { return false }
            return back.equals(before.copy())
        } catch {
            return false
        }
    }
}
