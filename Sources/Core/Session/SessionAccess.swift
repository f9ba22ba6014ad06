/// By which scheme of HTTP a session's requests are let in. The credential itself is in the store, once, and not in the
/// session: what is forgotten or changed there is so here too.
public struct SessionAccess: Sendable, Equatable {
    /// What the server took.
    public var scheme: AuthenticationScheme
    /// The realm that asked; nil: it named none.
    public var realm: String?
    /// How user name and password become bytes.
    public var charset: CredentialCharset
    /// The named store that the credential is in; nil: the usual one.
    public var collection: String?

    /// What a server took.
    public init(
        scheme: AuthenticationScheme, realm: String?, charset: CredentialCharset = .utf8, collection: String? = nil
    ) {
        self.scheme = scheme
        self.realm = realm
        self.charset = charset
        self.collection = collection
    }

    /// Where the credential is kept, for a session at `origin`.
    public func scope(at origin: Origin) -> CredentialScope {
        ProtectionSpace(origin, realm: realm).scope(in: collection)
    }
}

/// The fields of it within those of a session.
extension SessionAccess {
    private enum Tag {
        static let scheme: UInt8 = 1, realm: UInt8 = 2, charset: UInt8 = 3, collection: UInt8 = 4
    }

    func fields() -> FieldWriter {
        var writer = FieldWriter()
        writer.put(Tag.scheme, scheme.rawValue)
        writer.put(Tag.realm, realm)
        writer.put(Tag.charset, charset.rawValue)
        writer.put(Tag.collection, collection)
        return writer
    }

    /// Nil for what cannot be read, and for a scheme that a later version knows.
    init?(fields bytes: UnsafeRawBufferPointer) {
        guard let fields = FieldReader.fields(bytes) else { return nil }
        func first(_ tag: UInt8) -> String? { fields.first { $0.tag == tag }?.text }
        guard let scheme = AuthenticationScheme(rawValue: first(Tag.scheme) ?? ""),
            let charset = CredentialCharset(rawValue: first(Tag.charset) ?? "")
        else { return nil }
        self.init(scheme: scheme, realm: first(Tag.realm), charset: charset, collection: first(Tag.collection))
    }
}
