/// Hexadecimal digits (RFC 4648 section 8).
enum Hexadecimal {
    /// The digit for 0 to 15, with a capital letter as percent-encoding wants it (RFC 3986 section 2.1).
    static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}
