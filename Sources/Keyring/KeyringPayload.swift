internal import Core
internal import Secrets

/// A keyring item, by its first byte. 1: the item, encoded by `ItemCodec`. 2: the key of a sealed file (32 bytes), its
/// name (16), the length of the value (4, big-endian), and the entry without its value, encoded by `ItemCodec`.
enum KeyringPayload {
    /// Larger values, in bytes, go to a file, because the service writes the whole keyring on each change.
    static let inlineBytes = 64 << 10

    case whole(StoreItem)
    case outside(StoreEntry, fileName: String, key: SharedSecret, count: Int)

    var entry: StoreEntry {
        switch self {
        case .whole(let item): item.entry
        case .outside(let entry, _, _, _): entry
        }
    }

    static func encode(_ item: StoreItem) -> Secret {
        var payload = Secret([1])
        payload.append(ItemCodec.encode(item))
        return payload
    }

    static func encode(_ entry: StoreEntry, fileID: borrowing Secret, key: SharedSecret, count: Int) -> Secret {
        var payload = Secret([2])
        payload.append(key.copy())
        payload.append(fileID)
        payload.append(bigEndian: UInt32(clamping: count))
        payload.append(ItemCodec.encode(entry))
        return payload
    }

    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = ByteReader(bytes)
        switch reader.number(UInt8.self) {
        case 1:
            guard let item = reader.take(reader.remaining).flatMap({ ItemCodec.decodeItem($0) }) else { return nil }
            self = .whole(item)
        case 2:
            guard let key = reader.take(32), let fileID = reader.take(16), let count = reader.number(UInt32.self),
                let entry = reader.take(reader.remaining).flatMap({ ItemCodec.decodeEntry($0) })
            else { return nil }
            self = .outside(entry, fileName: Self.fileName(fileID), key: SharedSecret(copying: key), count: Int(count))
        default: return nil
        }
    }

    /// Returns the file ID as 32 hexadecimal digits.
    static func fileName(_ fileID: UnsafeRawBufferPointer) -> String { Hexadecimal.text(fileID) }
}

/// What an item holds that a search has found.
enum KeyringContent {
    /// An entry, and the bytes in which it is encoded.
    case payload(KeyringPayload, SharedSecret)
    /// Something that fedauth did not write.
    case damaged
    /// The service does not hand it out.
    case withheld

    var isWithheld: Bool { if case .withheld = self { true } else { false } }

    /// Returns the error for an item from which no entry of this name can be read.
    func failure(_ name: String) -> FedauthError {
        isWithheld
            ? KeyringFailure.withheld(name) : KeyringFailure.damaged(name, "contains data that fedauth did not write")
    }
}

/// The name of a file for a long value: 4 bytes that identify the collection whose item has the key, and 12 random
/// bytes. Two keyrings may be used alternately from one home directory and share the folder: a file without an item
/// counts as a leftover only if it belongs to the current one.
enum ValueFileID {
    static let randomBytes = 12

    static func make(random: borrowing Secret, for collection: String) -> Secret {
        var id = Secret(mark(of: collection))
        id.append(random)
        return id
    }

    /// Returns the prefix of the names of a collection's files: the FNV-1a hash (32 bits) of its path, no secret.
    static func mark(of collection: String) -> [UInt8] {
        let hash = collection.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return withUnsafeBytes(of: hash.bigEndian) { Array($0) }
    }
}
