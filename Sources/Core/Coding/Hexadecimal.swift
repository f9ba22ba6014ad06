/// Hexadecimal digits (RFC 4648 section 8).
enum Hexadecimal {
    /// The digit for 0 to 15, with a capital letter as percent-encoding wants it (RFC 3986 section 2.1).
    static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }

    /// The value of a digit, of a capital or a small letter; nil for anything else.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
