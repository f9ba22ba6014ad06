import Core
import FoundationEssentials

/// The JSON that commands print: two blanks of indent, keys sorted, one object, a line break.
enum JSONText {
    static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return "{}\n" }
        return String(decoding: data, as: UTF8.self) + "\n"
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
