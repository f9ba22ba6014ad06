public import Secrets

/// The signature of a JSON Web Token (RFC 7515): what it covers, and what the token's header says of it. Of that nothing is
/// believed; which algorithms count, and whose keys, is for whoever checks it.
public struct JSONWebSignature: Sendable {
    /// The name of its algorithm (`alg`).
    public let algorithm: String
    /// Whether it must not be taken by anybody who does not know some extension (`crit`).
    public let isExtended: Bool
    /// A hash of the signer's certificate in DER, by SHA-256 (`x5t#S256`) or SHA-1 (`x5t`); nil: it does not say.
    public let thumbprint: SharedSecret?
    /// What is signed: header and payload as they stand in the token.
    public let content: SharedSecret
    /// The signature itself.
    public let signature: SharedSecret

    /// Nil for what is no signed token in the compact form.
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
