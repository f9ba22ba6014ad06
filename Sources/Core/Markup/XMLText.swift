import Secrets

/// Text as it stands in an XML element or attribute.
enum XMLText {
    /// Adds `text` with all that means something else there written as references: the five of XML, and the white space that
    /// an attribute's value would lose.
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

    /// The same of text that is no secret.
    static func escaped(_ text: String) -> String {
        var out = Secret()
        var text = text
        text.withUTF8 { escape(UnsafeRawBufferPointer($0), to: &out) }
        return out.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether XML 1.0 has all characters of the text (section 2.2): control characters cannot even be written as
    /// references.
    static func canHold(_ text: UnsafeRawBufferPointer) -> Bool {
        text.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
            && String(validating: text, as: UTF8.self) != nil
    }
}
