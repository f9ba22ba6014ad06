public import Secrets

/// Percent-encoding (RFC 3986 section 2.1): replaces a byte by `%` and two upper-case digits, unless it is in the set
/// to keep.
public struct PercentEncoding: Sendable {
    /// Keeps only what nothing has to encode: the unreserved characters (RFC 3986 section 2.3).
    public static let unreserved = PercentEncoding { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }

    private let isKept: [Bool]

    /// - Parameter keeps: whether a byte is unchanged.
    init(keeping keeps: (UInt8) -> Bool) { isKept = (0...UInt8.max).map(keeps) }

    /// Decodes `text`. A `%` without two digits is literal.
    ///
    /// - Parameter plusIsBlank: whether `+` means a blank, as in forms (application/x-www-form-urlencoded).
    public static func decode(_ text: some Collection<UInt8>, plusIsBlank: Bool = false) -> Secret {
        var out = Secret(capacity: text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let high = digits.first.flatMap(Hexadecimal.value),
                let low = digits.dropFirst().first.flatMap(Hexadecimal.value)
            {
                out.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                out.append(plusIsBlank && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return out
    }

    /// Encodes all bytes of the text that are not kept.
    func encode(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 { write(byte) { bytes.append($0) } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends one byte, encoded if necessary.
    public func append(_ byte: UInt8, to secret: inout Secret) { write(byte) { secret.append($0) } }

    private func write(_ byte: UInt8, _ put: (UInt8) -> Void) {
        guard !isKept[Int(byte)] else { return put(byte) }
        put(UInt8(ascii: "%"))
        put(Hexadecimal.capital(byte >> 4))
        put(Hexadecimal.capital(byte & 15))
    }
}
