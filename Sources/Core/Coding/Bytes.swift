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

extension SharedSecret {
    /// The text without a byte order mark; in UTF-8 if the mark says that it is UTF-16, as programs for Windows write it.
    public var withoutByteOrderMark: SharedSecret {
        withBytes { bytes in
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3)))
            }
            let isLittle = bytes.starts(with: [0xFF, 0xFE])
            guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return self }
            let units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map { index in
                let pair = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isLittle ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
            }
            var text = Secret(capacity: bytes.count)
            _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
                text.append($0)
            }
            return SharedSecret(text)
        }
    }

    /// Whether the bytes are valid UTF-8.
    public var isUTF8: Bool { withBytes { $0.isUTF8 } }

    /// Each byte as the character of that number (ISO 8859-1), in UTF-8.
    public var widened: SharedSecret {
        withBytes { bytes in
            var wide = Secret(capacity: bytes.count * 2)
            for byte in bytes {
                if byte < 0x80 {
                    wide.append(byte)
                } else {
                    wide.append(0xC0 | byte >> 6)
                    wide.append(0x80 | byte & 0x3F)
                }
            }
            return SharedSecret(wide)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are valid UTF-8 (RFC 3629). They may be secret: no `String` is made of them.
    public var isUTF8: Bool {
        var index = 0
        while index < count {
            // Nearly all text is ASCII, and needs no decoder.
            guard self[index] >= 0x80 else {
                index += 1
                continue
            }
            var iterator = self[index..<Swift.min(index + 4, count)].makeIterator()
            var parser = Unicode.UTF8.ForwardParser()
            guard case .valid(let scalar) = parser.parseScalar(from: &iterator) else { return false }
            index += scalar.count
        }
        return true
    }
}

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
