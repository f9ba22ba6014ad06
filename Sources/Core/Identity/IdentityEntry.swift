import Secrets

/// The store entry of an identity. Only this type defines the format.
/// - name: `identity/NAME`; kind: `identity`; content type: `application/vnd.fedauth.identity`.
/// - attributes, for searching and listing without opening entries: `subject`, `origins`, separated by blanks, and
///   `begins`, in seconds, of a certificate that was imported before it was valid.
/// - expires: when the owner's certificate expires.
/// - value: fields (see `FieldWriter`): 1 version (1), 2 name, 3 a certificate (repeated, in order), 4 key (PKCS#8) or
///   5 address of the key in a token, 6 an origin (repeated), 7 source, 8 imported, 9 end, 10 subject, 11 how it was
///   enrolled (fields, see `EnrollmentRecord`), 12 beginning, as in the attribute. A reader ignores unknown fields.
public enum IdentityEntry {
    /// The kind of the entry.
    public static let kind = "identity"
    /// The media type of the value.
    public static let contentType = "application/vnd.fedauth.identity"
    /// What the names of all such entries begin with.
    public static let prefix = "identity/"

    private enum Attribute {
        static let origins = "origins", subject = "subject", begins = "begins"
    }

    /// Returns the name of the entry.
    public static func name(_ identity: String) -> String { prefix + identity }

    /// Throws `usage` when `name` is not allowed for an identity.
    public static func check(name: String) throws(FedauthError) {
        guard !name.isEmpty else { throw FedauthError(.usage, "an identity needs a name", hint: "'--name' is empty") }
        try StoreLimits.check(name: self.name(name))
    }

    /// Returns the name of the identity in an entry; nil when the entry is not an identity.
    public static func identityName(_ entry: StoreEntry) -> String? {
        entry.kind == kind && entry.name.hasPrefix(prefix) && entry.name.utf8.count > prefix.utf8.count
            ? String(entry.name.dropFirst(prefix.count)) : nil
    }

    /// Returns the subject, from the entry's attributes.
    public static func subject(_ entry: StoreEntry) -> String { entry.attributes[Attribute.subject] ?? "" }

    /// Returns the bound servers, from the entry's attributes.
    public static func origins(_ entry: StoreEntry) -> [Origin] {
        (entry.attributes[Attribute.origins] ?? "").split(separator: " ").compactMap { try? WebURL(String($0)).origin }
    }

    /// Returns when the certificate begins to be valid; nil when it was when it was imported.
    public static func begins(_ entry: StoreEntry) -> Timestamp? {
        entry.attributes[Attribute.begins].flatMap(Int64.init).map(Timestamp.init(seconds:))
    }

    /// Returns whether the certificate is valid.
    static func isValid(_ entry: StoreEntry, at now: Timestamp) -> Bool {
        !entry.isExpired(at: now) && begins(entry).map { $0 <= now } ?? true
    }

    /// Returns the entry to write.
    public static func draft(_ identity: Identity) -> StoreDraft {
        StoreDraft(
            name: name(identity.name), kind: kind,
            attributes: [
                Attribute.subject: identity.subject.printable,
                Attribute.origins: identity.origins.map(\.description).joined(separator: " "),
                Attribute.begins: identity.begins.map { String($0.seconds) } ?? "",
            ].filter { !$0.value.isEmpty },
            contentType: contentType, expires: identity.expires,
            value: identity.encoded(capacity: identity.certificates.reduce(4096) { $0 + $1.count }))
    }

    /// Returns the identity of an entry. Throws `store-damaged` when this version cannot read it.
    public static func identity(_ item: StoreItem) throws(FedauthError) -> Identity {
        guard var identity = item.value.withBytes({ Identity(fields: $0) }) else {
            throw FedauthError(
                .storeDamaged, "the entry '\(item.entry.name)' holds no identity that this version reads",
                hint: "import it again, or remove it by 'fedauth store delete \(item.entry.name.shellWord)'")
        }
        // The current name; the entry may have been renamed.
        identity.name = identityName(item.entry) ?? identity.name
        return identity
    }
}

extension Identity: FieldCoded {
    static func coded(_ identity: Identity?, by coder: inout FieldCoder) -> Identity? {
        guard coder.isVersion(1), let name = coder.text(2, identity?.name) else { return nil }
        let certificates = coder.data(3, identity?.certificates)
        let (secret, place): (SharedSecret?, String?) =
            switch identity?.key {
            case .pkcs8(let key)?: (key, nil)
            case .token(let uri)?: (nil, uri)
            case nil: (nil, nil)
            }
        let (kept, token) = (coder.secret(4, secret), coder.text(5, place))
        guard !certificates.isEmpty, let key = kept.map({ .pkcs8($0) }) ?? token.map({ Key.token(uri: $0) }),
            // An unreadable origin may have been a restriction.
            let origins = coder.origins(6, identity?.origins).unwrapped()
        else { return nil }
        let source = coder.text(7, identity?.source)
        guard let imported = coder.time(8, identity?.imported), let expires = coder.time(9, identity?.expires) else {
            return nil
        }
        let (subject, begins) = (coder.text(10, identity?.subject), coder.time(12, identity?.begins))
        return Identity(
            name: name, certificates: certificates, key: key, origins: origins, source: source ?? "",
            imported: imported, begins: begins, expires: expires, subject: subject ?? "",
            enrollment: coder.value(11, identity?.enrollment))
    }
}
