public import Secrets

/// A JSON text (RFC 8259) as a value. Strings may be secret and stay in wiped memory; names of members and numbers are
/// not treated as secret.
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
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }
}

extension JSONValue {
    /// The value of an object's member; nil when there is none, or this is not an object.
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

    /// The text of a string *that is not secret*; nil for anything else.
    public var text: String? {
        secret?.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// An integer in the 64-bit range, written without fraction and exponent; nil for anything else.
    public var integer: Int64? {
        if case .number(let text) = self { Int64(text) } else { nil }
    }

    /// `true` or `false`; nil for anything else.
    public var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }
}
