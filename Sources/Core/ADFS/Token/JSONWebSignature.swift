public import Secrets

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
