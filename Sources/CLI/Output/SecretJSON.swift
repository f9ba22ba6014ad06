import FoundationEssentials
import Secrets

/// JSON with secret values in it, put together in wiped memory; everything else goes through the JSON library.
enum SecretJSON {
    /// `{"a":1,…`: an object that is left open for members with secrets.
    static func open(_ value: some Encodable, to out: inout Secret) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        out.append(String(text.dropLast()))
    }

    /// `,"name":"…"`. Bytes that are no UTF-8 become U+FFFD, as JSON holds nothing else.
    static func member(_ name: String, _ value: SharedSecret, to out: inout Secret) {
        out.append(",\"\(name)\":\"")
        value.withBytes { escape($0, to: &out) }
        out.append("\"")
    }

    /// RFC 8259 section 7.
    private static func escape(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue("\""): out.append("\\\"")
            case .scalarValue("\\"): out.append("\\\\")
            // DEL and C1 too: a terminal takes them for commands.
            case .scalarValue(let scalar) where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                out.append(scalar.value < 0x10 ? "\\u000" : "\\u00")
                out.append(String(scalar.value, radix: 16))
            case .scalarValue(let scalar): UTF8.encode(scalar) { out.append($0) }
            case .error: out.append("\u{FFFD}")
            case .emptyInput: return
            }
        }
    }
}
