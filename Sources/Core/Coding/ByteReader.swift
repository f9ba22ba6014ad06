public import Secrets

/// Reads big-endian numbers and byte sequences from a buffer; returns nil at its end.
public struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    /// The position of the next read.
    public private(set) var offset = 0

    /// Reads from the first byte; valid only while the bytes are lent.
    public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The number of unread bytes.
    public var remaining: Int { bytes.count - offset }

    /// Returns a number of up to 8 bytes, most significant byte first.
    public mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type) -> Number? {
        guard let bytes = take(Number.bitWidth / 8) else { return nil }
        var number: UInt64 = 0
        for byte in bytes { number = number << 8 | UInt64(byte) }
        return Number(truncatingIfNeeded: number)
    }

    /// Returns a copy of the next bytes.
    public mutating func array(_ count: Int) -> [UInt8]? { take(count).map { Array($0) } }

    /// Returns the next bytes without copying.
    public mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, count <= remaining else { return nil }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
    }
}

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
