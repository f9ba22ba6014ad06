import Secrets

/// Text in an XML element or attribute.
enum XMLText {
    /// Appends `text` with references for the five special characters of XML, and what white space an attribute loses.
    static func escape(_ text: UnsafeRawBufferPointer, to out: inout Secret) {
        for byte in text {
            switch byte {
            case 0x26: out.append("&amp;")
            case 0x3C: out.append("&lt;")
            case 0x3E: out.append("&gt;")
            case 0x22: out.append("&quot;")
            case 0x27: out.append("&apos;")
            case 0x09, 0x0A, 0x0D: out.append("&#\(byte);")
            default: out.append(byte)
            }
        }
    }

    /// Returns the text with the references of `escape` resolved; others are unchanged.
    static func unescaped(_ text: SharedSecret) -> SharedSecret {
        text.withBytes { bytes in
            var out = Secret(capacity: bytes.count)
            var rest = bytes[...]
            while let byte = rest.first {
                let reference = byte == 0x26 ? references.first { rest.starts(with: $0.text) } : nil
                out.append(reference?.byte ?? byte)
                rest = rest.dropFirst(reference?.text.count ?? 1)
            }
            return SharedSecret(out)
        }
    }

    private static let references: [(text: [UInt8], byte: UInt8)] = [
        ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&apos;", 0x27), ("&#9;", 0x09),
        ("&#10;", 0x0A), ("&#13;", 0x0D),
    ].map { (Array($0.0.utf8), $0.1) }

    /// Escapes a text that is not secret.
    static func escaped(_ text: String) -> String {
        var out = Secret()
        var text = text
        text.withUTF8 { escape(UnsafeRawBufferPointer($0), to: &out) }
        return out.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns whether XML 1.0 allows the text (section 2.2): no control characters, not even as references.
    static func canHold(_ text: UnsafeRawBufferPointer) -> Bool {
        text.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D } && text.isUTF8
    }
}

extension StringProtocol {
    /// The text as it stands in an HTML element, or in a quoted attribute (HTML standard, section 13.1.4).
    public var htmlEscaped: String {
        // By scalars: a sign with an accent above it is still that sign to a browser.
        unicodeScalars.reduce(into: "") { out, scalar in
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(scalar)
            }
        }
    }
}
