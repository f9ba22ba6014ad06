/// What a credential is good for: which program asks, at which server, and for which part of it.
public struct CredentialScope: Sendable, Hashable {
    /// Whose rules the parts follow. A credential is not handed to another family, but for those of protection spaces that
    /// git may have (`GitCredentials`).
    public enum Family: String, Sendable {
        /// git: `server` is `protocol://host[:port]`, `path` is used when git is told to (`credential.useHttpPath`).
        case git
        /// Docker: `server` is the registry's address, exactly as Docker spells it.
        case docker
        /// A protection space (RFC 9110 section 11.5): `server` is the origin, with a `realm`.
        case http
    }

    /// Whose rules the parts follow.
    public var family: Family
    /// The server. Compared byte for byte: no look-alike, no other port and no other scheme gets the credential.
    public var server: String
    /// The part of the server; nil: all of it.
    public var path: String?
    /// The realm that the server named.
    public var realm: String?
    /// The named store that it is kept in (`--store-name`); nil: the usual one.
    public var collection: String?

    /// A part of a server; all of it unless told.
    public init(
        _ family: Family, server: String, path: String? = nil, realm: String? = nil, collection: String? = nil
    ) {
        self.family = family
        self.server = server
        self.path = path
        self.realm = realm
        self.collection = collection
    }

    /// True when a credential for `other` may be used here, and the other way round: the same named store, server and
    /// realm, and, where both name a path, the same path.
    public func meets(_ other: CredentialScope) -> Bool {
        guard family == other.family, collection.isExactly(other.collection), server.isExactly(other.server),
            realm.isExactly(other.realm)
        else { return false }
        return path == nil || other.path == nil || path.isExactly(other.path)
    }
}

extension String? {
    /// Both are nil, or both have the same bytes.
    func isExactly(_ other: String?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let mine?, let theirs?): mine.isExactly(theirs)
        default: false
        }
    }
}
