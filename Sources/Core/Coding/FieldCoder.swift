import Secrets

/// A value that is stored as fields.
protocol FieldCoded {
    /// Names the fields, in their order. Returns the value: the one that is written, or, for nil, the one that is read; nil when a
    /// field that it needs is missing or malformed.
    static func coded(_ value: Self?, by coder: inout FieldCoder) -> Self?
}

extension FieldCoded {
    /// Returns the fields of the value.
    func fields(capacity: Int = 0) -> FieldWriter {
        var coder = FieldCoder(nil, capacity: capacity)
        _ = Self.coded(self, by: &coder)
        return coder.finish()
    }

    /// Returns the bytes of the fields.
    func encoded(capacity: Int = 0) -> SharedSecret { SharedSecret(fields(capacity: capacity).finish()) }

    /// Reads the fields; nil when this version cannot.
    init?(fields bytes: UnsafeRawBufferPointer) {
        guard let fields = FieldReader.fields(bytes) else { return nil }
        var coder = FieldCoder(fields)
        guard let value = Self.coded(nil, by: &coder), !coder.isDamaged else { return nil }
        self = value
    }
}

/// Writes or reads the fields of a value, which are named once for both: each function writes the value that it is given and returns
/// it, or returns what was read; nil when that is missing or malformed.
struct FieldCoder: ~Copyable {
    private var writer: FieldWriter
    /// The fields to read; nil: they are written.
    private let fields: [FieldReader.Field]?
    /// Whether a number that is there cannot be read: what has an end must not become what has none.
    private(set) var isDamaged = false

    init(_ fields: [FieldReader.Field]?, capacity: Int = 0) {
        self.fields = fields
        writer = FieldWriter(capacity: capacity)
    }

    consuming func finish() -> FieldWriter { writer }

    private func first(_ tag: UInt8) -> FieldReader.Field? { fields?.first { $0.tag == tag } }

    /// Returns false for fields of another version.
    mutating func isVersion(_ version: Int64, _ tag: UInt8 = 1) -> Bool { number(tag, version) == version }

    mutating func text(_ tag: UInt8, _ value: String?) -> String? {
        guard fields == nil else { return first(tag)?.validText }
        writer.put(tag, value)
        return value
    }

    mutating func secret(_ tag: UInt8, _ value: SharedSecret?) -> SharedSecret? {
        guard fields == nil else { return first(tag)?.secret }
        if let value { writer.put(tag, value) }
        return value
    }

    mutating func number(_ tag: UInt8, _ value: Int64?) -> Int64? {
        guard fields == nil else {
            let field = first(tag)
            if field != nil, field?.number == nil { isDamaged = true }
            return field?.number
        }
        writer.put(tag, value)
        return value
    }

    mutating func flag(_ tag: UInt8, _ value: Bool?) -> Bool {
        guard fields == nil else { return first(tag) != nil }
        writer.put(tag, value ?? false)
        return value ?? false
    }

    mutating func time(_ tag: UInt8, _ value: Timestamp?) -> Timestamp? {
        number(tag, value?.seconds).map(Timestamp.init(seconds:))
    }

    mutating func word<Word: RawRepresentable<String>>(_ tag: UInt8, _ value: Word?) -> Word? {
        text(tag, value?.rawValue).flatMap { Word(rawValue: $0) }
    }

    mutating func url(_ tag: UInt8, _ value: WebURL?) -> WebURL? {
        let text = text(tag, value?.description)
        return value ?? text.flatMap { try? WebURL($0) }
    }

    mutating func value<Value: FieldCoded>(_ tag: UInt8, _ value: Value?) -> Value? {
        guard fields == nil else { return first(tag).flatMap { Value(fields: $0.bytes) } }
        if let value { writer.put(tag, value.fields()) }
        return value
    }

    /// A repeated field; one that cannot be read is nil.
    mutating func values<Value: FieldCoded>(_ tag: UInt8, _ values: [Value]?) -> [Value?] {
        guard let fields else {
            for value in values ?? [] { writer.put(tag, value.fields()) }
            return values ?? []
        }
        return fields.filter { $0.tag == tag }.map { Value(fields: $0.bytes) }
    }

    /// A repeated field of text; one that cannot be read is nil.
    mutating func texts<Value: CustomStringConvertible>(
        _ tag: UInt8, _ values: [Value]?, _ read: (String) -> Value?
    ) -> [Value?] {
        guard let fields else {
            for value in values ?? [] { writer.put(tag, value.description) }
            return values ?? []
        }
        return fields.filter { $0.tag == tag }.map { $0.validText.flatMap(read) }
    }

    /// A repeated field of bytes.
    mutating func data(_ tag: UInt8, _ values: [[UInt8]]?) -> [[UInt8]] {
        guard let fields else {
            for value in values ?? [] { writer.put(tag, SharedSecret(Secret(value))) }
            return values ?? []
        }
        return fields.filter { $0.tag == tag }.map { Array($0.bytes) }
    }

    mutating func origins(_ tag: UInt8, _ values: [Origin]?) -> [Origin?] {
        texts(tag, values) { try? WebURL($0).origin }
    }
}

extension Array {
    /// Returns the elements; nil when one of them is.
    func unwrapped<Value>() -> [Value]? where Element == Value? {
        let values = compactMap(\.self)
        return values.count == count ? values : nil
    }
}
