public import Secrets

/// The store entry of a credential. Only this type defines the format.
///
/// - name: `FAMILY[@STORE]/SERVER[/PATH][?REALM][#USER]`, such as `git/https://git.example.org#ada`,
///   `docker/https://index.docker.io/v1/`, `password/https://idp.example.org#ada` (of a login form) or
///   `http@work/https://files.example.org?Staff#ada` (in the named store `work`). In each part `%`, `#`, `?`, blanks, control characters and non-ASCII characters are percent-encoded, so
///   that each scope has its own name and every name is valid. Names longer than `StoreLimits.nameBytes` are refused.
///   Docker, cargo and Terraform have one user for each server, so their names have no `#USER`.
/// - kind: `credential`; content type: `application/vnd.fedauth.credential`.
/// - attributes, for searching: `server`, and if known `path`, `realm`, `username`, and `store`, the named store;
///   `order` is a counter of the writes for one server, because times are whole seconds.
/// - expires: when the entry is useless. A refresh token outlives the password.
/// - value: fields (see `FieldWriter`): 1 version (1), 2 password, 3 authorization scheme, 4 authorization, 5 refresh
///   token, 6 expiry of the password, seconds since 1970, 7 the encoding in which the server accepted user name and password,
///   unless that is UTF-8. Unknown properties are omitted.
public enum CredentialEntry {
    /// The kind of the entry.
    public static let kind = "credential"
    /// The media type of the value.
    public static let contentType = "application/vnd.fedauth.credential"

    /// The names of the attributes.
    enum Attribute {
        static let server = "server", path = "path", realm = "realm", user = "username", order = "order"
        static let collection = "store"
    }

    /// Returns the name of the entry with the credential of `user` for `scope`.
    public static func name(_ scope: CredentialScope, user: String?) -> String {
        let collection = scope.collection.map { "@" + encoding.encode($0) } ?? ""
        var name = "\(scope.family.rawValue)\(collection)/\(encoding.encode(scope.server))"
        if let path = scope.path { name += "/" + encoding.encode(path) }
        if let realm = scope.realm { name += "?" + encoding.encode(realm) }
        if !scope.family.hasOneUser, let user { name += "#" + encoding.encode(user) }
        return name
    }

    /// Returns whether an entry of this name may hold a credential of `user`, or of any user, for `scope`; its attributes
    /// are not known.
    static func mayHold(_ name: String, _ scope: CredentialScope, user: String?) -> Bool {
        var server = scope
        (server.path, server.realm) = (nil, nil)
        let prefix = Self.name(server, user: nil)
        guard name.utf8.starts(with: prefix.utf8) else { return false }
        let rest = name.utf8.dropFirst(prefix.utf8.count)
        guard let next = rest.first else { return true }
        guard "/?#".utf8.contains(next) else { return false }
        guard let user, let mark = rest.firstIndex(of: UInt8(ascii: "#")) else { return true }
        return rest[mark...].dropFirst().elementsEqual(encoding.encode(user).utf8)
    }

    /// Returns the scope that the name of an entry of Docker's says; nil for another name.
    static func dockerScope(_ name: String) -> CredentialScope? {
        let prefix = CredentialScope.Family.docker.rawValue + "/"
        guard name.hasPrefix(prefix) else { return nil }
        let server = PercentEncoding.decode(name.utf8.dropFirst(prefix.utf8.count))
        return server.withBytes { String(validating: $0, as: UTF8.self) }.map { CredentialScope(.docker, server: $0) }
    }

    /// Returns the entry to write. `order` is larger than that of every earlier credential of the server; `end` is
    /// independent of the credential's own expiry time.
    static func draft(
        _ credential: Credential, for scope: CredentialScope, order: Int, until end: Timestamp?
    ) -> StoreDraft {
        var attributes = [Attribute.server: scope.server, Attribute.order: String(order)]
        attributes[Attribute.path] = scope.path
        attributes[Attribute.realm] = scope.realm
        attributes[Attribute.collection] = scope.collection
        attributes[Attribute.user] = credential.user
        let ownEnd = credential.refreshToken == nil ? credential.expires : nil
        return StoreDraft(
            name: name(scope, user: credential.user), kind: kind, attributes: attributes, contentType: contentType,
            expires: [ownEnd, end].compactMap { $0 }.min(), value: credential.encoded())
    }

    /// Returns the scope of an entry; nil when it is not a credential.
    static func scope(_ entry: StoreEntry) -> CredentialScope? {
        guard entry.kind == kind, let server = entry.attributes[Attribute.server],
            let family = entry.name.firstIndex(of: "/").flatMap({
                CredentialScope.Family(rawValue: String(entry.name[..<$0].prefix { $0 != "@" }))
            })
        else { return nil }
        return CredentialScope(
            family, server: server, path: entry.attributes[Attribute.path], realm: entry.attributes[Attribute.realm],
            collection: entry.attributes[Attribute.collection])
    }

    /// Returns what a person means by an entry: of a credential the password, of any other one the value.
    public static func secret(of item: StoreItem) -> SharedSecret {
        guard item.entry.kind == kind, let credential = try? credential(item) else { return item.value }
        return credential.password ?? item.value
    }

    /// Returns the credential of an entry. Throws `store-damaged` when this version cannot read it.
    public static func credential(_ item: StoreItem) throws(FedauthError) -> Credential {
        guard var credential = item.value.withBytes({ Credential(fields: $0) }) else {
            throw FedauthError(
                .storeDamaged, "the entry '\(item.entry.name)' holds no credential that this version reads",
                hint: "remove it by 'fedauth store delete', and store it again")
        }
        credential.user = item.entry.attributes[Attribute.user]
        return credential
    }

    /// Encodes everything except visible ASCII, and the separators of a name.
    static let encoding = PercentEncoding { (0x21...0x7E).contains($0) && !"%#?".utf8.contains($0) }
}

/// Without the user, who stands in the attributes of the entry.
extension Credential: FieldCoded {
    static func coded(_ credential: Credential?, by coder: inout FieldCoder) -> Credential? {
        guard coder.isVersion(1) else { return nil }
        var read = Credential(password: coder.secret(2, credential?.password))
        let scheme = coder.text(3, credential?.authorization?.scheme)
        let value = coder.secret(4, credential?.authorization?.value)
        if let scheme, let value { read.authorization = Credential.Authorization(scheme: scheme, value: value) }
        read.refreshToken = coder.secret(5, credential?.refreshToken)
        read.expires = coder.time(6, credential?.expires)
        let word = coder.text(7, credential?.charset == .utf8 ? nil : credential?.charset.rawValue)
        guard let charset = CredentialCharset(rawValue: word ?? CredentialCharset.utf8.rawValue) else { return nil }
        read.charset = charset
        return read
    }
}
