import Secrets

/// The parts of a token in a compact form of JOSE: three parts are signed (RFC 7515), five are encrypted (RFC 7516).
struct CompactToken {
    /// The parts between the dots, still encoded.
    let parts: [SharedSecret]
    /// The first part, decoded; it names an algorithm.
    let header: JSONValue

    /// Splits a token; nil when it has neither form.
    init?(_ text: SharedSecret) {
        let parts = text.withBytes { bytes -> [SharedSecret]? in
            guard bytes.allSatisfy({ $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E }) else {
                return nil
            }
            return bytes.split(separator: 0x2E, omittingEmptySubsequences: false).map {
                SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0))
            }
        }
        guard let parts, [3, 5].contains(parts.count), let header = Self.object(parts[0]), header["alg"]?.text != nil
        else { return nil }
        self.parts = parts
        self.header = header
    }

    /// Decodes a part to a JSON object; nil for anything else.
    static func object(_ part: SharedSecret) -> JSONValue? {
        guard let bytes = Base64.decode(part), let value = try? JSONReader.parse(bytes, of: "the token"),
            value.members != nil
        else { return nil }
        return value
    }
}
