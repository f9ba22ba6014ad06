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

    /// Writes the item, finds it as any reader does, and compares: some services change what they store, or lose it.
    func write(_ secret: consuming Secret, _ entry: StoreEntry, _ place: Place) throws(FedauthError) {
        let connection = try connect()
        let payload = SharedSecret(secret)
        switch place {
        case .item(let path, let before):
            do throws(FedauthError) {
                try connection.replace(payload, of: path)
            } catch {
                // A failed call may have changed the item nevertheless.
                guard error.code == .storeUnavailable, !restore(before, of: path),
                    let now = try? connection.secret(of: path), now != before
                else { throw error }
                throw KeyringFailure.spoilt(entry.name)
            }
        case .collection(let path):
            try connection.create(payload, name: entry.name, label: "fedauth: \(entry.name)", collection: path)
        }
        guard let path = try locate(entry.name) else { throw KeyringFailure.lost(entry.name) }
        if try connection.secret(of: path, where: { $0 == payload }) != nil { return }
        guard let back = try content(of: path, entry.name) else { throw KeyringFailure.lost(entry.name) }
        // What is not handed out may well be right.
        if case .withheld = back { throw back.failure(entry.name) }
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

    /// Restores the previous content of an item, if it is another now. Returns whether it is that content.
    private func restore(_ before: SharedSecret, of path: String) -> Bool {
        do throws(FedauthError) {
            let connection = try connect()
            let isBefore = { (secret: SharedSecret) in secret == before }
            if try connection.secret(of: path, where: isBefore) != nil { return true }
            try connection.replace(before, of: path)
            return try connection.secret(of: path, where: isBefore) != nil
        } catch { return false }
    }
}
