public import Secrets

extension JSONValue {
    /// Appends the JSON text of the value (RFC 8259), without white space. Numbers are written unchanged.
    public func write(to out: inout Secret) {
        switch self {
        case .null: out.append("null")
        case .bool(let flag): out.append(flag ? "true" : "false")
        case .number(let digits): out.append(digits)
        case .string(let secret): secret.withBytes { JSONEscaping.append($0, to: &out) }
        case .array(let elements):
            out.append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { out.append(",") }
                element.write(to: &out)
            }
            out.append("]")
        case .object(let members):
            out.append("{")
            for (index, member) in members.enumerated() {
                if index > 0 { out.append(",") }
                member.write(to: &out)
            }
            out.append("}")
        }
    }
}

extension JSONValue.Member {
    /// Appends the name, a colon and the value, as they stand in an object.
    public func write(to out: inout Secret) {
        JSONEscaping.append(name, to: &out)
        out.append(":")
        value.write(to: &out)
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a string that is not secret.
    public static func text(_ text: String) -> JSONValue { .string(SharedSecret(text: text)) }

    /// Creates an integer.
    public static func integer(_ number: some FixedWidthInteger) -> JSONValue { .number(String(number)) }

    /// Creates seconds since 1970.
    public static func time(_ time: Timestamp) -> JSONValue { .integer(time.seconds) }

    /// Creates an array of strings that are not secret.
    public static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.text)) }

    /// Creates a string that is not secret; nil: no member.
    public static func text(ifAny text: String?) -> JSONValue? { text.map(JSONValue.text) }

    /// Creates seconds since 1970; nil: no member.
    public static func time(ifAny time: Timestamp?) -> JSONValue? { time.map(JSONValue.time) }

    /// Creates an object of the members that have a value, in this order.
    public static func ordered(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { name, value in value.map { Member(name, $0) } })
    }

    /// Creates an object of the members that have a value, sorted by their names: the form of all results of commands.
    public static func sorted(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        JSONValue.object([]).adding(members)
    }

    /// Returns an object with further members, all sorted by their names.
    public func adding(_ more: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(((members ?? []) + (JSONValue.ordered(more).members ?? [])).sorted { $0.name < $1.name })
    }

    /// Creates an object with members sorted by their names.
    public static func sorted(dictionary: [String: JSONValue]) -> JSONValue {
        .object(dictionary.map { Member($0.key, $0.value) }.sorted { $0.name < $1.name })
    }

    /// Returns the text of a value on one line, with a line break, in wiped memory. Members keep their order.
    public static func line(of value: JSONValue) -> Secret {
        var out = Secret(capacity: 4096)
        value.write(to: &out)
        out.append("\n")
        return out
    }

    /// Creates a string that is not secret.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object with the members in their order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

/// Writes JSON strings (RFC 8259 section 7) directly into wiped memory.
public enum JSONEscaping {
    /// Appends `bytes` in quotes. Invalid UTF-8 becomes U+FFFD, because JSON cannot represent it.
    public static func append(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        out.append(UInt8(ascii: "\""))
        defer { out.append(UInt8(ascii: "\"")) }
        // Most texts: nothing to escape.
        guard !bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) else {
            return out.append(bytes)
        }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        loop: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue("\""): out.append("\\\"")
            case .scalarValue("\\"): out.append("\\\\")
            // Stricter than JSON requires: also escapes terminal control characters and invisible characters.
            case .scalarValue(let scalar) where !scalar.isShownAsItIs: out.append(escape(scalar))
            case .scalarValue(let scalar): UTF8.encode(scalar) { out.append($0) }
            case .error: out.append("\u{FFFD}")
            case .emptyInput: break loop
            }
        }
    }

    /// Returns an escape such as `\u009b`; two of them above U+FFFF.
    public static func escape(_ scalar: Unicode.Scalar) -> String { escape(scalar, capital: false) }

    /// Returns an escape such as `\u009b`; two of them above U+FFFF.
    static func escape(_ scalar: Unicode.Scalar, capital: Bool) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: capital)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// Appends a text that is not secret.
    public static func append(_ text: String, to out: inout Secret) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &out) }
    }
}

/// A JSON text (RFC 8259) as a value. Strings may be secret and stay in wiped memory; names and numbers are not secret.
public indirect enum JSONValue: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number as written, without rounding.
    case number(String)
    /// The characters in UTF-8, with escapes resolved.
    case string(SharedSecret)
    /// `[…]`.
    case array([JSONValue])
    /// `{…}`, in the order of the text; names are unique.
    case object([Member])

    /// A name and its value.
    public struct Member: Sendable, Equatable {
        /// The name.
        public var name: String
        /// The value.
        public var value: JSONValue

        /// Creates a member.
        public init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
    }

    /// The value of an object's member; nil when there is none, or this is not an object.
    public subscript(name: String) -> JSONValue? { members?.first { $0.name == name }?.value }

    /// The members of an object; nil for anything else.
    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The elements of an array; nil for anything else.
    public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The bytes of a string; nil for anything else.
    public var secret: SharedSecret? { if case .string(let secret) = self { secret } else { nil } }

    /// The text of a string *that is not secret*; nil for anything else.
    public var text: String? { secret?.withBytes { String(decoding: $0, as: UTF8.self) } }

    /// An integer in the 64-bit range, written without fraction and exponent; nil for anything else.
    public var integer: Int64? { if case .number(let text) = self { Int64(text) } else { nil } }

    /// `true` or `false`; nil for anything else.
    public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }
}
