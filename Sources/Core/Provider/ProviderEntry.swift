/// The store entry of a provider's credential. Only this type defines the format.
/// - name: `provider/KIND/ORIGIN?PROGRAM`, followed by `#USER` if a user was named; encoded like the names of
///   credentials.
/// - kind: `provided`; content type: `application/vnd.fedauth.provided`.
/// - attributes: `origin`, `program`, `result` (`success`, `failure`), and `username` if one was named.
/// - expires: when the credential expires.
/// - value: fields (see `FieldWriter`): 1 version (1), 2 result, 3 an identity (as in `IdentityEntry`) or, in order, 4
///   a header field, which holds 1 name and 2 value. After a failure there is neither, because a refused credential is
///   not kept.
public enum ProviderEntry {
    /// The kind of the entry.
    public static let kind = "provided"
    /// The media type of the value.
    public static let contentType = "application/vnd.fedauth.provided"
    /// What the names of all such entries begin with.
    public static let prefix = "provider/"

    private enum Attribute { static let origin = "origin", program = "program", result = "result", user = "username" }

    static func name(_ kind: ProviderKind, _ origin: Origin, program: String, user: String?) -> String {
        let encoding = CredentialEntry.encoding
        let name = "\(prefix)\(kind.rawValue)/\(encoding.encode(origin.description))?\(encoding.encode(program))"
        return name + (user.map { "#" + encoding.encode($0) } ?? "")
    }

    /// Returns whether an entry contains a provider's credential for `origin`; nil for any.
    public static func isKept(_ entry: StoreEntry, for origin: Origin?) -> Bool {
        entry.kind == kind && entry.name.hasPrefix(prefix)
            && (origin.map { entry.attributes[Attribute.origin] == $0.description } ?? true)
    }

    /// Returns the server of an entry, from its attributes.
    public static func origin(_ entry: StoreEntry) -> String? { entry.attributes[Attribute.origin] }

    /// Returns the entry to write.
    static func draft(
        _ record: ProviderRecord, _ kind: ProviderKind, _ origin: Origin, program: String, user: String?
    ) -> StoreDraft {
        var attributes = [
            Attribute.origin: origin.description, Attribute.program: program.withoutControls,
            Attribute.result: record.result.rawValue,
        ]
        attributes[Attribute.user] = user?.withoutControls
        return StoreDraft(
            name: name(kind, origin, program: program, user: user), kind: self.kind, attributes: attributes,
            contentType: contentType, expires: record.expires, value: record.encoded())
    }

    /// Returns the record of an entry; nil when this version cannot read it: then the provider is asked.
    static func record(_ item: StoreItem) -> ProviderRecord? {
        guard item.entry.kind == kind, var record = item.value.withBytes({ ProviderRecord(fields: $0) }) else {
            return nil
        }
        record.expires = item.entry.expires
        return record
    }
}

extension ProviderRecord: FieldCoded {
    static func coded(_ record: ProviderRecord?, by coder: inout FieldCoder) -> ProviderRecord? {
        guard coder.isVersion(1), let result = coder.word(2, record?.result) else { return nil }
        let (identities, headers): ([Identity], [Request.Header]) =
            switch record?.provided {
            case .certificate(let identity): ([identity], [])
            case .headers(let headers): ([], headers)
            case nil: ([], [])
            }
        var read = ProviderRecord(result: result)
        guard let certificates = coder.values(3, identities).unwrapped(),
            let fields = coder.values(4, headers).unwrapped()
        else { return nil }
        guard result == .success else { return read }
        read.provided = certificates.first.map(Provided.certificate) ?? (fields.isEmpty ? nil : .headers(fields))
        return read
    }
}

extension Request.Header: FieldCoded {
    static func coded(_ header: Request.Header?, by coder: inout FieldCoder) -> Request.Header? {
        guard let name = coder.text(1, header?.name), let value = coder.secret(2, header?.value) else { return nil }
        return Request.Header(name, value)
    }
}
