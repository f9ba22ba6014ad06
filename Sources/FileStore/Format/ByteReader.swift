/// Reads big-endian numbers and runs of bytes from the front of a buffer; nil at its end.
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    /// Where the next read begins.
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Bytes not yet read.
    var remaining: Int { bytes.count - offset }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type) -> Number? {
        guard let bytes = take(Number.bitWidth / 8) else { return nil }
        return bytes.reduce(0) { $0 << 8 | Number($1) }
    }

    mutating func array(_ count: Int) -> [UInt8]? { take(count).map { Array($0) } }

    mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, count <= remaining else { return nil }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
    }
}

extension [UInt8] {
    /// Adds a number, most significant byte first.
    mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
