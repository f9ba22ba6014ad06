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
        (self.bytes, self.version, self.context, self.created) = (bytes, version, context, created)
        (self.expires, self.appliesTo, self.tokenType, self.token) = (expires, appliesTo, tokenType, token)
    }

    /// The earlier of the token's expiry and that of the response.
    public var end: Timestamp? { [token.notOnOrAfter, expires].compactMap { $0 }.min() }
    /// The token's first audience, or the relying party of the response.
    public var audience: String? { token.audiences.first ?? appliesTo }

    /// The signed-in user, if the token names one: the subject, unless it is opaque, else the first claim for user names.
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
            kind: token.kind == .jwt ? .bearer : .securityToken, value: token.kind == .jwt ? token.bytes : bytes,
            expires: end, audience: audience, type: token.kind == .jwt ? "Bearer" : tokenType)
    }

    /// Throws `bad-answer` for a token for another relying party: it is useless here, and may come from an attack. The
    /// response around the token is not signed, so its audience is used only when the token names none.
    func requireRealm(_ realm: String) throws(FedauthError) {
        let named = token.audiences.isEmpty ? [appliesTo].compactMap { $0 } : token.audiences
        guard let first = named.first, !named.contains(where: { Realm.same($0, realm) }) else { return }
        throw FedauthError(
            .badAnswer, "the token is for '\(first.folded(to: 120))', and '\(realm.folded(to: 120))' was asked for",
            hint: "nothing was stored; if that relying party is right, give it as '--realm'")
    }

    /// Throws `bad-answer` for a token that has expired by its own times or the response's, and must not be used.
    func requireNotOver(at now: Timestamp) throws(FedauthError) {
        guard let end, end.adding(seconds: IssuedToken.toleratedSkewSeconds) <= now else { return }
        throw FedauthError(
            .badAnswer, "the token has expired already: it ended at \(end.iso8601)",
            hint: "compare the clocks of this machine and of the security token service")
    }

    /// Returns the token as a session keeps it: of several audiences, the requested one.
    func sessionToken(for realm: String) -> SessionToken {
        var made = sessionToken
        if let own = token.audiences.first(where: { Realm.same($0, realm) }) { made.audience = own }
        return made
    }

    /// Returns whether the token names this user in its subject or in a claim for user names; other claims, such as a
    /// role, may have the same text. Ignores case, as Windows does.
    func names(_ user: String) -> Bool {
        let wanted = user.lowercased()
        return names.contains { $0.lowercased() == wanted }
    }

    /// Returns whether it names an account of that name in any domain: `CONTOSO\ada` and `ada@contoso.example`.
    func namesAccount(of user: String) -> Bool {
        let wanted = Self.account(user)
        return names.contains { Self.account($0) == wanted }
    }

    private var names: [String] {
        let claimed = token.claims.filter { claim in
            let last = claim.name.split { "/:".contains($0) }.last.map(String.init) ?? claim.name
            return Self.namingClaims.contains(last.lowercased())
        }
        return [token.subject].compactMap { $0 } + claimed.flatMap(\.values)
    }

    private static let namingClaims: Set = [
        "upn", "emailaddress", "email", "mail", "name", "uid", "unique_name", "preferred_username",
        "windowsaccountname",
    ]

    private static func account(_ name: String) -> String {
        let bare = name.split(separator: "\\", omittingEmptySubsequences: false).last.map(String.init) ?? name
        return (bare.split(separator: "@").first.map(String.init) ?? bare).lowercased()
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

/// The identifier of a relying party.
enum Realm {
    /// Returns whether two texts name the same relying party: a slash at the end is ignored.
    static func same(_ left: String, _ right: String) -> Bool { bare(left) == bare(right) }

    private static func bare(_ text: String) -> Substring { text.hasSuffix("/") ? text.dropLast() : text[...] }
}
