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
            // DEL and C1 too: a terminal takes them for commands.
            case .scalarValue(let scalar) where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                out.append(scalar.value < 0x10 ? "\\u000" : "\\u00")
                out.append(String(scalar.value, radix: 16))
            case .scalarValue(let scalar): UTF8.encode(scalar) { out.append($0) }
            case .error: out.append("\u{FFFD}")
            case .emptyInput: break loop
            }
        }
        out.append(UInt8(ascii: "\""))
    }

    /// Adds text that is no secret.
    public static func append(_ text: String, to out: inout Secret) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &out) }
    }
}
