/// What a credential is good for (RFC 9110 section 11.5): an origin, and a realm of it. No other origin and no other
/// realm ever gets it; git, which may not know the realm, gets that of an origin's only one (`GitCredentials`).
public struct ProtectionSpace: Sendable, Hashable {
    /// Scheme, host and port.
    public let origin: Origin
    /// The realm as the server names it; nil when it names none, as with Negotiate.
    public let realm: String?

    /// A realm of an origin.
    public init(_ origin: Origin, realm: String?) {
        self.origin = origin
        self.realm = realm
    }

    /// Where its credentials are kept.
    ///
    /// - Parameter collection: a named store; nil: the usual one.
    public func scope(in collection: String? = nil) -> CredentialScope {
        CredentialScope(.http, server: origin.description, realm: realm, collection: collection)
    }

    /// `'Staff' at https://host`, for questions and messages: the realm is a server's text.
    public var place: String {
        guard let realm, !realm.isEmpty else { return origin.description }
        return "'\(realm.folded(to: 60))' at \(origin)"
    }
}
