import Secrets

/// The store entry of an identity. Only this type defines the format.
///
/// - name: `identity/NAME`; kind: `identity`; content type: `application/vnd.fedauth.identity`.
/// - attributes, for searching and listing without opening entries: `subject`, `origins`, separated by blanks, and `begins`,
///   in seconds, of a certificate that was imported before it was valid.
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
    private static let version: Int64 = 1

    private enum Tag {
        static let version: UInt8 = 1, name: UInt8 = 2, certificate: UInt8 = 3, key: UInt8 = 4, token: UInt8 = 5
        static let origin: UInt8 = 6, source: UInt8 = 7, imported: UInt8 = 8, expires: UInt8 = 9, subject: UInt8 = 10
        static let enrollment: UInt8 = 11, begins: UInt8 = 12
    }

    private enum Attribute {
        static let origins = "origins", subject = "subject", begins = "begins"
    }

    /// Returns the name of the entry.
    public static func name(_ identity: String) -> String { prefix + identity }

    /// Throws `usage` when `name` is not allowed for an identity.
    public static func check(name: String) throws(FedauthError) {
        guard !name.isEmpty else {
            throw FedauthError(.usage, "an identity needs a name", hint: "'--name' is empty")
        }
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
            contentType: contentType, expires: identity.expires, value: encoded(identity))
    }

    /// Returns the value of the entry.
    static func encoded(_ identity: Identity) -> SharedSecret {
        var writer = FieldWriter(capacity: identity.certificates.reduce(4096) { $0 + $1.count })
        writer.put(Tag.version, version)
        writer.put(Tag.name, identity.name)
        for certificate in identity.certificates { writer.put(Tag.certificate, SharedSecret(Secret(certificate))) }
        switch identity.key {
        case .pkcs8(let key): writer.put(Tag.key, key)
        case .token(let uri): writer.put(Tag.token, uri)
        }
        for origin in identity.origins { writer.put(Tag.origin, origin.description) }
        writer.put(Tag.source, identity.source)
        writer.put(Tag.imported, identity.imported.seconds)
        writer.put(Tag.expires, identity.expires.seconds)
        writer.put(Tag.subject, identity.subject)
        writer.put(Tag.begins, identity.begins?.seconds)
        if let enrollment = identity.enrollment { writer.put(Tag.enrollment, enrollment.fields) }
        return SharedSecret(writer.finish())
    }

    /// Returns the identity of an entry. Throws `store-damaged` when this version cannot read it.
    public static func identity(_ item: StoreItem) throws(FedauthError) -> Identity {
        guard let identity = item.value.withBytes({ identity($0, named: identityName(item.entry)) }) else {
            throw FedauthError(
                .storeDamaged, "the entry '\(item.entry.name)' holds no identity that this version reads",
                hint: "import it again, or remove it by 'fedauth store delete \(item.entry.name.shellWord)'")
        }
        return identity
    }

    /// Decodes the value of an entry; nil when this version cannot read it.
    ///
    /// - Parameter name: the current name; nil for the name in the value.
    static func identity(_ bytes: UnsafeRawBufferPointer, named known: String?) -> Identity? {
        guard let fields = FieldReader.fields(bytes), fields.first?.tag == Tag.version, fields.first?.number == version
        else { return nil }
        func first(_ tag: UInt8) -> FieldReader.Field? { fields.first { $0.tag == tag } }
        let certificates = fields.filter { $0.tag == Tag.certificate }.map { Array($0.bytes) }
        let origins = fields.filter { $0.tag == Tag.origin }.map { try? WebURL($0.text).origin }
        let key = first(Tag.key).map { Identity.Key.pkcs8($0.secret) }
        guard let name = first(Tag.name)?.validText, !certificates.isEmpty,
            let key = key ?? first(Tag.token)?.validText.map({ .token(uri: $0) }),
            // An unreadable origin may have been a restriction.
            !origins.contains(nil), let imported = first(Tag.imported)?.number,
            let expires = first(Tag.expires)?.number
        else { return nil }
        return Identity(
            name: known ?? name, certificates: certificates, key: key, origins: origins.compactMap { $0 },
            source: first(Tag.source)?.text ?? "", imported: Timestamp(seconds: imported),
            begins: first(Tag.begins)?.number.map(Timestamp.init(seconds:)), expires: Timestamp(seconds: expires),
            subject: first(Tag.subject)?.text ?? "",
            enrollment: first(Tag.enrollment).flatMap { EnrollmentRecord($0) })
    }
}
