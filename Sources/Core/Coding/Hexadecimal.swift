/// Hexadecimal digits (RFC 4648 section 8).
public enum Hexadecimal {
    /// Returns two lower-case digits for each byte.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in bytes {
            for value in [byte >> 4, byte & 15] { digits.append(value < 10 ? 0x30 + value : 0x61 + value - 10) }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Decodes digits; nil for an odd number of them or for other characters.
    public static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = digits[...]
        while let first = rest.popFirst() {
            guard let second = rest.popFirst(), let high = value(of: first), let low = value(of: second) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Returns the digit for 0 to 15, in upper case as recommended for percent-encoding (RFC 3986 section 2.1).
    static func capital(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }

    /// Returns the value of a digit in either case; nil for anything else.
    public static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
