public import Secrets

/// A token from an identity provider that a session keeps beside its cookies, for other programs.
public struct SessionToken: Sendable, Equatable {
    /// The kind of token, which determines its use.
    public var kind: Kind
    /// The token as it is sent: for a SAML response, the base64 text of the POST binding.
    public var value: SharedSecret
    /// When it expires; nil when unknown.
    public var expires: Timestamp?
    /// The audience (AudienceRestriction); nil when unknown.
    public var audience: String?
    /// The server's name for its type: OAuth's `token_type` (RFC 6749 section 7.1), WS-Trust's `TokenType`.
    public var type: String?
    /// The platform's own identifier for the user; nil when unknown.
    public var principal: String?
    /// The refresh token, which gets a new token without a sign-in (RFC 6749 section 1.5); nil for none.
    public var refresh: SharedSecret?
    /// The address for revoking it, by a GET that carries it; nil for none.
    public var logout: WebURL?
    /// The issuer, and the only server that receives the refresh token; nil when unknown.
    public var source: WebURL?
    /// How it was got by OAuth; nil: in another way.
    public var oauth: OAuthRecord?

    /// The kinds of tokens.
    public enum Kind: String, Sendable {
        /// A `samlp:Response` (SAML 2.0 core, section 3.3.3) with its assertion.
        case samlResponse = "saml-response"
        /// A bearer token (RFC 6750), which goes into an Authorization field.
        case bearer
        /// The unchanged answer of a security token service (WS-Trust, WS-Federation).
        case securityToken = "security-token"
        /// An authorization code (RFC 6749 section 1.3.1), which a program exchanges for a token, once.
        case authorizationCode = "authorization-code"

        /// Its name in a sentence, with the article.
        public var text: String {
            switch self {
            case .samlResponse: "a SAML response"
            case .bearer: "a bearer token"
            case .securityToken: "a security token"
            case .authorizationCode: "an authorization code"
            }
        }
    }

    /// The scheme in the Authorization field: `Bearer`, or the server's name, if that is one (RFC 9110 section 11.1).
    public var authenticationScheme: String {
        guard kind == .bearer, let type, !type.isEmpty,
            type.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == 0x2D }), type.asciiLowercased != "bearer"
        else { return "Bearer" }
        return type
    }

    /// Returns whether it has expired at `moment`.
    public func isExpired(at moment: Timestamp) -> Bool { expires.map { $0 <= moment } ?? false }
}

/// The fields of a token inside those of a session.
extension SessionToken: FieldCoded {
    /// Nil for a kind of a later version: the session is usable without it.
    static func coded(_ token: SessionToken?, by coder: inout FieldCoder) -> SessionToken? {
        guard let kind = coder.word(1, token?.kind), let value = coder.secret(2, token?.value) else { return nil }
        return SessionToken(
            kind: kind, value: value, expires: coder.time(3, token?.expires), audience: coder.text(4, token?.audience),
            type: coder.text(5, token?.type), principal: coder.text(6, token?.principal),
            refresh: coder.secret(7, token?.refresh), logout: coder.url(8, token?.logout),
            source: coder.url(9, token?.source), oauth: coder.value(10, token?.oauth))
    }

    /// Throws `bad-answer` for a bearer token from `place` with white space or control characters, which no header
    /// field can carry (RFC 6750 section 2.1) and which would become more than one line in a script.
    static func checkBearer(_ value: SharedSecret, from place: String) throws(FedauthError) {
        guard value.withBytes({ $0.allSatisfy { $0 > 0x20 && $0 != 0x7F } }) else {
            throw FedauthError(
                .badAnswer, "the token from \(place) has white space or control characters in it",
                hint: "'--trace FILE' shows the answer without it; tell the server's operator")
        }
    }
}
