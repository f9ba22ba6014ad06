/// The HTTP authentication scheme of a session's requests. The credential itself is only in the store, not in the
/// session, so that deleting or changing it there takes effect here.
public struct SessionAccess: Sendable, Equatable {
    /// The scheme that the server accepted.
    public var scheme: AuthenticationScheme
    /// The realm of the challenge, empty when it named none; nil for Negotiate, and when there was no challenge.
    public var realm: String?
    /// The named store with the credential; nil for the default one.
    public var collection: String?

    /// Whether the server does not ask for the password of Basic, and gets it with the first request.
    public var isUnasked: Bool { scheme == .basic && realm == nil }

    /// Returns where the credential is stored, for a session at `origin`.
    public func scope(at origin: Origin) -> CredentialScope {
        ProtectionSpace(origin, realm: realm).scope(in: collection)
    }
}

/// Its fields inside those of a session.
extension SessionAccess {
    private enum Tag {
        static let scheme: UInt8 = 1, realm: UInt8 = 2, collection: UInt8 = 4
    }

    func fields() -> FieldWriter {
        var writer = FieldWriter()
        writer.put(Tag.scheme, scheme.rawValue)
        writer.put(Tag.realm, realm)
        writer.put(Tag.collection, collection)
        return writer
    }

    /// Returns nil when the fields are malformed, and for a scheme of a later version.
    init?(fields bytes: UnsafeRawBufferPointer) {
        guard let fields = FieldReader.fields(bytes) else { return nil }
        func first(_ tag: UInt8) -> String? { fields.first { $0.tag == tag }?.text }
        guard let scheme = AuthenticationScheme(rawValue: first(Tag.scheme) ?? "") else { return nil }
        self.init(scheme: scheme, realm: first(Tag.realm), collection: first(Tag.collection))
    }
}
