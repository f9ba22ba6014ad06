public import Secrets

/// Writes numbered fields, each with its length, into wiped memory: tag (1 byte), length (4 bytes, big endian),
/// bytes. A reader skips tags that it does not know, so that later versions can add some.
public struct FieldWriter: ~Copyable {
    private var bytes = Secret()

    /// A writer without a field.
    public init() {}

    /// The bytes of a field as they are.
    public mutating func put(_ tag: UInt8, _ value: SharedSecret) {
        value.withBytes { append(tag, $0) }
    }

    /// Text that is no secret.
    public mutating func put(_ tag: UInt8, _ text: String?) {
        guard var text else { return }
        text.withUTF8 { append(tag, UnsafeRawBufferPointer($0)) }
    }

    /// A signed number of 8 bytes, big endian.
    public mutating func put(_ tag: UInt8, _ number: Int64?) {
        guard let number else { return }
        withUnsafeBytes(of: number.bigEndian) { append(tag, $0) }
    }

    /// A field that is there when it is true.
    public mutating func put(_ tag: UInt8, _ flag: Bool) {
        if flag { append(tag, UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    /// A field that holds fields.
    public mutating func put(_ tag: UInt8, _ nested: consuming FieldWriter) {
        let inner = nested.finish()
        inner.withBytes { append(tag, $0) }
    }

    /// All that was written.
    public consuming func finish() -> Secret { bytes }

    private mutating func append(_ tag: UInt8, _ value: UnsafeRawBufferPointer) {
        bytes.append(tag)
        withUnsafeBytes(of: UInt32(value.count).bigEndian) { bytes.append($0) }
        bytes.append(value)
    }
}

/// Reads what `FieldWriter` wrote; a length that leads beyond the end ends with an error, never a trap.
public struct FieldReader {
    /// A field within the bytes that are being read; valid only while they are lent.
    public struct Field {
        /// What it means.
        public let tag: UInt8
        /// Its bytes.
        public let bytes: UnsafeRawBufferPointer

        /// The bytes as text.
        public var text: String { String(decoding: bytes, as: UTF8.self) }

        /// The bytes as a number; nil unless there are 8.
        public var number: Int64? {
            guard bytes.count == 8 else { return nil }
            return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        }

        /// The bytes as a secret of its own.
        public var secret: SharedSecret { SharedSecret(copying: bytes) }
    }

    /// The fields in order; nil when the bytes are no such list.
    public static func fields(_ bytes: UnsafeRawBufferPointer) -> [Field]? {
        var fields: [Field] = []
        var position = 0
        while position < bytes.count {
            guard bytes.count - position >= 5 else { return nil }
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position + 1, as: UInt32.self)))
            guard length <= bytes.count - position - 5 else { return nil }
            let start = position + 5
            fields.append(
                Field(tag: bytes[position], bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])))
            position = start + length
        }
        return fields
    }
}
