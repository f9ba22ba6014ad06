public import Secrets

/// The answer of a security token service (`RequestSecurityTokenResponse` of WS-Trust), from `wresult` of WS-Federation
/// or a SOAP envelope; a token may also come alone.
public struct SecurityTokenResponse: Sendable, Equatable {
    /// The bytes as received, without anything before the first `<`.
    public var bytes: SharedSecret
    /// The version of WS-Trust; nil: the token came alone.
    public var version: TrustVersion?
    /// `Context`, copied from the request.
    public var context: String?
    /// The time of issue (`Lifetime/Created`).
    public var created: Timestamp?
    /// The time of expiry (`Lifetime/Expires`).
    public var expires: Timestamp?
    /// The relying party of the token (`AppliesTo/EndpointReference/Address`).
    public var appliesTo: String?
    /// `TokenType`, a URI.
    public var tokenType: String?
    /// The only token.
    public var token: IssuedToken

    /// Creates a response from what a reader found.
    public init(
        bytes: SharedSecret, version: TrustVersion? = nil, context: String? = nil, created: Timestamp? = nil,
        expires: Timestamp? = nil, appliesTo: String? = nil, tokenType: String? = nil, token: IssuedToken
    ) {
        self.bytes = bytes
        self.version = version
        self.context = context
        self.created = created
        self.expires = expires
        self.appliesTo = appliesTo
        self.tokenType = tokenType
        self.token = token
    }

    /// The earlier of the token's expiry and that of the response.
    public var end: Timestamp? { [token.notOnOrAfter, expires].compactMap { $0 }.min() }

    /// The token's first audience, or the relying party of the response.
    public var audience: String? { token.audiences.first ?? appliesTo }

    /// The signed-in user, when the token names one: the subject, unless it is an opaque identifier, else the first of
    /// the claims for user names.
    public var user: String? {
        if let subject = token.subject, !subject.isEmpty, !token.isSubjectOpaque { return subject.folded(to: 100) }
        return Self.userClaims.lazy.compactMap { name in
            token.claims.first { $0.name.lowercased() == name }?.values.first
        }.first { !$0.isEmpty }?.folded(to: 100)
    }

    private static let userClaims: [String] = {
        let base = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"
        return [
            base + "upn", base + "emailaddress", base + "name",
            "http://schemas.microsoft.com/ws/2008/06/identity/claims/windowsaccountname",
        ]
    }()

    /// The token of a session: a JSON Web Token is sent to servers unchanged, any other answer is kept whole.
    public var sessionToken: SessionToken {
        SessionToken(
            token.kind == .jwt ? .bearer : .securityToken, token.kind == .jwt ? token.bytes : bytes, expires: end,
            audience: audience, type: token.kind == .jwt ? "Bearer" : tokenType)
    }
}

/// The versions of WS-Trust in use; they differ mostly in names.
public enum TrustVersion: String, Sendable, CaseIterable {
    /// WS-Trust of February 2005, used by passive sign-ins and older servers.
    case february2005 = "2005"
    /// WS-Trust 1.3 and 1.4.
    case version13 = "1.3"

    /// The namespace of the version's elements.
    public var namespace: String {
        switch self {
        case .february2005: "http://schemas.xmlsoap.org/ws/2005/02/trust"
        case .version13: "http://docs.oasis-open.org/ws-sx/ws-trust/200512"
        }
    }
}
