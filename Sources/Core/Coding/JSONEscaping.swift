public import Secrets

/// Writes JSON strings (RFC 8259 section 7) directly into wiped memory.
public enum JSONEscaping {
    /// Appends `bytes` in quotes. Invalid UTF-8 becomes U+FFFD, because JSON cannot represent it.
    public static func append(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        out.append(UInt8(ascii: "\""))
        defer { out.append(UInt8(ascii: "\"")) }
        // Most texts: nothing to escape.
        guard !bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) else {
            return out.append(bytes)
        }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        loop: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue("\""): out.append("\\\"")
            case .scalarValue("\\"): out.append("\\\\")
            // Stricter than JSON requires: also escapes terminal control characters and invisible characters.
            case .scalarValue(let scalar) where !scalar.isShownAsItIs: out.append(escape(scalar))
            case .scalarValue(let scalar): UTF8.encode(scalar) { out.append($0) }
            case .error: out.append("\u{FFFD}")
            case .emptyInput: break loop
            }
        }
    }

    /// Returns an escape such as `\u009b`; two of them above U+FFFF.
    public static func escape(_ scalar: Unicode.Scalar) -> String { escape(scalar, capital: false) }

    /// Returns an escape such as `\u009b`; two of them above U+FFFF.
    static func escape(_ scalar: Unicode.Scalar, capital: Bool) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: capital)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// Appends a text that is not secret.
    public static func append(_ text: String, to out: inout Secret) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &out) }
    }
}
