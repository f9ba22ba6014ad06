public import Secrets

/// Percent-encoding (RFC 3986 section 2.1): `%` and two upper-case digits for a byte that is not in the set to keep.
public struct PercentEncoding: Sendable {
    /// Keeps only what nothing has to encode: the unreserved characters (RFC 3986 section 2.3).
    public static let unreserved = PercentEncoding { $0.isLetter || $0.isDigit || "-._~".utf8.contains($0) }

    private let isKept: [Bool]

    /// Leaves a byte unchanged that it `keeps`.
    init(keeping keeps: (UInt8) -> Bool) { isKept = (0...UInt8.max).map(keeps) }

    /// Decodes `text`. A `%` without two digits is literal; in forms (x-www-form-urlencoded), `+` is a blank.
    public static func decode(_ text: some Collection<UInt8>, plusIsBlank: Bool = false) -> Secret {
        var out = Secret(capacity: text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let high = digits.first.flatMap(Hexadecimal.value),
                let low = digits.dropFirst().first.flatMap(Hexadecimal.value)
            {
                out.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                out.append(plusIsBlank && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return out
    }

    /// Encodes all bytes of the text that are not kept.
    func encode(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 { write(byte) { bytes.append($0) } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends one byte, encoded if necessary.
    public func append(_ byte: UInt8, to secret: inout Secret) { write(byte) { secret.append($0) } }

    private func write(_ byte: UInt8, _ put: (UInt8) -> Void) {
        guard !isKept[Int(byte)] else { return put(byte) }
        put(UInt8(ascii: "%"))
        put(Hexadecimal.capital(byte >> 4))
        put(Hexadecimal.capital(byte & 15))
    }
}

/// The content of a form (`application/x-www-form-urlencoded`, WHATWG URL section 5.1); the values may be secret.
public struct FormBody: Sendable {
    private let bytes: SharedSecret

    /// Takes the content as it was sent.
    public init(_ bytes: SharedSecret) { self.bytes = bytes }

    /// Encodes one field; join several with `&`. Line breaks are unchanged.
    public static func field(_ name: String, _ value: SharedSecret) -> SharedSecret {
        var bytes = Secret(capacity: name.utf8.count + value.count + 1)
        append(name, value, to: &bytes, normalisesLineBreaks: false)
        return SharedSecret(bytes)
    }

    /// Joins encoded fields with `&`.
    static func joined(_ fields: [SharedSecret]) -> SharedSecret {
        var out = Secret(capacity: fields.reduce(0) { $0 + $1.count + 1 })
        for (index, field) in fields.enumerated() {
            if index > 0 { out.append(0x26) }
            field.withBytes { out.append($0) }
        }
        return SharedSecret(out)
    }

    static func of(_ fields: [(name: String, value: SharedSecret)]) -> SharedSecret { joined(fields.map(field)) }

    /// Appends `name=value`, encoded; for a form in a page, with all line breaks as CR LF.
    static func append(_ name: String, _ value: SharedSecret, to bytes: inout Secret, normalisesLineBreaks: Bool) {
        var name = name
        name.withUTF8 { encode(UnsafeRawBufferPointer($0), to: &bytes, normalisesLineBreaks) }
        bytes.append(0x3D)
        value.withBytes { encode($0, to: &bytes, normalisesLineBreaks) }
    }

    private static let encoding = PercentEncoding { $0.isLetter || $0.isDigit || "*-._".utf8.contains($0) }

    private static func encode(_ text: UnsafeRawBufferPointer, to bytes: inout Secret, _ normalises: Bool) {
        var previous: UInt8 = 0
        for byte in text {
            switch byte {
            case 0x0A where normalises && previous == 0x0D: break
            case 0x0A where normalises, 0x0D where normalises: bytes.append("%0D%0A")
            case 0x20: bytes.append(0x2B)
            default: encoding.append(byte, to: &bytes)
            }
            previous = byte
        }
    }

    /// Returns the decoded value of the first field called `name`; nil when there is none.
    public func value(of name: String) -> SharedSecret? {
        bytes.withBytes { all in
            for pair in all.split(separator: UInt8(ascii: "&")) {
                let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
                let isWanted = Self.decode(pair[..<equals]).withBytes { $0.elementsEqual(name.utf8) }
                guard isWanted else { continue }
                return SharedSecret(Self.decode(equals == pair.endIndex ? pair[equals...] : pair[(equals + 1)...]))
            }
            return nil
        }
    }

    /// All fields, decoded, in their order.
    var fields: [(name: String, value: SharedSecret)] {
        bytes.withBytes { all in
            all.split(separator: UInt8(ascii: "&")).map { pair in
                let name = Self.decode(pair.prefix { $0 != UInt8(ascii: "=") })
                let value = Self.decode(pair.drop { $0 != UInt8(ascii: "=") }.dropFirst())
                return (name.withBytes { String(decoding: $0, as: UTF8.self) }, SharedSecret(value))
            }
        }
    }

    /// Returns the same fields as `multipart/form-data` (RFC 7578; WHATWG HTML, "multipart/form-data encoding algorithm").
    func parts(between boundary: String) -> SharedSecret {
        var parts = Secret()
        for field in fields {
            parts.append("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(field.name))\"\r\n\r\n")
            field.value.withBytes { parts.append($0) }
            parts.append("\r\n")
        }
        parts.append("--\(boundary)--\r\n")
        return SharedSecret(parts)
    }

    /// Returns a name as browsers write it in the head of a part.
    public static func quoted(_ name: String) -> String {
        name.map { letter in
            switch letter {
            case "\"": "%22"
            case "\r\n": "%0D%0A"
            case "\n": "%0A"
            case "\r": "%0D"
            default: String(letter)
            }
        }.joined()
    }

    /// The names of all fields, in their order.
    var names: [String] { fields.map(\.name) }

    private static func decode(_ text: Slice<UnsafeRawBufferPointer>) -> Secret {
        PercentEncoding.decode(text, plusIsBlank: true)
    }
}
