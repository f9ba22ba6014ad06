internal import Secrets

/// Describes JSON for a trace: the names of members and the types of their values; texts are removed.
enum JSONOutline {
    static let maximumBytes = 256 << 10
    private static let maximumDepth = 6
    private static let maximumElements = 20
    /// Members whose values are words of a protocol (`SLSVocabulary`), and none of the session.
    private static let ofProtocol: Set = ["authStatus", "messageType", "type"]

    /// Returns one line; nil when the text is not JSON.
    static func text(_ body: SharedSecret) -> String? {
        guard body.count <= maximumBytes, let value = try? JSONReader.parse(body) else { return nil }
        return text(value, depth: 0)
    }

    private static func text(_ value: JSONValue, depth: Int) -> String {
        guard depth < maximumDepth else { return Redaction.mark }
        switch value {
        case .null: return "null"
        case .bool(let flag): return flag ? "true" : "false"
        case .number(let digits): return digits.count <= 5 ? digits : "number"
        case .string(let text): return text.isEmpty ? "\"\"" : "\"\(Redaction.mark)\""
        case .array(let elements):
            let shown = elements.prefix(maximumElements).map { text($0, depth: depth + 1) }
            return "[" + (shown + (elements.count > shown.count ? [Redaction.mark] : [])).joined(separator: ", ") + "]"
        case .object(let members):
            let shown = members.prefix(maximumElements).map {
                "\($0.name.folded(to: 60)): \(word($0.value, of: $0.name) ?? text($0.value, depth: depth + 1))"
            }
            return "{" + (shown + (members.count > shown.count ? [Redaction.mark] : [])).joined(separator: ", ") + "}"
        }
    }

    /// Returns a value that can only be a word of the protocol; nil for others.
    private static func word(_ value: JSONValue, of name: String) -> String? {
        guard ofProtocol.contains(name), let word = value.text, (1...32).contains(word.utf8.count),
            word.allSatisfy({ $0.isASCII && $0.isLetter || "_-".contains($0) })
        else { return nil }
        return "\"\(word)\""
    }
}
