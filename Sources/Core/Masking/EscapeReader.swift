/// Reads escapes byte by byte: percent-encoding (RFC 3986 section 2.1), those of JSON and JavaScript (`\u0070`, `\x70`,
/// `\"`), and character references of HTML (`&#112;`, `&#x70;`, `&amp;`).
struct EscapeReader {
    /// The meaning of one byte.
    enum Step: Equatable {
        /// Not part of an escape.
        case literal
        /// Possibly part of an escape.
        case pending
        /// The last byte of an escape for this byte.
        case byte(UInt8)
        /// The last byte of an escape for this code point, perhaps a surrogate.
        case codePoint(UInt32)
        /// The first byte after a character reference without a semicolon; it must be read again.
        case codePointBefore(UInt32)
        /// The pending bytes are not an escape; the byte must be read again.
        case failed
    }

    private enum Part {
        case outside, percent, backslash, hexByte, unicode, ampersand, number, decimal, hexadecimal, name
    }

    /// The longest escape.
    static let maximumBytes = 12
    private static let maximumDigits = 8

    private var part = Part.outside
    private var digits = 0
    private var value: UInt32 = 0

    /// Returns whether the byte can begin an escape.
    static func isIntroducer(_ byte: UInt8) -> Bool { byte == 0x25 || byte == 0x5C || byte == 0x26 }

    /// Takes the next byte.
    mutating func take(_ byte: UInt8) -> Step {
        switch part {
        case .outside: return begin(byte)
        case .percent, .hexByte: return take(digit: byte, of: 2) { .byte(UInt8(truncatingIfNeeded: $0)) }
        case .unicode: return take(digit: byte, of: 4) { .codePoint($0) }
        case .backslash:
            if byte == UInt8(ascii: "u") { return go(to: .unicode) }
            if byte == UInt8(ascii: "x") { return go(to: .hexByte) }
            return end(Self.short[byte].map { .byte($0) } ?? .failed)
        case .ampersand:
            if byte == UInt8(ascii: "#") { return go(to: .number) }
            part = .name
            return take(letter: byte)
        case .name: return take(letter: byte)
        case .number:
            if byte | 0x20 == UInt8(ascii: "x") { return go(to: .hexadecimal) }
            part = .decimal
            return take(numeral: byte, base: 10)
        case .decimal: return take(numeral: byte, base: 10)
        case .hexadecimal: return take(numeral: byte, base: 16)
        }
    }

    /// Ends the text; returns the code point of a character reference without a semicolon.
    mutating func finish() -> UInt32? {
        guard case .codePointBefore(let found) = take(0) else {
            _ = end(.failed)
            return nil
        }
        return found
    }

    private mutating func begin(_ byte: UInt8) -> Step {
        switch byte {
        case 0x25: go(to: .percent)
        case 0x5C: go(to: .backslash)
        case 0x26: go(to: .ampersand)
        default: .literal
        }
    }

    private mutating func go(to next: Part) -> Step {
        (part, digits, value) = (next, 0, 0)
        return .pending
    }

    private mutating func end(_ step: Step) -> Step {
        part = .outside
        return step
    }

    private mutating func take(digit byte: UInt8, of count: Int, _ step: (UInt32) -> Step) -> Step {
        guard let digit = Self.digit(byte) else { return end(.failed) }
        value = value << 4 | digit
        digits += 1
        return digits == count ? end(step(value)) : .pending
    }

    private mutating func take(numeral byte: UInt8, base: UInt32) -> Step {
        if let digit = Self.digit(byte), digit < base {
            guard digits < Self.maximumDigits else { return end(.failed) }
            value = value &* base &+ digit
            digits += 1
            return .pending
        }
        guard digits > 0, value <= 0x10FFFF else { return end(.failed) }
        return end(byte == UInt8(ascii: ";") ? .codePoint(value) : .codePointBefore(value))
    }

    /// Takes a letter of a named reference, four at most.
    private mutating func take(letter byte: UInt8) -> Step {
        if byte == UInt8(ascii: ";"), let found = Self.names[value] { return end(.byte(found)) }
        guard (0x61...0x7A).contains(byte), digits < 4 else { return end(.failed) }
        value = value << 8 | UInt32(byte)
        digits += 1
        return .pending
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46, 0x61...0x66: UInt32(byte | 0x20) - 0x57
        default: nil
        }
    }

    /// RFC 8259 section 7.
    private static let short: [UInt8: UInt8] = [
        0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x27: 0x27, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09,
    ]

    private static let names: [UInt32: UInt8] = {
        let names: [(String, UInt8)] = [("amp", 0x26), ("lt", 0x3C), ("gt", 0x3E), ("quot", 0x22), ("apos", 0x27)]
        return Dictionary(uniqueKeysWithValues: names.map { ($0.utf8.reduce(0) { $0 << 8 | UInt32($1) }, $1) })
    }()
}
