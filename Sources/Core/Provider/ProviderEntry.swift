import Secrets

/// How what a provider gave is kept as an entry of a store. This is the one place that says it.
///
/// - name: `provider/KIND/ORIGIN?PROGRAM`, with `#USER` behind it where one was named, encoded as names of credentials are.
/// - kind: `provided`; content type: `application/vnd.fedauth.provided`.
/// - attributes: `origin`, `program`, `result` (`success`, `failure`), and `username` where one was named.
/// - expires: when what was given is of no more use.
/// - value: fields (see `FieldWriter`): 1 version (1), 2 result, 3 an identity (as `IdentityEntry` has it) or, in order, 4 a
///   header field, which holds 1 name and 2 value. After a failure there is neither: what was refused is not kept.
public enum ProviderEntry {
    /// The entry's kind.
    public static let kind = "provided"
    /// Media type of the value.
    public static let contentType = "application/vnd.fedauth.provided"
    private static let prefix = "provider/"
    private static let version: Int64 = 1

    private enum Tag {
        static let version: UInt8 = 1, result: UInt8 = 2, identity: UInt8 = 3, header: UInt8 = 4
        static let name: UInt8 = 1, value: UInt8 = 2
    }

    private enum Attribute {
        static let origin = "origin", program = "program", result = "result", user = "username"
    }

    /// The name of the entry.
    static func name(_ kind: ProviderKind, _ origin: Origin, program: String, user: String?) -> String {
        let encoding = CredentialEntry.encoding
        let name = "\(prefix)\(kind.rawValue)/\(encoding.encode(origin.description))?\(encoding.encode(program))"
        return name + (user.map { "#" + encoding.encode($0) } ?? "")
    }

    /// Whether an entry holds what a provider gave for `origin`; nil: for whichever.
    public static func isKept(_ entry: StoreEntry, for origin: Origin?) -> Bool {
        entry.kind == kind && entry.name.hasPrefix(prefix)
            && (origin.map { entry.attributes[Attribute.origin] == $0.description } ?? true)
    }

    /// The server that an entry is for, as it says.
    public static func origin(_ entry: StoreEntry) -> String? { entry.attributes[Attribute.origin] }

    /// What is to be written.
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
        case .certificate(let identity): writer.put(Tag.identity, IdentityEntry.encoded(identity))
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

    /// What an entry holds; nil when this version does not read it: then the provider is asked.
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
                guard let identity = IdentityEntry.identity(field.bytes, named: nil) else { return nil }
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
