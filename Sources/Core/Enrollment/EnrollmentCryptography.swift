public import Secrets

/// The cryptography of an enrolment; the real implementation uses OpenSSL.
public protocol EnrollmentCryptography {
    /// Generates a private key: PKCS#8, DER, not encrypted.
    func makeKey(_ kind: KeyKind) throws(FedauthError) -> SharedSecret

    /// Returns the kind of a private key. Throws `bad-key` for a key that cannot be enrolled.
    func kind(ofKey key: SharedSecret) throws(FedauthError) -> KeyKind

    /// Returns a certification request (PKCS#10, RFC 2986), DER, signed by `key`.
    func request(_ template: CertificateTemplate, key: SharedSecret) throws(FedauthError) -> [UInt8]

    /// Reads a request that the user supplied, PEM or DER. Throws `bad-file` when it is malformed or not signed by its
    /// own key, and `bad-key` when its key is not `key`.
    func request(reading content: SharedSecret, name: String, key: SharedSecret) throws(FedauthError) -> [UInt8]

    /// Returns all certificates of an answer, DER, in its order. Accepts certs-only PKCS#7 or bare certificates, as
    /// DER, as base64 with or without breaks, or PEM. Throws `bad-answer` for anything else, and when there are none.
    func certificates(in answer: SharedSecret, of name: String) throws(FedauthError) -> [[UInt8]]

    /// Returns the certificate of `key` among `certificates`, and its issuers in order; ignores unrelated ones. Throws
    /// `bad-answer` when none belongs to the key, when it is not valid at `now`, and when it is not for clients.
    func issued(
        among certificates: [[UInt8]], key: SharedSecret, at now: Timestamp
    ) throws(FedauthError) -> IssuedCertificate

    /// Applies the attributes that a server wants (RFC 7030 section 4.5.2) to `template`. Throws `bad-answer` when they
    /// are malformed, and `unsupported-key` for a kind of key that fedauth cannot generate.
    func template(_ template: CertificateTemplate, settingAttributes attributes: SharedSecret)
        throws(FedauthError) -> CertificateTemplate

    /// Returns the SHA-256 hash of a certificate.
    func fingerprint(ofCertificate der: [UInt8]) throws(FedauthError) -> [UInt8]
}

/// An issued certificate with its chain, and the details that users and scripts need.
public struct IssuedCertificate: Sendable, Hashable {
    /// The certificates, DER; the owner's first, then the issuer of each.
    public var chain: [[UInt8]]
    /// The subject, in the form of RFC 4514.
    public var subject: String
    /// The start of validity.
    public var notBefore: Timestamp
    /// The end of validity.
    public var notAfter: Timestamp
    /// The alternative names: `email:ada@example.org`.
    public var alternativeNames: [String]
    /// The subject of the first issuer that the chain lacks; nil when it reaches a root.
    public var missingIssuer: String?

    /// Creates the value from the first certificate of `chain`.
    public init(
        chain: [[UInt8]], subject: String, notBefore: Timestamp, notAfter: Timestamp, alternativeNames: [String],
        missingIssuer: String? = nil
    ) {
        (self.chain, self.subject, self.notBefore) = (chain, subject, notBefore)
        (self.notAfter, self.alternativeNames, self.missingIssuer) = (notAfter, alternativeNames, missingIssuer)
    }
}
