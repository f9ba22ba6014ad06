internal import Core
internal import Secrets

/// What stands in an item of the keyring: a byte that tells the form, and then
/// 1: the item by `ItemCodec`; or
/// 2: the key of a sealed file (32 bytes), its name (16), the value's length (4, big-endian), and the entry
/// without value by `ItemCodec`.
enum KeyringPayload {
    /// Bytes of a value above which it goes to a file: the service writes the whole keyring each time.
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
        withUnsafeBytes(of: UInt32(clamping: count).bigEndian) { payload.append($0) }
        payload.append(ItemCodec.encode(entry))
        return payload
    }

    init?(_ bytes: UnsafeRawBufferPointer) {
        switch bytes.first {
        case 1:
            guard let item = ItemCodec.decodeItem(UnsafeRawBufferPointer(rebasing: bytes[1...])) else {
                return nil
            }
            self = .whole(item)
        case 2:
            guard bytes.count > 53,
                let entry = ItemCodec.decodeEntry(UnsafeRawBufferPointer(rebasing: bytes[53...]))
            else { return nil }
            self = .outside(
                entry, fileName: Self.fileName(UnsafeRawBufferPointer(rebasing: bytes[33..<49])),
                key: SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[1..<33])),
                count: bytes[49..<53].reduce(0) { $0 << 8 | Int($1) })
        default: return nil
        }
    }

    /// 32 hexadecimal digits.
    static func fileName(_ fileID: UnsafeRawBufferPointer) -> String {
        fileID.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
