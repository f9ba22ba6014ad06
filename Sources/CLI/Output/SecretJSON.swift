import Core
import FoundationEssentials
import Secrets

/// JSON with secret values in it, put together in wiped memory; everything else goes through the JSON library.
enum SecretJSON {
    /// Writes `{"a":1,…`: an object that is left open for members with secrets.
    static func open(_ value: some Encodable, to out: inout Secret) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = (try? encoder.encode(value)).map { JSONText.escaped(String(decoding: $0, as: UTF8.self)) } ?? "{}"
        out.append(String(text.dropLast()))
    }

    /// Writes `,"name":"…"`. Bytes that are not UTF-8 become U+FFFD, because JSON requires UTF-8.
    static func member(_ name: String, _ value: SharedSecret, to out: inout Secret) {
        out.append(",\"\(name)\":")
        value.withBytes { JSONEscaping.append($0, to: &out) }
    }

    /// Writes `,"name":[{…},{…}]`; `body` leaves each object open, as `open` does.
    static func list<Element>(
        _ name: String, _ elements: [Element], to out: inout Secret, _ body: (Element, inout Secret) -> Void
    ) {
        out.append(",\"\(name)\":[")
        for (index, element) in elements.enumerated() {
            if index > 0 { out.append(",") }
            body(element, &out)
            out.append("}")
        }
        out.append("]")
    }
}
