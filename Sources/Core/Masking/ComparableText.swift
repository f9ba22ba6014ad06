import Secrets
@_spi(_Unicode) import Swift

/// A text in the form in which it is compared with another one, without white space: pages and messages fold that, break lines,
/// drop or write out what is invisible, and may compose letters and their marks in another way.
struct ComparableText: ~Copyable {
    private var bytes = Secret()
    /// For each byte, the place of its character in the original text.
    private var places: [Range<Int>] = []

    init(_ text: UnsafeRawBufferPointer) {
        bytes = Secret(capacity: text.count)
        var position = 0
        while position < text.count {
            let rest = UnsafeRawBufferPointer(rebasing: text[position...])
            let (scalar, count) = Self.escaped(rest) ?? Self.first(rest)
            add(scalar, from: position..<(position + count))
            position += count
        }
    }

    /// Returns the comparable form of a secret.
    static func of(_ secret: SharedSecret) -> SharedSecret {
        secret.withBytes { SharedSecret(ComparableText($0).bytes.copy()) }
    }

    /// Returns the parts of the original text for those that `find` returns of the comparable one.
    func parts(_ find: (UnsafeRawBufferPointer) -> [Range<Int>]) -> [Range<Int>] {
        bytes.withBytes(find).filter { !$0.isEmpty }.map {
            places[$0.lowerBound].lowerBound..<places[$0.upperBound - 1].upperBound
        }
    }

    private mutating func add(_ scalar: Unicode.Scalar, from place: Range<Int>) {
        let isShown = scalar.isShownAsItIs
        guard !scalar.properties.isWhitespace, isShown || scalar.shown == "?" else { return }
        switch scalar.value {
        case _ where !isShown, 0xFFFD: append("?", from: place)
        case ..<0x80: append(scalar, from: place)
        // Letters of full width (Unicode, Halfwidth and Fullwidth Forms).
        case 0xFF01...0xFF5E: append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)), from: place)
        default: for part in String(scalar)._nfd { append(part, from: place) }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, from place: Range<Int>) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            bytes.append(byte)
            places.append(place)
        }
    }

    private static func first(_ text: UnsafeRawBufferPointer) -> (Unicode.Scalar, count: Int) {
        var iterator = text.makeIterator()
        var parser = UTF8.ForwardParser()
        switch parser.parseScalar(from: &iterator) {
        case .valid(let encoded): return (UTF8.decode(encoded), encoded.count)
        case .error(let length): return ("\u{FFFD}", max(1, length))
        case .emptyInput: return ("\u{FFFD}", 1)
        }
    }

    /// Returns a character that `String.printable` has written as an escape.
    private static func escaped(_ text: UnsafeRawBufferPointer) -> (Unicode.Scalar, count: Int)? {
        guard text.starts(with: "\\u{".utf8), let end = text.prefix(12).firstIndex(of: UInt8(ascii: "}")),
            let value = UInt32(String(decoding: text[3..<end], as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value), !scalar.isShownAsItIs
        else { return nil }
        return (scalar, end + 1)
    }
}
