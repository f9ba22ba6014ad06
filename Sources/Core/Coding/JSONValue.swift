public import Secrets

/// A JSON text (RFC 8259) as a value. Strings may be secrets and stay in wiped memory; names of members and numbers are
/// taken for none.
public indirect enum JSONValue: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number as it was written: no reader's rounding stands between.
    case number(String)
    /// The characters in UTF-8, escapes resolved.
    case string(SharedSecret)
    /// `[…]`.
    case array([JSONValue])
    /// `{…}`, in the order of the text; no name occurs twice.
    case object([Member])

    /// A name and its value.
    public struct Member: Sendable, Equatable {
        /// The name.
        public var name: String
        /// The value.
        public var value: JSONValue

        /// A name and its value.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }
}

extension JSONValue {
    /// The value of an object's member; nil when there is none, or this is no object.
    public subscript(name: String) -> JSONValue? {
        members?.first { $0.name == name }?.value
    }

    /// The members of an object; nil for anything else.
    public var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements of an array; nil for anything else.
    public var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The bytes of a string; nil for anything else.
    public var secret: SharedSecret? {
        if case .string(let secret) = self { secret } else { nil }
    }

    /// A string *that is no secret* as text; nil for anything else.
    public var text: String? {
        secret?.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// A whole number in the range of 64 bits, written without fraction and exponent; nil for anything else.
    public var integer: Int64? {
        if case .number(let text) = self { Int64(text) } else { nil }
    }

    /// `true` or `false`; nil for anything else.
    public var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// True for `null`.
    public var isNull: Bool { self == .null }
}
