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
