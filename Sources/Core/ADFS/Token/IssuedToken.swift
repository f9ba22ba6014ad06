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

    /// How far the issuer's clock may be ahead of this machine's.
    static let toleratedSkewSeconds: Int64 = 300

    /// Throws `refused` for a token that is not yet valid or has unreadable times, and, if `needsAudience`, for one
    /// without an audience, which every service would accept (SAML 2.0 core, section 2.5.1; RFC 7519, section 4.1).
    public func requireConditions(at now: Timestamp, needsAudience: Bool) throws(FedauthError) {
        if let notBefore {
            guard notBefore <= now.adding(seconds: Self.toleratedSkewSeconds) else {
                throw FedauthError(
                    .refused, "the token does not count before \(notBefore.iso8601)",
                    hint: "check this machine's clock; else ask its issuer")
            }
        } else if kind == .jwt, claims.contains(where: { $0.name == "nbf" }) {
            throw FedauthError(
                .refused, "the token's 'nbf' is not a time", hint: "ask its issuer for one by RFC 7519, section 4.1.5")
        }
        guard kind != .jwt || notOnOrAfter != nil || !claims.contains(where: { $0.name == "exp" }) else {
            throw FedauthError(
                .refused, "the token's 'exp' is not a time", hint: "ask its issuer for one by RFC 7519, section 4.1.4")
        }
        guard !needsAudience || audiences.contains(where: Self.isVisible) else {
            throw FedauthError(
                .refused, "the token has no audience",
                hint: "if its issuer never names one, accept it with '--verify-no-audience'")
        }
    }

    /// Returns whether the text has a visible character: spaces, controls and zero-width characters identify no audience.
    private static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
                && ![.control, .format, .unassigned].contains($0.properties.generalCategory)
        }
    }
}

extension IssuedToken {
    /// Reads a token in a compact form of JOSE: three parts are signed (RFC 7515) and readable, five are encrypted (RFC
    /// 7516). Nil when it has neither form.
    public init?(compact text: SharedSecret) {
        guard let token = CompactToken(text) else { return nil }
        if token.parts.count == 5 {
            self.init(.encrypted, text)
            return
        }
        guard token.parts.count == 3, let claims = CompactToken.object(token.parts[1]), let members = claims.members
        else { return nil }
        let said = JSONWebToken(claims: claims)
        self.init(
            .jwt, text, identifier: claims["jti"]?.text, issuer: said.issuer, subject: said.user,
            audiences: said.audiences, notBefore: said.notBefore, notOnOrAfter: said.expires,
            claims: members.map { Claim($0.name, Self.values($0.value)) })
    }

    /// Returns the claim's values; claims are not secret. Values other than text and numbers are returned as JSON.
    private static func values(_ value: JSONValue) -> [String] {
        switch value {
        case .array(let elements): return elements.flatMap(values)
        case .string: return [value.text ?? ""]
        case .number(let digits): return [digits]
        default:
            var out = Secret()
            value.write(to: &out)
            return [out.withBytes { String(decoding: $0, as: UTF8.self) }]
        }
    }
}
