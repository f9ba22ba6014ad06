public import Secrets

/// What a security token service answers (`RequestSecurityTokenResponse` of WS-Trust), by `wresult` of WS-Federation or in a
/// SOAP envelope; a token may also come alone.
public struct SecurityTokenResponse: Sendable, Equatable {
    /// The bytes as they came, without anything before the first `<`.
    public var bytes: SharedSecret
    /// The version of WS-Trust that it is written in; nil: the token came alone.
    public var version: TrustVersion?
    /// `Context`, which is that of the request.
    public var context: String?
    /// When it was made (`Lifetime/Created`).
    public var created: Timestamp?
    /// When it ends (`Lifetime/Expires`).
    public var expires: Timestamp?
    /// For whom the token is meant (`AppliesTo/EndpointReference/Address`).
    public var appliesTo: String?
    /// `TokenType`, a URI.
    public var tokenType: String?
    /// The one token in it.
    public var token: IssuedToken

    /// What a reader found.
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

    /// When what it says is over: the sooner of the token's own end and that of the response.
    public var end: Timestamp? { [token.notOnOrAfter, expires].compactMap { $0 }.min() }

    /// For whom it is: the token's first audience, or what the response applies to.
    public var audience: String? { token.audiences.first ?? appliesTo }

    /// Who signed in, where the token names somebody: the subject, unless it is a number by which one service knows
    /// somebody, else the first of the claims that name a user.
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

    /// It as the token of a session: a JSON Web Token is shown to servers as it is, all else is kept whole.
    public var sessionToken: SessionToken {
        SessionToken(
            token.kind == .jwt ? .bearer : .securityToken, token.kind == .jwt ? token.bytes : bytes, expires: end,
            audience: audience, type: token.kind == .jwt ? "Bearer" : tokenType)
    }
}

/// The versions of WS-Trust that are in use. One differs from the other in little more than names.
public enum TrustVersion: String, Sendable, CaseIterable {
    /// WS-Trust of February 2005, which passive sign-ins and older servers speak.
    case february2005 = "2005"
    /// WS-Trust 1.3 and 1.4.
    case version13 = "1.3"

    /// The namespace of its elements.
    public var namespace: String {
        switch self {
        case .february2005: "http://schemas.xmlsoap.org/ws/2005/02/trust"
        case .version13: "http://docs.oasis-open.org/ws-sx/ws-trust/200512"
        }
    }
}
