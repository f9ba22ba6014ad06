import Core
import FoundationEssentials
import Secrets

/// The JSON that commands print: one object on one line without white space, with its keys sorted, and a line break.
enum JSONText {
    /// Returns the text of a value without secrets.
    static func text(_ value: some Encodable) -> String { encoded(value) + "\n" }

    /// Returns the text of an object, in wiped memory: the members of `value`, which has one at least, then those that
    /// may be secret.
    static func text(_ value: some Encodable, adding members: [JSONValue.Member]) -> Secret {
        var out = Secret(capacity: 4096)
        out.append(String(encoded(value).dropLast()))
        for member in members {
            out.append(",")
            member.write(to: &out)
        }
        out.append("}\n")
        return out
    }

    /// Returns the text of a value that may hold secrets, in wiped memory. Members keep their order.
    static func text(_ value: JSONValue) -> Secret {
        var out = Secret(capacity: 4096)
        value.write(to: &out)
        out.append("\n")
        return out
    }

    /// Escapes terminal control characters and invisible characters, which occur only in strings.
    private static func encoded(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return "{}" }
        let json = String(decoding: data, as: UTF8.self)
        guard json.unicodeScalars.contains(where: { !$0.isShownAsItIs }) else { return json }
        return json.unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isShownAsItIs ? String(scalar) : JSONEscaping.escape(scalar)
        }
    }
}

/// `{"error": …}`.
struct ErrorReport: Encodable {
    struct Content: Encodable {
        var code: String
        var status: UInt8
        var message: String
        var hint: String?
    }

    var error: Content

    init(_ error: FedauthError) {
        self.error = Content(
            code: error.code.name, status: error.code.status.number, message: error.message, hint: error.hint)
    }
}
