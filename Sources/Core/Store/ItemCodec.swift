public import Secrets

/// The encoding of an entry as bytes, shared by all stores. A payload is the byte 1 (the codec's version), followed by
/// fields in the format of `FieldWriter`. Tags: 1 name, 2 kind, 3 content type (UTF-8); 4 created, 5 modified, 6
/// expires (8 bytes, signed, seconds since 1970); 7 version (8 bytes, 1 to 2^63 - 1); 8 one attribute (2 bytes length
/// of its name, name, value), repeated in the order of names; 9 the value, which is the last field. 1 to 5 and 7 occur
/// exactly once. A reader skips unknown tags from 128 on and refuses other unknown tags.
public enum ItemCodec {
    /// The largest size of an entry without its value, in bytes.
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

    /// Encodes an entry without a value.
    public static func encode(_ entry: StoreEntry) -> Secret {
        var writer = FieldWriter(after: codecVersion, capacity: 256)
        write(entry, to: &writer)
        return writer.finish()
    }

    /// Encodes an entry with its value.
    public static func encode(_ item: StoreItem) -> Secret {
        var writer = FieldWriter(after: codecVersion, capacity: 512 + item.value.count)
        write(item.entry, to: &writer)
        writer.put(Tag.value, item.value)
        return writer.finish()
    }

    /// Decodes the entry of a payload, with or without a value; nil when the bytes are malformed.
    public static func decodeEntry(_ payload: UnsafeRawBufferPointer) -> StoreEntry? { decode(payload)?.entry }

    /// Returns the bytes of the name, without decoding the other fields; nil when the bytes are malformed.
    public static func name(in payload: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard payload.first == codecVersion else { return nil }
        // A search calls this for each entry, so it does without readers: tag (1), length (4), bytes.
        var start = 6
        while start <= payload.count {
            let length = payload.loadUnaligned(fromByteOffset: start - 4, as: UInt32.self)
            let end = start + Int(UInt32(bigEndian: length))
            guard end <= payload.count else { return nil }
            if payload[start - 5] == Tag.name { return UnsafeRawBufferPointer(rebasing: payload[start..<end]) }
            start = end + 5
        }
        return nil
    }

    /// Decodes the entry and the value of a payload; nil when the bytes are malformed or have no value.
    public static func decodeItem(_ payload: UnsafeRawBufferPointer) -> StoreItem? {
        guard let (entry, value) = decode(payload), let value else { return nil }
        return StoreItem(entry: entry, value: SharedSecret(copying: value))
    }

    private static func write(_ entry: StoreEntry, to writer: inout FieldWriter) {
        writer.put(Tag.name, entry.name)
        writer.put(Tag.kind, entry.kind)
        writer.put(Tag.contentType, entry.contentType)
        writer.put(Tag.created, entry.created.seconds)
        writer.put(Tag.modified, entry.modified.seconds)
        writer.put(Tag.expires, entry.expires?.seconds)
        writer.put(Tag.version, Int64(bitPattern: entry.version))
        for (name, value) in entry.attributes.sorted(by: { $0.key < $1.key }) {
            writer.put(Tag.attribute, value, named: name)
        }
    }

    private static func decode(
        _ payload: UnsafeRawBufferPointer
    ) -> (entry: StoreEntry, value: UnsafeRawBufferPointer?)? {
        guard payload.first == codecVersion,
            let fields = FieldReader.fields(UnsafeRawBufferPointer(rebasing: payload.dropFirst()))
        else { return nil }
        var single = [FieldReader.Field?](repeating: nil, count: Int(Tag.attribute))
        var attributes: [String: String] = [:]
        var value: UnsafeRawBufferPointer?
        for field in fields {
            guard value == nil else { return nil }
            switch field.tag {
            case Tag.name...Tag.version:
                guard single[Int(field.tag)] == nil else { return nil }
                single[Int(field.tag)] = field
            case Tag.attribute:
                guard let (name, text) = field.namedText, attributes.updateValue(text, forKey: name) == nil
                else { return nil }
            case Tag.value: value = field.bytes
            case Tag.firstOptional...: break
            default: return nil
            }
        }
        let expires = single[Int(Tag.expires)]?.number
        guard let name = single[Int(Tag.name)]?.validText, let kind = single[Int(Tag.kind)]?.validText,
            let contentType = single[Int(Tag.contentType)]?.validText, let created = single[Int(Tag.created)]?.number,
            let modified = single[Int(Tag.modified)]?.number, expires != nil || single[Int(Tag.expires)] == nil,
            let version = single[Int(Tag.version)]?.number.flatMap({ UInt64(exactly: $0) }),
            StoreLimits.versions.contains(version)
        else { return nil }
        let entry = StoreEntry(
            name: name, kind: kind, attributes: attributes, contentType: contentType,
            created: Timestamp(seconds: created), modified: Timestamp(seconds: modified),
            expires: expires.map { Timestamp(seconds: $0) }, version: version)
        return (entry, value)
    }
}
