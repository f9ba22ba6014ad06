import Secrets

/// How a credential is kept as an entry of a store. This is the one place that says it.
///
/// - name: `FAMILY[@STORE]/SERVER[/PATH][?REALM][#USER]`, such as `git/https://git.example.org#ada`,
///   `docker/https://index.docker.io/v1/` or `http@work/https://files.example.org?Staff#ada` (in the named store `work`).
///   In each part `%`, `#`, `?`, blanks, control characters and what is not ASCII are percent-encoded, so that no two
///   scopes share a name and every name is one that a store takes. One longer than `StoreLimits.nameBytes` is refused.
///   Docker knows one user for each server: its names have no `#USER`.
/// - kind: `credential`; content type: `application/vnd.fedauth.credential`.
/// - attributes, by which entries are found: `server`, and where they are known `path`, `realm`, `username`, and `store`,
///   the named store; `order` counts up with each write at one server, since times are whole seconds.
/// - expires: when the entry is of no more use. A refresh token outlives the password.
/// - value: fields (see `FieldWriter`): 1 version (1), 2 password, 3 authorization scheme, 4 authorization, 5 refresh
///   token, 6 end of the password, seconds since 1970. Fields of things that are not known are left out.
public enum CredentialEntry {
    /// The entry's kind.
    public static let kind = "credential"
    /// Media type of the value.
    public static let contentType = "application/vnd.fedauth.credential"

    private static let version: Int64 = 1

    private enum Tag {
        static let version: UInt8 = 1, password: UInt8 = 2, scheme: UInt8 = 3, authorization: UInt8 = 4
        static let refreshToken: UInt8 = 5, expires: UInt8 = 6
    }

    /// The attributes' names.
    enum Attribute {
        static let server = "server", path = "path", realm = "realm", user = "username", order = "order"
        static let collection = "store"
    }

    /// The name of the entry that holds `user`'s credential for `scope`.
    public static func name(_ scope: CredentialScope, user: String?) -> String {
        let collection = scope.collection.map { "@" + encoding.encode($0) } ?? ""
        var name = "\(scope.family.rawValue)\(collection)/\(encoding.encode(scope.server))"
        if let path = scope.path { name += "/" + encoding.encode(path) }
        if let realm = scope.realm { name += "?" + encoding.encode(realm) }
        if scope.family != .docker, let user { name += "#" + encoding.encode(user) }
        return name
    }

    /// What is to be written.
    /// - Parameters:
    ///   - order: larger than that of every credential of the server that was written before.
    ///   - end: after which the entry is of no use, whatever the credential itself says.
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
            expires: [ownEnd, end].compactMap { $0 }.min(), value: encoded(credential))
    }

    /// The scope that an entry is for; nil when it holds no credential.
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

    /// The credential of an entry. Throws `store-damaged` when it holds none that this version reads.
    public static func credential(_ item: StoreItem) throws(FedauthError) -> Credential {
        let credential: Credential? = item.value.withBytes { bytes in
            guard let fields = FieldReader.fields(bytes), fields.first?.tag == Tag.version,
                fields.first?.number == version
            else { return nil }
            func first(_ tag: UInt8) -> FieldReader.Field? { fields.first { $0.tag == tag } }
            var credential = Credential(
                user: item.entry.attributes[Attribute.user], password: first(Tag.password)?.secret,
                refreshToken: first(Tag.refreshToken)?.secret)
            if let scheme = first(Tag.scheme)?.text, let value = first(Tag.authorization)?.secret {
                credential.authorization = Credential.Authorization(scheme: scheme, value: value)
            }
            if let field = first(Tag.expires) {
                guard let seconds = field.number else { return nil }
                credential.expires = Timestamp(seconds: seconds)
            }
            return credential
        }
        guard let credential else {
            throw FedauthError(
                .storeDamaged, "the entry '\(item.entry.name)' holds no credential that this version reads",
                hint: "remove it by 'fedauth store delete', and store it again")
        }
        return credential
    }

    private static func encoded(_ credential: Credential) -> SharedSecret {
        var writer = FieldWriter()
        writer.put(Tag.version, version)
        if let password = credential.password { writer.put(Tag.password, password) }
        writer.put(Tag.scheme, credential.authorization?.scheme)
        if let value = credential.authorization?.value { writer.put(Tag.authorization, value) }
        if let token = credential.refreshToken { writer.put(Tag.refreshToken, token) }
        writer.put(Tag.expires, credential.expires?.seconds)
        return SharedSecret(writer.finish())
    }

    /// Encodes everything that is not visible ASCII, and what parts a name.
    static let encoding = PercentEncoding { (0x21...0x7E).contains($0) && !"%#?".utf8.contains($0) }
}
