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

    /// The kinds of tokens.
    public enum Kind: String, Sendable {
        /// A `samlp:Response` (SAML 2.0 core, section 3.3.3) with its assertion.
        case samlResponse = "saml-response"
        /// A bearer token (RFC 6750), which goes into an Authorization field.
        case bearer
    }

    /// A token; without an end and an audience unless told.
    public init(_ kind: Kind, _ value: SharedSecret, expires: Timestamp? = nil, audience: String? = nil) {
        self.kind = kind
        self.value = value
        self.expires = expires
        self.audience = audience
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
    }

    func fields() -> FieldWriter {
        var writer = FieldWriter()
        writer.put(Tag.kind, kind.rawValue)
        writer.put(Tag.value, value)
        writer.put(Tag.expires, expires?.seconds)
        writer.put(Tag.audience, audience)
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
            audience: first(Tag.audience)?.text)
    }
}
