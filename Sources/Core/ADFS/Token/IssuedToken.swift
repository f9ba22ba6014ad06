public import Secrets

/// A security token as a security token service issued it: a SAML assertion, a JSON Web Token, or something that cannot be
/// read. What it says of itself is read without its signature being checked.
public struct IssuedToken: Sendable, Equatable {
    /// What it is; fixes what can be done with it.
    public var kind: Kind
    /// Exactly as it was issued. A SAML assertion is cut out byte for byte, since its signature covers bytes; only namespaces
    /// that were declared around it stand in its tag as well.
    public var bytes: SharedSecret
    /// The assertion's identifier (`AssertionID`, `ID`), which its signature refers to; nil: it has none.
    public var identifier: String?
    /// Who issued it; nil: it does not say.
    public var issuer: String?
    /// Whom it speaks of; nil: it does not say.
    public var subject: String?
    /// Whether the subject's format says that it names nobody to people (SAML 2.0 core, 8.3.7 and 8.3.8).
    public var isSubjectOpaque: Bool
    /// For whom it is meant, in their order.
    public var audiences: [String]
    /// From when on it counts.
    public var notBefore: Timestamp?
    /// Until when it counts.
    public var notOnOrAfter: Timestamp?
    /// Until when its bearer may present it (SubjectConfirmationData), which may be much sooner.
    public var presentableUntil: Timestamp?
    /// Where its bearer may present it (SubjectConfirmationData/@Recipient); nil: it does not say.
    public var recipient: String?
    /// What it says about the subject, in the order of the token.
    public var claims: [Claim]

    /// The kinds of tokens.
    public enum Kind: String, Sendable {
        /// An assertion of SAML 1.1.
        case saml11 = "saml1.1"
        /// An assertion of SAML 2.0.
        case saml20 = "saml2.0"
        /// A JSON Web Token (RFC 7519) in its compact form.
        case jwt
        /// Encrypted for the relying party: nobody else reads it.
        case encrypted
        /// None of these.
        case other

        /// Whether it is a SAML assertion that can be read.
        public var isAssertion: Bool { self == .saml11 || self == .saml20 }
    }

    /// An attribute of SAML, or a member of a JSON Web Token.
    public struct Claim: Sendable, Equatable {
        /// Its name; of SAML 1.1 with the namespace before it, which together are the claim's type.
        public var name: String
        /// Its values, in their order.
        public var values: [String]

        /// A claim.
        public init(_ name: String, _ values: [String]) {
            self.name = name
            self.values = values
        }
    }

    /// A token of which nothing is known but its kind and bytes, unless told.
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
