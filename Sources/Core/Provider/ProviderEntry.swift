import Secrets

/// The store entry of a provider's credential. Only this type defines the format.
///
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
    private static let version: Int64 = 1

    private enum Tag {
        static let version: UInt8 = 1, result: UInt8 = 2, identity: UInt8 = 3, header: UInt8 = 4
        static let name: UInt8 = 1, value: UInt8 = 2
    }

    private enum Attribute {
        static let origin = "origin", program = "program", result = "result", user = "username"
    }

    /// Returns the name of the entry.
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
            contentType: contentType, expires: record.expires, value: encoded(record))
    }

    private static func encoded(_ record: ProviderRecord) -> SharedSecret {
        var writer = FieldWriter()
        writer.put(Tag.version, version)
        writer.put(Tag.result, record.result.rawValue)
        switch record.provided {
        case .certificate(let identity): writer.put(Tag.identity, identity.fields())
        case .headers(let headers):
            for header in headers {
                var pair = FieldWriter()
                pair.put(Tag.name, header.name)
                pair.put(Tag.value, header.value)
                writer.put(Tag.header, pair)
            }
        case nil: break
        }
        return SharedSecret(writer.finish())
    }

    /// Returns the record of an entry; nil when this version cannot read it: then the provider is asked.
    static func record(_ item: StoreItem) -> ProviderRecord? {
        item.value.withBytes { bytes -> ProviderRecord? in
            guard item.entry.kind == kind, let fields = FieldReader.fields(bytes), fields.first?.tag == Tag.version,
                fields.first?.number == version,
                let result = fields.first(where: { $0.tag == Tag.result }).flatMap({ ProviderResult(rawValue: $0.text) }
                )
            else { return nil }
            var record = ProviderRecord(result: result, expires: item.entry.expires)
            guard result == .success else { return record }
            if let field = fields.first(where: { $0.tag == Tag.identity }) {
                guard let identity = Identity(fields: field.bytes) else { return nil }
                record.provided = .certificate(identity)
                return record
            }
            var headers: [Request.Header] = []
            for field in fields where field.tag == Tag.header {
                guard let pair = FieldReader.fields(field.bytes),
                    let name = pair.first(where: { $0.tag == Tag.name })?.validText,
                    let value = pair.first(where: { $0.tag == Tag.value })?.secret
                else { return nil }
                headers.append(Request.Header(name, value))
            }
            if !headers.isEmpty { record.provided = .headers(headers) }
            return record
        }
    }
}
