import Secrets

/// Reads numbers (RFC 8259 section 6) and strings (section 7).
extension JSONReader {
    mutating func number() throws(Fault) -> String {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let first = next
        guard passDigits() > 0 else { throw fault("a number has no digits") }
        let whole = position - start
        // Some parsers read "01" as octal, so it is refused.
        if first == UInt8(ascii: "0"), whole > (bytes[start] == UInt8(ascii: "-") ? 2 : 1) {
            throw fault("a number begins with 0")
        }
        if next == UInt8(ascii: ".") {
            position += 1
            guard passDigits() > 0 else { throw fault("a number has no digits after its point") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard passDigits() > 0 else { throw fault("a number has no exponent") }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func passDigits() -> Int {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position - start
    }

    /// Reads the characters between two quotation marks, in a single allocation.
    mutating func string() throws(Fault) -> Secret {
        position += 1
        let end = try closingQuote()
        // An escape is at least as long as the character that it represents.
        var out = Secret(capacity: end - position)
        while position < end {
            let start = position
            while position < end, bytes[position] != UInt8(ascii: "\\") { position += 1 }
            out.append(UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
            if position < end { try escape(before: end, into: &out) }
        }
        position = end + 1
        return out
    }

    private func closingQuote() throws(Fault) -> Int {
        var index = position
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): return index
            case UInt8(ascii: "\\"): index += 2
            case 0..<0x20: throw Fault("a string holds a control character", at: index)
            default: index += 1
            }
        }
        throw fault("a string is not closed")
    }

    private mutating func escape(before end: Int, into out: inout Secret) throws(Fault) {
        let start = position
        position += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): out.append(0x22 as UInt8)
        case UInt8(ascii: "\\"): out.append(0x5C as UInt8)
        case UInt8(ascii: "/"): out.append(0x2F as UInt8)
        case UInt8(ascii: "b"): out.append(0x08 as UInt8)
        case UInt8(ascii: "f"): out.append(0x0C as UInt8)
        case UInt8(ascii: "n"): out.append(0x0A as UInt8)
        case UInt8(ascii: "r"): out.append(0x0D as UInt8)
        case UInt8(ascii: "t"): out.append(0x09 as UInt8)
        case UInt8(ascii: "u"):
            let scalar = try scalar(before: end)
            UTF8.encode(scalar) { out.append($0) }
        default: throw Fault("a string holds an unknown escape", at: start)
        }
    }

    /// Reads the escape after `\u`; two of them for a character above U+FFFF.
    private mutating func scalar(before end: Int) throws(Fault) -> Unicode.Scalar {
        let start = position
        let unit = try codeUnit(before: end)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), end - position >= 6, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return try half(at: start) }
        let behind = position
        position += 2
        let second = try codeUnit(before: end)
        guard UTF16.isTrailSurrogate(second),
            let scalar = Unicode.Scalar(0x1_0000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else {
            position = behind
            return try half(at: start)
        }
        return scalar
    }

    private func half(at start: Int) throws(Fault) -> Unicode.Scalar {
        guard limits.takesHalves else { throw Fault("a string holds half of a surrogate pair", at: start) }
        return "\u{FFFD}"
    }

    private mutating func codeUnit(before end: Int) throws(Fault) -> UInt16 {
        guard end - position >= 4 else { throw fault("an escape has no four digits") }
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Hexadecimal.value(of: bytes[position]) else {
                throw fault("an escape has no four digits")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
