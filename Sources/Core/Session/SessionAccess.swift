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
extension SessionAccess: FieldCoded {
    /// Nil for a scheme of a later version.
    static func coded(_ access: SessionAccess?, by coder: inout FieldCoder) -> SessionAccess? {
        guard let scheme = coder.word(1, access?.scheme) else { return nil }
        return SessionAccess(
            scheme: scheme, realm: coder.text(2, access?.realm), collection: coder.text(4, access?.collection))
    }
}
