extension Collection<UInt8> {
    /// Whether the text is a token of RFC 9110 section 5.6.2, as methods and field names are.
    public var isToken: Bool {
        !isEmpty
            && allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
                default: false
                }
            }
    }
}

extension StringProtocol {
    /// The text with only the letters A to Z in lower case, for comparing protocol names. `lowercased()` turns KELVIN
    /// SIGN (U+212A) into `k`, so that other text could equal a name.
    public var asciiLowercased: String {
        // Most names are in lower case already, and many are looked at.
        guard utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return String(self) }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 }))
    }
}
