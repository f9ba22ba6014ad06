import Core
import FoundationEssentials

/// The JSON that commands print: two blanks of indent, keys sorted, one object, a line break.
enum JSONText {
    static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return "{}\n" }
        return escaped(String(decoding: data, as: UTF8.self)) + "\n"
    }

    /// Returns the same JSON with escapes for terminal control characters and invisible characters, which occur only in
    /// strings.
    static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: { !$0.isShownAsItIs && $0 != "\n" }) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            if scalar.isShownAsItIs || scalar == "\n" {
                text.unicodeScalars.append(scalar)
            } else {
                text += JSONEscaping.escape(scalar)
            }
        }
        return text
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
