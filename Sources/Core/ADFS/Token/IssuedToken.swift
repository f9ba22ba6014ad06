public import Secrets

/// A security token of a security token service: a SAML assertion, a JSON Web Token, or an unreadable one. Its content
/// is read without a check of its signature.
public struct IssuedToken: Sendable, Equatable {
    /// The kind, which decides how the token can be used.
    public var kind: Kind
    /// The bytes as issued. A SAML assertion is cut out byte for byte, because its signature covers bytes; only
    /// namespace declarations of outer elements are added to its tag.
    public var bytes: SharedSecret
    /// The assertion's identifier (`AssertionID`, `ID`), which its signature refers to; nil if it has none.
    public var identifier: String?
    /// The issuer; nil if not stated.
    public var issuer: String?
    /// The subject; nil if not stated.
    public var subject: String?
    /// Whether the subject's format is an opaque identifier, not a name (SAML 2.0 core, 8.3.7 and 8.3.8).
    public var isSubjectOpaque: Bool
    /// The audiences, in their order.
    public var audiences: [String]
    /// The start of its validity.
    public var notBefore: Timestamp?
    /// The end of its validity.
    public var notOnOrAfter: Timestamp?
    /// The time until which its bearer may present it (SubjectConfirmationData); this may be much earlier.
    public var presentableUntil: Timestamp?
    /// The address at which its bearer may present it (SubjectConfirmationData/@Recipient); nil if not stated.
    public var recipient: String?
    /// The claims about the subject, in the order of the token.
    public var claims: [Claim]

    /// The kinds of tokens.
    public enum Kind: String, Sendable {
        /// An assertion of SAML 1.1.
        case saml11 = "saml1.1"
        /// An assertion of SAML 2.0.
        case saml20 = "saml2.0"
        /// A JSON Web Token (RFC 7519) in its compact form.
        case jwt
        /// Encrypted for the relying party, which alone can read it.
        case encrypted
        /// None of these.
        case other

        /// Whether it is a SAML assertion that can be read.
        public var isAssertion: Bool { self == .saml11 || self == .saml20 }
    }

    /// An attribute of SAML, or a member of a JSON Web Token.
    public struct Claim: Sendable, Equatable {
        /// Its name; in SAML 1.1 the namespace is prefixed, and both together are the claim type.
        public var name: String
        /// Its values, in their order.
        public var values: [String]

        /// Creates a claim.
        public init(_ name: String, _ values: [String]) {
            self.name = name
            self.values = values
        }
    }

    /// Creates a token; only kind and bytes are required.
    public init(
        _ kind: Kind, _ bytes: SharedSecret, identifier: String? = nil, issuer: String? = nil, subject: String? = nil,
        isSubjectOpaque: Bool = false, audiences: [String] = [], notBefore: Timestamp? = nil,
        notOnOrAfter: Timestamp? = nil, presentableUntil: Timestamp? = nil, recipient: String? = nil,
        claims: [Claim] = []
    ) {
        self.kind = kind
        self.bytes = bytes
        self.identifier = identifier
        self.issuer = issuer
        self.subject = subject
        self.isSubjectOpaque = isSubjectOpaque
        self.audiences = audiences
        self.notBefore = notBefore
        self.notOnOrAfter = notOnOrAfter
        self.presentableUntil = presentableUntil
        self.recipient = recipient
        self.claims = claims
    }
}
