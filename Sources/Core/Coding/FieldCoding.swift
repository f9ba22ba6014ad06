public import Secrets

/// Writes numbered fields into wiped memory: tag (1 byte), length (4 bytes, big endian), bytes. A reader skips unknown
/// tags, so that later versions can add some.
public struct FieldWriter: ~Copyable {
    private var bytes: Secret

    /// Creates a writer without fields, with space for `capacity` bytes before memory must be moved.
    public init(capacity: Int = 0) { bytes = Secret(capacity: capacity) }

    /// Creates a writer whose fields follow one byte that identifies the format.
    public init(after form: UInt8, capacity: Int = 0) {
        self.init(capacity: capacity)
        bytes.append(form)
    }

    /// Writes the bytes of a field.
    public mutating func put(_ tag: UInt8, _ value: SharedSecret) { value.withBytes { append(tag, $0) } }

    /// Writes a text that is not secret.
    public mutating func put(_ tag: UInt8, _ text: String?) {
        guard var text else { return }
        text.withUTF8 { append(tag, UnsafeRawBufferPointer($0)) }
    }

    /// Writes a text with a name, both not secret: the length of the name (2 bytes, big endian), the name, the text.
    public mutating func put(_ tag: UInt8, _ text: String, named name: String) {
        begin(tag, count: 2 + name.utf8.count + text.utf8.count)
        bytes.append(bigEndian: UInt16(clamping: name.utf8.count))
        bytes.append(name)
        bytes.append(text)
    }

    /// Writes a signed number of 8 bytes, big endian.
    public mutating func put(_ tag: UInt8, _ number: Int64?) {
        guard let number else { return }
        withUnsafeBytes(of: number.bigEndian) { append(tag, $0) }
    }

    /// Writes an empty field if `flag` is true.
    public mutating func put(_ tag: UInt8, _ flag: Bool) {
        if flag { append(tag, UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    /// Writes a field that contains fields.
    public mutating func put(_ tag: UInt8, _ nested: consuming FieldWriter) {
        let inner = nested.finish()
        inner.withBytes { append(tag, $0) }
    }

    /// Returns everything that was written.
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

/// Reads the output of `FieldWriter`. An invalid length is an error, never a trap.
public struct FieldReader {
    /// A field; valid only while the bytes are lent.
    public struct Field {
        /// The meaning of the field.
        public let tag: UInt8
        /// The content of the field.
        public let bytes: UnsafeRawBufferPointer

        /// The bytes as text.
        public var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The bytes as text; nil for invalid UTF-8.
        public var validText: String? { String(validating: bytes, as: UTF8.self) }

        /// A text and its name; nil when malformed.
        public var namedText: (name: String, text: String)? {
            var reader = ByteReader(bytes)
            guard let count = reader.number(UInt16.self),
                let name = reader.take(Int(count)).flatMap({ String(validating: $0, as: UTF8.self) }),
                let text = reader.take(reader.remaining).flatMap({ String(validating: $0, as: UTF8.self) })
            else { return nil }
            return (name, text)
        }

        /// The bytes as a number; nil unless there are exactly 8.
        public var number: Int64? {
            guard bytes.count == 8 else { return nil }
            var reader = ByteReader(bytes)
            return reader.number(UInt64.self).map { Int64(bitPattern: $0) }
        }

        /// A copy of the bytes as a secret.
        public var secret: SharedSecret { SharedSecret(copying: bytes) }
    }

    /// Returns the fields in order; nil when malformed.
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
