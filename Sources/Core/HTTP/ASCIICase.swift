extension StringProtocol {
    /// The text with only the letters A to Z in lower case, for comparing protocol names. `lowercased()` turns KELVIN
    /// SIGN (U+212A) into `k`, so that other text could equal a name.
    public var asciiLowercased: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 }))
    }
}
