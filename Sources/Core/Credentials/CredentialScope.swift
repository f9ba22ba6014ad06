/// Where a credential is valid: for which kind of program, at which server, and for which part of it.
public struct CredentialScope: Sendable, Hashable {
    /// The family, which defines the meaning of the parts. A credential is not used for another family, except that git
    /// may use those of protection spaces (`GitCredentials`).
    public enum Family: String, Sendable {
        /// git: `server` is `protocol://host[:port]`; `path` is used if git is configured for it
        /// (`credential.useHttpPath`).
        case git
        /// Docker: `server` is the address of the registry, exactly as Docker spells it.
        case docker
        /// The login forms of a server: `server` is the origin of the page that gets the password.
        case form = "password"
        /// A protection space (RFC 9110 section 11.5): `server` is the origin, with a `realm`.
        case http
        /// What `cargo login` handed over: `server` is the address of the registry's index.
        case cargo
        /// What `terraform login` handed over: `server` is the host.
        case terraform

        /// Whether a server has one credential, and its entry's name no user.
        var hasOneUser: Bool { [.docker, .cargo, .terraform].contains(self) }
    }

    /// The family, which defines the meaning of the parts.
    public var family: Family
    /// The server, compared byte for byte: no similar name, other port or other scheme gets the credential.
    public var server: String
    /// The part of the server; nil for all of it.
    public var path: String?
    /// The realm that the server named.
    public var realm: String?
    /// The named store that contains it (`--store-name`); nil for the default one.
    public var collection: String?

    /// Creates a scope; by default for the whole server.
    public init(
        _ family: Family, server: String, path: String? = nil, realm: String? = nil, collection: String? = nil
    ) {
        self.family = family
        self.server = server
        self.path = path
        self.realm = realm
        self.collection = collection
    }

    /// Returns whether a credential for `other` may be used here, and vice versa: the same named store, server and
    /// realm, and, if both have a path, the same path.
    public func meets(_ other: CredentialScope) -> Bool {
        guard family == other.family, collection.isExactly(other.collection), server.isExactly(other.server),
            realm.isExactly(other.realm)
        else { return false }
        return path == nil || other.path == nil || path.isExactly(other.path)
    }
}

extension String? {
    /// Returns whether both are nil, or both have the same bytes.
    func isExactly(_ other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let mine?, let theirs?): mine.isExactly(theirs)
        default: false
        }
    }
}
