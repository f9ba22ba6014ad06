public import Secrets

/// A server that issues certificates, with the steps common to all enrolment protocols.
public protocol EnrollmentServer: AnyObject {
    /// Signs in as far as needed, and returns what a certificate may contain.
    func offer(deadline: Deadline) throws(FedauthError) -> EnrollmentOffer

    /// Submits the request and returns the answers with certificates: the issued one, and those for its chain.
    /// `renews`: the client certificate in use is to be renewed, with the same names. The server does not want the
    /// request before `moment`. `whenWaiting` gets the time at which the server, which must approve, wants to be asked
    /// again. Throws `request-refused` when the server refuses the request itself, for any user, and `approval-pending`
    /// when it is not approved by the deadline.
    func certificates(
        for request: [UInt8], renews: Bool, from moment: Timestamp?, deadline: Deadline,
        whenWaiting: (_ next: Timestamp) throws(FedauthError) -> Void
    ) throws(FedauthError) -> [SharedSecret]

    /// Called when the certificate is valid: typed passwords may be stored.
    func approveCredentials() throws(FedauthError)
}

/// The server's rules for certificates.
public struct EnrollmentOffer: Sendable {
    /// The prescribed subject.
    public var subject: DistinguishedName?
    /// The subject when neither the server nor the user names one.
    public var usualSubject: DistinguishedName?
    /// The prescribed alternative names.
    public var alternativeNames: [AlternativeName]
    /// The prescribed kind of key; a wish may only be stronger.
    public var key: KeyKind?
    /// The size of an RSA key when the server prescribes no kind.
    public var rsaBits: Int?
    /// Set when fedauth cannot generate the prescribed key; the server may still accept a request made elsewhere.
    public var unsupportedKey: FedauthError?
    /// The hash for the signature of the request.
    public var signature: CertificateTemplate.SignatureHash?
    /// The uses of the key; nil when the server prescribes none.
    public var keyUsages: [String]?
    /// The purposes of the certificate; nil when the server prescribes none.
    public var extendedKeyUsages: [String]?
    /// Other wanted attributes of the request (RFC 7030 section 4.5.2); nil for none.
    public var attributes: SharedSecret?

    /// Creates an offer without rules.
    public init() { alternativeNames = [] }
}

/// The user's wishes; the server decides.
public struct EnrollmentWishes: Sendable {
    /// `--subject`.
    public var subject: DistinguishedName?
    /// `--san`.
    public var alternativeNames: [AlternativeName] = []
    /// `--key-type`.
    public var key: KeyKind?
    /// The kind of the previous key, which is used again unless the server now wants another.
    public var formerKey: KeyKind?
    /// The certificate to renew, DER, with its names.
    public var namesake: [UInt8]?

    /// Creates empty wishes.
    public init() {}
}

/// The key for the request.
public enum EnrollmentKey: Sendable {
    /// A new key.
    case new
    /// This key, PKCS#8.
    case own(SharedSecret)
    /// This key, PKCS#8, and an existing request, DER.
    case ownRequest(SharedSecret, [UInt8])
}

/// Stores requests that wait for approval.
public protocol PendingRequestStore: AnyObject {
    /// Returns the waiting request if it meets the terms, and the earliest time for it; nil: a new one is needed.
    func waiting(for terms: String) throws(FedauthError) -> (request: EnrollmentRequest, from: Timestamp?)?

    /// Stores a request that the server has accepted, and about which it wants to be asked again.
    func keep(_ request: EnrollmentRequest, until next: Timestamp) throws(FedauthError)
}
