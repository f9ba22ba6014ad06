public import Secrets

/// A server that issues certificates, in the steps that every such protocol has.
public protocol EnrollmentServer: AnyObject {
    /// Signs in as far as that is needed to learn what a certificate may be asked for.
    func offer(deadline: Deadline) throws(FedauthError) -> EnrollmentOffer

    /// Hands the request in and returns the bodies that hold certificates: the issued one, and whatever its chain is to be
    /// made of. Throws `request-refused` when the server says no to the request itself, whoever hands it in, and
    /// `approval-pending` when nobody has approved it by the deadline.
    ///
    /// - Parameters:
    ///   - renews: the identity that is shown is the one to be renewed, with the same names.
    ///   - moment: before that the server does not want to be asked; nil: at once.
    ///   - whenWaiting: told that somebody has to approve, and when the server wants to be asked again.
    func certificates(
        for request: [UInt8], renews: Bool, from moment: Timestamp?, deadline: Deadline,
        whenWaiting: (_ next: Timestamp) throws(FedauthError) -> Void
    ) throws(FedauthError) -> [SharedSecret]

    /// Told when the certificate was good: what was typed may be kept.
    func enrollmentSucceeded() throws(FedauthError)
}

/// What a server says that a certificate may be asked for.
public struct EnrollmentOffer: Sendable {
    /// What it prescribes.
    public var subject: DistinguishedName?
    /// The subject where neither it nor the user names one.
    public var usualSubject: DistinguishedName?
    /// The other names that it prescribes.
    public var alternativeNames: [AlternativeName]
    /// The kind of key that it prescribes; a wish can only ask for a stronger one.
    public var key: KeyKind?
    /// The size of an RSA key where it says nothing of the kind.
    public var rsaBits: Int?
    /// What it prescribes is made here by nobody; it may take a request that was made elsewhere.
    public var unsupportedKey: FedauthError?
    /// How the request is to be signed.
    public var signature: CertificateTemplate.SignatureHash?
    /// What the key is for; nil: it does not say.
    public var keyUsages: [String]?
    /// What the certificate is for; nil: it does not say.
    public var extendedKeyUsages: [String]?
    /// What else it wants of a request (RFC 7030 section 4.5.2); nil: nothing.
    public var attributes: SharedSecret?

    /// Says nothing.
    public init() {
        alternativeNames = []
    }
}

/// What the user would like to be certified; the server has the last word.
public struct EnrollmentWishes: Sendable {
    /// `--subject`.
    public var subject: DistinguishedName?
    /// `--san`.
    public var alternativeNames: [AlternativeName] = []
    /// `--key-type`.
    public var key: KeyKind?
    /// The kind of the key before: taken again unless the server wants another by now.
    public var formerKey: KeyKind?
    /// The certificate that is to be renewed, DER, with its names.
    public var namesake: [UInt8]?

    /// No wishes.
    public init() {}
}

/// What the request is signed with.
public enum EnrollmentKey: Sendable {
    /// One is made.
    case new
    /// This one, PKCS#8.
    case own(SharedSecret)
    /// This one, PKCS#8, and the request that was made with it, DER.
    case ownRequest(SharedSecret, [UInt8])
}

/// Where requests are kept that wait for approval.
public protocol ApprovalDesk: AnyObject {
    /// The request that waits, if it is what the server wants by these terms, and from when on it may be handed in; nil: a
    /// new one is to be made.
    func waiting(for terms: String) throws(FedauthError) -> (request: EnrollmentRequest, from: Timestamp?)?

    /// Keeps a request that the server has taken, and wants to be asked about again.
    func keep(_ request: EnrollmentRequest, until next: Timestamp) throws(FedauthError)
}

extension ErrorCode {
    /// A request waits for somebody's approval; status 6.
    public static let approvalPending = ErrorCode("approval-pending", .timedOut)
    /// A server refused the request for a certificate itself; status 3.
    public static let requestRefused = ErrorCode("request-refused", .refused)
}
