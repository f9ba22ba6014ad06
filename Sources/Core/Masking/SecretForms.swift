public import Secrets

/// The forms in which programs write a whole value: unchanged, without its quotes, percent-encoded and decoded, in JSON and
/// HTML, in hexadecimal digits, and in base64, also as part of longer encoded data.
public struct SecretForms {
    /// The minimum length: shorter forms occur in too much text that is not secret.
    public static let leastBytes = 6

    /// All forms; those that are too short are left out.
    public let forms: [SharedSecret]

    /// Computes the forms of `value` that have at least `leastBytes`.
    public init(of value: SharedSecret, leastBytes: Int = Self.leastBytes) {
        let plain = [value] + [Self.unquoted(value), Self.percentDecoded(value)].compactMap { $0 }
        var forms = plain
        for value in plain {
            for isKept in Self.percentSets {
                for digits in Self.hexadecimal { forms.append(Self.percentEncoded(value, isKept, digits)) }
            }
            for digits in Self.hexadecimal {
                forms.append(Self.percentEncoded(value, { _ in false }, digits, mark: []))
            }
            forms += [Self.escaped(value, ["\"", "\\"]), Self.escaped(value, ["\"", "\\", "/"])]
            forms += Self.withUnicodeEscapes(value)
            for names in Self.htmlNames { forms.append(Self.replacing(value, names)) }
            for base64 in Self.base64(value) { forms += [base64, Self.urlSafe(base64)] }
        }
        // Some forms write a blank as a plus, whatever else is encoded.
        forms += plain.compactMap { Self.replacing($0, 0x20, by: 0x2B) }
        self.forms = forms.filter { $0.count >= leastBytes }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
    }

    /// RFC 3986, the same for a path, JavaScript's encodeURIComponent, forms (where a blank is a plus), fedauth's own addresses, and what encodes all
    /// but letters and digits.
    private static let percentSets: [@Sendable (UInt8) -> Bool] = [
        { isUnreserved($0) },
        { isUnreserved($0) || $0 == UInt8(ascii: "/") },
        { isUnreserved($0) || "!'()*".utf8.contains($0) },
        { $0.isLetter || $0.isDigit || "*-._ ".utf8.contains($0) },
        { $0 != 0x20 && URLReference.keeps($0) },
        { $0.isLetter || $0.isDigit },
    ]
    private static let hexadecimal = [Array("0123456789ABCDEF".utf8), Array("0123456789abcdef".utf8)]

    private static func percentEncoded(
        _ value: SharedSecret, _ isKept: (UInt8) -> Bool, _ digits: [UInt8], mark: [UInt8] = [0x25]
    ) -> SharedSecret {
        rewritten(value) { byte, out in
            guard !isKept(byte) else { return out.append(byte == 0x20 ? 0x2B : byte) }
            for part in mark + [digits[Int(byte >> 4)], digits[Int(byte & 15)]] { out.append(part) }
        }
    }

    /// Returns the value with each byte as `write` appends it.
    private static func rewritten(_ value: SharedSecret, _ write: (UInt8, inout Secret) -> Void) -> SharedSecret {
        value.withBytes { bytes in
            var out = Secret(capacity: bytes.count * 3)
            for byte in bytes { write(byte, &out) }
            return SharedSecret(out)
        }
    }

    private static func replacing(_ value: SharedSecret, _ byte: UInt8, by other: UInt8) -> SharedSecret? {
        guard value.withBytes({ $0.contains(byte) }) else { return nil }
        return rewritten(value) { found, out in out.append(found == byte ? other : found) }
    }

    private static func unquoted(_ value: SharedSecret) -> SharedSecret? {
        value.withBytes { bytes in
            guard bytes.count > 2, bytes.first == 0x22, bytes.last == 0x22 else { return nil }
            return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[1..<(bytes.count - 1)]))
        }
    }

    private static func percentDecoded(_ value: SharedSecret) -> SharedSecret? {
        value.withBytes { bytes in
            bytes.contains(UInt8(ascii: "%")) ? SharedSecret(PercentEncoding.decode(bytes)) : nil
        }
    }

    private static func escaped(_ value: SharedSecret, _ marks: [String]) -> SharedSecret {
        let marks = marks.flatMap(\.utf8)
        return rewritten(value) { byte, out in
            if marks.contains(byte) { out.append(0x5C) }
            out.append(byte)
        }
    }

    /// HTML's references, as different libraries write them.
    private static let htmlNames: [[UInt8: String]] = [
        [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: "&quot;", 0x27: "&#39;"],
        [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: "&quot;", 0x27: "&#x27;"],
        [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: "&quot;", 0x27: "&apos;"],
        [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: "&#34;", 0x27: "&#39;"],
        [0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;"],
    ]

    private static func replacing(_ value: SharedSecret, _ names: [UInt8: String]) -> SharedSecret {
        rewritten(value) { byte, out in if let name = names[byte] { out.append(name) } else { out.append(byte) } }
    }

    /// Writes JSON with `\u` for non-ASCII characters, and also for HTML's special characters.
    private static func withUnicodeEscapes(_ value: SharedSecret) -> [SharedSecret] {
        [(false, false), (true, false), (true, true)].map { spares, capital in
            value.withBytes { bytes in
                var out = Secret(capacity: bytes.count * 2)
                var decoder = UTF8()
                var iterator = bytes.makeIterator()
                while case .scalarValue(let scalar) = decoder.decode(&iterator) {
                    if scalar == "\"" || scalar == "\\" {
                        out.append("\\" + String(scalar))
                    } else if scalar.value < 0x20 || scalar.value > 0x7E
                        || spares && "<>&'".unicodeScalars.contains(scalar)
                    {
                        out.append(JSONEscaping.escape(scalar, capital: capital))
                    } else {
                        out.append(String(scalar))
                    }
                }
                return SharedSecret(out)
            }
        }
    }

    /// Encodes alone, and returns the digits that depend on nothing else after 0, 1 or 2 preceding bytes.
    private static func base64(_ value: SharedSecret) -> [SharedSecret] {
        var forms = [Base64.encode(value)]
        for (before, unsure) in [(0, 0), (1, 2), (2, 3)] {
            var shifted = Secret(capacity: value.count + 2)
            for _ in 0..<before { shifted.append(0) }
            value.withBytes { shifted.append($0) }
            let count = shifted.count
            Base64.encode(SharedSecret(shifted)).withBytes { digits in
                // An incomplete last group: its last digit is shared with what follows.
                let end = count % 3 == 0 ? digits.count : count / 3 * 4 + count % 3
                if end > unsure {
                    forms.append(SharedSecret(copying: UnsafeRawBufferPointer(rebasing: digits[unsure..<end])))
                }
            }
        }
        return forms
    }

    /// Converts to RFC 4648 section 5, without padding.
    private static func urlSafe(_ base64: SharedSecret) -> SharedSecret {
        rewritten(base64) { byte, out in
            if byte != 0x3D { out.append(byte == 0x2B ? 0x2D : byte == 0x2F ? 0x5F : byte) }
        }
    }
}
