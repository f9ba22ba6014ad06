public import Secrets

extension [UInt8] {
    /// Appends a number, most significant byte first.
    public mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}

extension Secret {
    /// Appends a number, most significant byte first.
    public mutating func append(bigEndian number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { append($0) }
    }
}
