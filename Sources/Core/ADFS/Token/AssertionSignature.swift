public import Secrets

/// The signature of a SAML assertion (XML Signature as profiled by SAML 2.0 core, section 5.4, and SAML 1.1 core,
/// section 5.4): what it covers, in canonical form, and its statements. The statements are not trusted; the verifier
/// decides which algorithms and keys are accepted.
public struct AssertionSignature: Sendable {
    /// The assertion without its signature, as its `Reference` canonicalises it.
    public var content: SharedSecret
    /// The identifier of the reference's hash function.
    public var digestMethod: String
    /// The hash of `content`, as stated.
    public var digest: SharedSecret
    /// The canonical form of `SignedInfo`, which states the digest and which the key signs.
    public var statement: SharedSecret
    /// The identifier of the signature algorithm.
    public var method: String
    /// The signature of `statement`.
    public var value: SharedSecret

    /// Creates a signature.
    public init(
        content: SharedSecret, digestMethod: String, digest: SharedSecret, statement: SharedSecret, method: String,
        value: SharedSecret
    ) {
        (self.content, self.digestMethod, self.digest) = (content, digestMethod, digest)
        (self.statement, self.method, self.value) = (statement, method, value)
    }

    /// Returns the error for an algorithm that is not accepted.
    public static func notAllowed(_ algorithm: String) -> FedauthError {
        FedauthError(
            .refused, "the signature uses '\(algorithm.folded(to: 100))', which is not allowed in an assertion",
            hint: "allowed are RSA and ECDSA with SHA-256 to SHA-512, and exclusive canonicalisation")
    }
}
