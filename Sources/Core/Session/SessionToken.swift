public import Secrets

/// A statement of an identity provider's that a session keeps beside its cookies, for programs that hand it on.
public struct SessionToken: Sendable, Equatable {
    /// What it is; fixes what can be done with it.
    public var kind: Kind
    /// As it goes over the wire: for a SAML response the base64 of the POST binding.
    public var value: SharedSecret
    /// When it ends; nil: it does not say.
    public var expires: Timestamp?
    /// For whom it is meant (AudienceRestriction); nil: it does not say.
    public var audience: String?
    /// Its type in the server's word: `token_type` of an OAuth answer (RFC 6749 section 7.1), `TokenType` of WS-Trust; nil: it
    /// does not say.
    public var type: String?
    /// Whose it is, by the platform's own number or name for them; nil: it does not say.
    public var principal: String?
    /// Gets the next one without a sign-in (RFC 6749 section 1.5); nil: there is none.
    public var refresh: SharedSecret?
    /// Where it is given back, by a GET that carries it; nil: nowhere.
    public var logout: WebURL?
    /// Who issued it, and takes its refresh token, which goes to nobody else; nil: it was not noted.
    public var source: WebURL?

    /// The kinds of tokens.
    public enum Kind: String, Sendable {
        /// A `samlp:Response` (SAML 2.0 core, section 3.3.3) with its assertion.
        case samlResponse = "saml-response"
        /// A bearer token (RFC 6750), which goes into an Authorization field.
        case bearer
        /// The answer of a security token service (WS-Trust, WS-Federation), as it came.
        case securityToken = "security-token"
    }

    /// A token; without all that it may say of itself unless told.
    public init(
        _ kind: Kind, _ value: SharedSecret, expires: Timestamp? = nil, audience: String? = nil, type: String? = nil,
        principal: String? = nil, refresh: SharedSecret? = nil, logout: WebURL? = nil,
        source: WebURL? = nil
    ) {
        self.kind = kind
        self.value = value
        self.expires = expires
        self.audience = audience
        self.type = type
        self.principal = principal
        self.refresh = refresh
        self.logout = logout
        self.source = source
    }

    /// What stands before it in an Authorization field: `Bearer`, or the scheme that the server calls its type, where that is
    /// the name of one (RFC 9110 section 11.1).
    public var authenticationScheme: String {
        guard kind == .bearer, let type, !type.isEmpty,
            type.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == 0x2D }),
            type.asciiLowercased != "bearer"
        else { return "Bearer" }
        return type
    }

    /// True when its time is over at `moment`.
    public func isExpired(at moment: Timestamp) -> Bool {
        expires.map { $0 <= moment } ?? false
    }
}

/// The fields of a token within those of a session.
extension SessionToken {
    private enum Tag {
        static let kind: UInt8 = 1, value: UInt8 = 2, expires: UInt8 = 3, audience: UInt8 = 4
        static let type: UInt8 = 5, principal: UInt8 = 6, refresh: UInt8 = 7, logout: UInt8 = 8
        static let source: UInt8 = 9
    }

    func fields() -> FieldWriter {
        var writer = FieldWriter()
        writer.put(Tag.kind, kind.rawValue)
        writer.put(Tag.value, value)
        writer.put(Tag.expires, expires?.seconds)
        writer.put(Tag.audience, audience)
        writer.put(Tag.type, type)
        writer.put(Tag.principal, principal)
        if let refresh { writer.put(Tag.refresh, refresh) }
        writer.put(Tag.logout, logout?.description)
        writer.put(Tag.source, source?.description)
        return writer
    }

    /// Nil for what cannot be read, and for a kind that a later version made: the session is good without it.
    init?(fields bytes: UnsafeRawBufferPointer) {
        guard let fields = FieldReader.fields(bytes) else { return nil }
        func first(_ tag: UInt8) -> FieldReader.Field? { fields.first { $0.tag == tag } }
        guard let kind = Kind(rawValue: first(Tag.kind)?.text ?? ""), let value = first(Tag.value)?.secret else {
            return nil
        }
        self.init(
            kind, value, expires: first(Tag.expires)?.number.map(Timestamp.init(seconds:)),
            audience: first(Tag.audience)?.text, type: first(Tag.type)?.text, principal: first(Tag.principal)?.text,
            refresh: first(Tag.refresh)?.secret, logout: first(Tag.logout).flatMap { try? WebURL($0.text) },
            source: first(Tag.source).flatMap { try? WebURL($0.text) })
    }
}
