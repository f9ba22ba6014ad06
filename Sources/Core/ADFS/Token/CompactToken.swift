public import Secrets

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

/// The signature of a JSON Web Token (RFC 7515): the signed content and the header's statements. The header is not
/// trusted; the verifier decides which algorithms and keys are accepted.
public struct JSONWebSignature: Sendable {
    /// The name of its algorithm (`alg`).
    public let algorithm: String
    /// Whether it has critical extensions (`crit`): a verifier that does not know them must refuse it.
    public let isExtended: Bool
    /// A hash of the signer's certificate in DER, by SHA-256 (`x5t#S256`) or SHA-1 (`x5t`); nil if not stated.
    public let thumbprint: SharedSecret?
    /// The signed content: header and payload as encoded in the token.
    public let content: SharedSecret
    /// The signature value.
    public let signature: SharedSecret

    /// Reads a signed token in compact form; nil for anything else.
    public init?(_ token: SharedSecret) {
        guard let compact = CompactToken(token), compact.parts.count == 3,
            let algorithm = compact.header["alg"]?.text, let signature = Base64.decode(compact.parts[2])
        else { return nil }
        self.algorithm = algorithm
        self.signature = signature
        isExtended = compact.header["crit"] != nil
        thumbprint = ["x5t#S256", "x5t"].lazy.compactMap { compact.header[$0]?.secret }.first.flatMap(Base64.decode)
        let count = compact.parts[0].count + 1 + compact.parts[1].count
        content = token.withBytes { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    }
}
