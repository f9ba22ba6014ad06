public import Secrets

/// The one spelling of an entry as bytes, shared by every store that keeps entries as bytes.
///
/// A payload is the byte 1 (the codec's version) and then fields: a tag (1 byte), a length (4 bytes, big-endian),
/// that many bytes. Tags: 1 name, 2 kind, 3 content type (UTF-8); 4 created, 5 modified, 6 expires (8 bytes,
/// signed, seconds since 1970); 7 version (8 bytes, 1 to 2^63 - 1); 8 one attribute (2 bytes length of its name, name, value),
/// repeated in order of names; 9 the value, which is the last field. 1 to 5 and 7 occur exactly once. A reader
/// skips unknown tags from 128 on and refuses the others.
public enum ItemCodec {
    /// Bytes that an entry without its value may take.
    public static let entryBytes = 64 << 10

    private static let codecVersion: UInt8 = 1

    private enum Tag {
        static let name: UInt8 = 1
        static let kind: UInt8 = 2
        static let contentType: UInt8 = 3
        static let created: UInt8 = 4
        static let modified: UInt8 = 5
        static let expires: UInt8 = 6
        static let version: UInt8 = 7
        static let attribute: UInt8 = 8
        static let value: UInt8 = 9
        static let firstOptional: UInt8 = 128
    }

    /// The entry without a value.
    public static func encode(_ entry: StoreEntry) -> Secret {
        var payload = Secret(capacity: 256)
        write(entry, to: &payload)
        return payload
    }

    /// The entry with its value.
    public static func encode(_ item: StoreItem) -> Secret {
        var payload = Secret(capacity: 512 + item.value.count)
        write(item.entry, to: &payload)
        payload.append(Tag.value)
        append(UInt32(clamping: item.value.count), to: &payload)
        item.value.withBytes { payload.append($0) }
        return payload
    }

    /// The entry of a payload, with or without a value; nil when the bytes make no sense.
    public static func decodeEntry(_ payload: UnsafeRawBufferPointer) -> StoreEntry? {
        decode(payload)?.entry
    }

    /// The entry and the value of a payload; nil when the bytes make no sense or hold no value.
    public static func decodeItem(_ payload: UnsafeRawBufferPointer) -> StoreItem? {
        guard let (entry, value) = decode(payload), let value else { return nil }
        return StoreItem(entry: entry, value: SharedSecret(copying: value))
    }

    private static func write(_ entry: StoreEntry, to payload: inout Secret) {
        payload.append(codecVersion)
        field(Tag.name, entry.name, &payload)
        field(Tag.kind, entry.kind, &payload)
        field(Tag.contentType, entry.contentType, &payload)
        field(Tag.created, UInt64(bitPattern: entry.created.seconds), &payload)
        field(Tag.modified, UInt64(bitPattern: entry.modified.seconds), &payload)
        if let expires = entry.expires { field(Tag.expires, UInt64(bitPattern: expires.seconds), &payload) }
        field(Tag.version, entry.version, &payload)
        for (name, value) in entry.attributes.sorted(by: { $0.key < $1.key }) {
            let nameBytes = UInt16(clamping: name.utf8.count)
            payload.append(Tag.attribute)
            append(UInt32(clamping: 2 + Int(nameBytes) + value.utf8.count), to: &payload)
            append(nameBytes, to: &payload)
            payload.append(name)
            payload.append(value)
        }
    }

    private static func field(_ tag: UInt8, _ text: String, _ payload: inout Secret) {
        payload.append(tag)
        append(UInt32(clamping: text.utf8.count), to: &payload)
        payload.append(text)
    }

    private static func field(_ tag: UInt8, _ number: UInt64, _ payload: inout Secret) {
        payload.append(tag)
        append(UInt32(8), to: &payload)
        append(number, to: &payload)
    }

    private static func append(_ number: some FixedWidthInteger, to payload: inout Secret) {
        withUnsafeBytes(of: number.bigEndian) { payload.append($0) }
    }

    private static func decode(
        _ payload: UnsafeRawBufferPointer
    ) -> (entry: StoreEntry, value: UnsafeRawBufferPointer?)? {
        guard payload.first == codecVersion else { return nil }
        var name: String?
        var kind: String?
        var contentType: String?
        var created: UInt64?
        var modified: UInt64?
        var expires: UInt64?
        var version: UInt64?
        var attributes: [String: String] = [:]
        var value: UnsafeRawBufferPointer?
        var index = 1
        while index < payload.count {
            guard value == nil, payload.count - index >= 5 else { return nil }
            let tag = payload[index]
            let length = Int(number(payload[(index + 1)..<(index + 5)]))
            index += 5
            guard length <= payload.count - index else { return nil }
            let bytes = UnsafeRawBufferPointer(rebasing: payload[index..<(index + length)])
            index += length
            switch tag {
            case Tag.name: guard set(&name, text(bytes)) else { return nil }
            case Tag.kind: guard set(&kind, text(bytes)) else { return nil }
            case Tag.contentType: guard set(&contentType, text(bytes)) else { return nil }
            case Tag.created: guard set(&created, integer(bytes)) else { return nil }
            case Tag.modified: guard set(&modified, integer(bytes)) else { return nil }
            case Tag.expires: guard set(&expires, integer(bytes)) else { return nil }
            case Tag.version: guard set(&version, integer(bytes)) else { return nil }
            case Tag.attribute:
                guard let (name, value) = attribute(bytes), attributes.updateValue(value, forKey: name) == nil
                else {
                    return nil
                }
            case Tag.value: value = bytes
            case Tag.firstOptional...: break
            default: return nil
            }
        }
        guard let name, let kind, let contentType, let created, let modified, let version,
            StoreLimits.versions.contains(version)
        else { return nil }
        let entry = StoreEntry(
            name: name, kind: kind, attributes: attributes, contentType: contentType,
            created: Timestamp(seconds: Int64(bitPattern: created)),
            modified: Timestamp(seconds: Int64(bitPattern: modified)),
            expires: expires.map { Timestamp(seconds: Int64(bitPattern: $0)) }, version: version)
        return (entry, value)
    }

    /// Sets what was not set before; false for a second time or an unreadable field.
    private static func set<Value>(_ place: inout Value?, _ value: Value?) -> Bool {
        guard place == nil, let value else { return false }
        place = value
        return true
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        String(validating: bytes, as: UTF8.self)
    }

    private static func integer(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
        bytes.count == 8 ? number(bytes[...]) : nil
    }

    private static func attribute(_ bytes: UnsafeRawBufferPointer) -> (name: String, value: String)? {
        guard bytes.count >= 2 else { return nil }
        let count = Int(number(bytes[..<2]))
        guard count <= bytes.count - 2,
            let name = text(UnsafeRawBufferPointer(rebasing: bytes[2..<(2 + count)])),
            let value = text(UnsafeRawBufferPointer(rebasing: bytes[(2 + count)...]))
        else { return nil }
        return (name, value)
    }

    private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
