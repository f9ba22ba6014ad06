public import Secrets

/// Writes numbered fields, each with its length, into wiped memory: tag (1 byte), length (4 bytes, big endian),
/// bytes. A reader skips tags that it does not know, so that later versions can add some.
public struct FieldWriter: ~Copyable {
    private var bytes: Secret

    /// A writer without a field, with room for `capacity` bytes before memory moves.
    public init(capacity: Int = 0) { bytes = Secret(capacity: capacity) }

    /// A writer whose fields follow one byte, which tells how they are to be read.
    public init(after form: UInt8, capacity: Int = 0) {
        self.init(capacity: capacity)
        bytes.append(form)
    }

    /// The bytes of a field as they are.
    public mutating func put(_ tag: UInt8, _ value: SharedSecret) {
        value.withBytes { append(tag, $0) }
    }

    /// Text that is no secret.
    public mutating func put(_ tag: UInt8, _ text: String?) {
        guard var text else { return }
        text.withUTF8 { append(tag, UnsafeRawBufferPointer($0)) }
    }

    /// Text under a name, both no secrets: the length of the name (2 bytes, big endian), the name, the text.
    public mutating func put(_ tag: UInt8, _ text: String, named name: String) {
        begin(tag, count: 2 + name.utf8.count + text.utf8.count)
        bytes.append(bigEndian: UInt16(clamping: name.utf8.count))
        bytes.append(name)
        bytes.append(text)
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
        begin(tag, count: value.count)
        bytes.append(value)
    }

    private mutating func begin(_ tag: UInt8, count: Int) {
        bytes.append(tag)
        bytes.append(bigEndian: UInt32(clamping: count))
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

        /// The bytes as text; nil when they are no UTF-8.
        public var validText: String? { String(validating: bytes, as: UTF8.self) }

        /// A text and the name before it; nil when the bytes are no such pair in UTF-8.
        public var namedText: (name: String, text: String)? {
            var reader = ByteReader(bytes)
            guard let count = reader.number(UInt16.self),
                let name = reader.take(Int(count)).flatMap({ String(validating: $0, as: UTF8.self) }),
                let text = reader.take(reader.remaining).flatMap({ String(validating: $0, as: UTF8.self) })
            else { return nil }
            return (name, text)
        }

        /// The bytes as a number; nil unless there are 8.
        public var number: Int64? {
            guard bytes.count == 8 else { return nil }
            var reader = ByteReader(bytes)
            return reader.number(UInt64.self).map { Int64(bitPattern: $0) }
        }

        /// The bytes as a secret of its own.
        public var secret: SharedSecret { SharedSecret(copying: bytes) }
    }

    /// The fields in order; nil when the bytes are no such list.
    public static func fields(_ bytes: UnsafeRawBufferPointer) -> [Field]? {
        var fields: [Field] = []
        var reader = ByteReader(bytes)
        while reader.remaining > 0 {
            guard let tag = reader.number(UInt8.self), let length = reader.number(UInt32.self),
                let value = reader.take(Int(length))
            else { return nil }
            fields.append(Field(tag: tag, bytes: value))
        }
        return fields
    }
}
