extension StringProtocol {
    /// The text with the letters A to Z in lower case and nothing else changed: names of protocols are compared so. By
    /// `lowercased()` KELVIN SIGN (U+212A) becomes a `k`, and what is no name becomes one.
    public var asciiLowercased: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 }))
    }
}
