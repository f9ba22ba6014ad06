public import Secrets

/// The keys, requests and certificates of an enrolment; the real one is OpenSSL's.
public protocol EnrollmentCryptography {
    /// A new private key: PKCS#8, DER, not encrypted.
    func makeKey(_ kind: KeyKind) throws(FedauthError) -> SharedSecret

    /// The kind of a private key. Throws `bad-key` for one that cannot be enrolled.
    func kind(ofKey key: SharedSecret) throws(FedauthError) -> KeyKind

    /// A certification request (PKCS#10, RFC 2986), DER, signed by `key`.
    func request(_ template: CertificateTemplate, key: SharedSecret) throws(FedauthError) -> [UInt8]

    /// Reads a request of the user's own, PEM or DER. Throws `bad-file` for what is none or not signed by its own key, and
    /// `bad-key` when it is not that of `key`.
    func request(reading content: SharedSecret, name: String, key: SharedSecret) throws(FedauthError) -> [UInt8]

    /// All certificates of an answer, DER, in its order: certs-only PKCS#7 or bare certificates; as DER, as base64 with or
    /// without line breaks, or as PEM. Throws `bad-answer` for anything else, and for none.
    func certificates(in answer: SharedSecret, of name: String) throws(FedauthError) -> [[UInt8]]

    /// The certificate of `key` among `certificates`, and its issuers in order; strangers are dropped. Throws `bad-answer`
    /// when none is of the key, when it is not valid at `now`, and when it may not be shown by a client.
    func issued(
        among certificates: [[UInt8]], key: SharedSecret, at now: Timestamp
    ) throws(FedauthError) -> IssuedCertificate

    /// What a server wants of a request (RFC 7030 section 4.5.2), laid over `template`. Throws `bad-answer` for what is no
    /// such list, and `unsupported-key` for a kind of key that is not made here.
    func template(_ template: CertificateTemplate, settingAttributes attributes: SharedSecret)
        throws(FedauthError) -> CertificateTemplate

    /// SHA-256 of a certificate.
    func fingerprint(ofCertificate der: [UInt8]) throws(FedauthError) -> [UInt8]
}

/// A certificate that was issued, with its chain, as far as a person and a script want to know it.
public struct IssuedCertificate: Sendable, Hashable {
    /// DER; the owner's first, then each one's issuer.
    public var chain: [[UInt8]]
    /// The owner, as RFC 4514 writes it.
    public var subject: String
    /// Who issued it.
    public var issuer: String
    /// Hexadecimal.
    public var serial: String
    /// Valid from.
    public var notBefore: Timestamp
    /// Valid until.
    public var notAfter: Timestamp
    /// SHA-256, hexadecimal.
    public var fingerprint: String
    /// Other names of the owner: `email:ada@example.org`.
    public var alternativeNames: [String]
    /// The subject of the issuer that the chain stops short of; nil when it reaches a root.
    public var missingIssuer: String?

    /// What was read of the first certificate of `chain`.
    public init(
        chain: [[UInt8]], subject: String, issuer: String, serial: String, notBefore: Timestamp, notAfter: Timestamp,
        fingerprint: String, alternativeNames: [String], missingIssuer: String? = nil
    ) {
        self.chain = chain
        self.subject = subject
        self.issuer = issuer
        self.serial = serial
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.fingerprint = fingerprint
        self.alternativeNames = alternativeNames
        self.missingIssuer = missingIssuer
    }
}

extension ErrorCode {
    /// A server wants a kind of key that is not made here, or not the one that was wished for; status 2.
    public static let unsupportedKey = ErrorCode("unsupported-key", .usage)
}
