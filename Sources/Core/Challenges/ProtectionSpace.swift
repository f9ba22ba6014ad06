/// The scope of a credential (RFC 9110 section 11.5): an origin and one of its realms. No other gets the credential,
/// except that git, which may not know the realm, gets that of an origin's only realm (`GitCredentials`).
public struct ProtectionSpace: Sendable, Hashable {
    /// Scheme, host and port.
    public let origin: Origin
    /// The realm as the server spells it; nil when there is none, as with Negotiate.
    public let realm: String?

    /// Creates the protection space for a realm of an origin.
    public init(_ origin: Origin, realm: String?) { (self.origin, self.realm) = (origin, realm) }

    /// Returns where its credentials are stored; nil for the default store.
    public func scope(in collection: String? = nil) -> CredentialScope {
        CredentialScope(.http, server: origin.description, realm: realm, collection: collection)
    }

    /// `'Staff' at https://host`, for prompts and messages; the realm is untrusted text.
    public var place: String {
        guard let realm, !realm.isEmpty else { return origin.description }
        return "'\(realm.folded(to: 60))' at \(origin)"
    }
}
