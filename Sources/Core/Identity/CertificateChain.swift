/// Certificates in the order of TLS (RFC 8446 section 4.4.2): the owner's first, then the issuer of each.
public struct CertificateChain: Sendable, Equatable {
    /// The owner's certificate.
    public let leaf: Certificate
    /// Its issuer, the issuer of that one, and so on, as far as they are known, without a self-signed root.
    public let issuers: [Certificate]

    /// All of them, in order.
    public var certificates: [Certificate] { [leaf] + issuers }

    /// Creates a chain of certificates that are in order.
    public init(leaf: Certificate, issuers: [Certificate]) { (self.leaf, self.issuers) = (leaf, issuers) }
}
