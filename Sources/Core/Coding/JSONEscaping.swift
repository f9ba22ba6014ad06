public import Secrets

/// Strings of JSON (RFC 8259 section 7), written straight into wiped memory.
public enum JSONEscaping {
    /// Adds `bytes` between quotes. Bytes that are no UTF-8 become U+FFFD, as JSON holds nothing else.
    public static func append(_ bytes: UnsafeRawBufferPointer, to out: inout Secret) {
        out.append(UInt8(ascii: "\""))
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        loop: while true {
            switch decoder.decode(&iterator) {
            case .scalarValue("\""): out.append("\\\"")
            case .scalarValue("\\"): out.append("\\\\")
            // More than JSON demands: what a terminal takes for commands, and what nobody sees.
            case .scalarValue(let scalar) where !scalar.isShownAsItIs: out.append(escape(scalar))
            case .scalarValue(let scalar): UTF8.encode(scalar) { out.append($0) }
            case .error: out.append("\u{FFFD}")
            case .emptyInput: break loop
            }
        }
        out.append(UInt8(ascii: "\""))
    }

    /// `\u009b`; a pair of them beyond U+FFFF.
    public static func escape(_ scalar: Unicode.Scalar) -> String { escape(scalar, capital: false) }

    /// `\u009b`; a pair of them beyond U+FFFF.
    static func escape(_ scalar: Unicode.Scalar, capital: Bool) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: capital)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// Adds text that is no secret.
    public static func append(_ text: String, to out: inout Secret) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &out) }
    }
}
