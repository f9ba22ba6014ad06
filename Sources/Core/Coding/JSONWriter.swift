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
