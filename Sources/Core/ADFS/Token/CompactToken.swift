import Secrets

/// A token in one of the compact forms of JOSE, taken apart: three parts are signed (RFC 7515), five are encrypted (RFC 7516).
struct CompactToken {
    /// As they stand between the dots.
    let parts: [SharedSecret]
    /// What the first of them says; it names an algorithm.
    let header: JSONValue

    /// Nil for what is neither.
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

    /// The JSON object that a part is; nil for anything else.
    static func object(_ part: SharedSecret) -> JSONValue? {
        guard let bytes = Base64.decode(part), let value = try? JSONReader.parse(bytes, of: "the token"),
            value.members != nil
        else { return nil }
        return value
    }
}
