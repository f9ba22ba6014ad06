import Secrets

/// The store entry of a waiting request. Only this type defines the format.
///
/// - name: `enrollment/NAME`, of the identity; kind: `enrollment`; content type: `application/vnd.fedauth.enrollment`.
/// - attribute: `server`.
/// - expires: when approval is no longer expected.
/// - value: fields (see `FieldWriter`): 1 version (1), 2 name, 3 how it was requested (fields, see `EnrollmentRecord`),
///   4 key (PKCS#8), 5 request (PKCS#10), 6 subject, 7 terms, 8 whether it renews, 9 an origin (repeated), 10 when to
///   ask again.
public enum PendingEntry {
    /// The kind of its store entry.
    public static let kind = "enrollment"
    private static let contentType = "application/vnd.fedauth.enrollment"
    /// What the names of all such entries begin with.
    public static let prefix = "enrollment/"
    private static let version: Int64 = 1

    private enum Tag {
        static let version: UInt8 = 1, name: UInt8 = 2, record: UInt8 = 3, key: UInt8 = 4, request: UInt8 = 5
        static let subject: UInt8 = 6, terms: UInt8 = 7, renews: UInt8 = 8, origin: UInt8 = 9, next: UInt8 = 10
    }

    static func name(_ identity: String) -> String { prefix + identity }

    static func draft(_ pending: PendingEnrollment) -> StoreDraft {
        var writer = FieldWriter(capacity: 8192)
        writer.put(Tag.version, version)
        writer.put(Tag.name, pending.name)
        writer.put(Tag.record, pending.record.fields)
        writer.put(Tag.key, pending.request.key)
        writer.put(Tag.request, SharedSecret(Secret(pending.request.der)))
        writer.put(Tag.subject, pending.request.subject)
        writer.put(Tag.terms, pending.request.terms)
        writer.put(Tag.renews, pending.renews)
        for origin in pending.origins { writer.put(Tag.origin, origin.description) }
        writer.put(Tag.next, pending.next.seconds)
        return StoreDraft(
            name: name(pending.name), kind: kind, attributes: ["server": pending.record.base.printable],
            contentType: contentType, expires: pending.expires, value: SharedSecret(writer.finish()))
    }

    /// Returns nil when this version cannot read it: then a new request is created.
    static func pending(_ item: StoreItem) -> PendingEnrollment? {
        item.value.withBytes { bytes -> PendingEnrollment? in
            guard item.entry.kind == kind, let fields = FieldReader.fields(bytes), fields.first?.tag == Tag.version,
                fields.first?.number == version
            else { return nil }
            func first(_ tag: UInt8) -> FieldReader.Field? { fields.first { $0.tag == tag } }
            let origins = fields.filter { $0.tag == Tag.origin }.map { try? WebURL($0.text).origin }
            guard item.entry.name.hasPrefix(prefix), let record = first(Tag.record).flatMap(EnrollmentRecord.init),
                let key = first(Tag.key)?.secret, let request = first(Tag.request).map({ Array($0.bytes) }),
                let next = first(Tag.next)?.number, !origins.contains(nil)
            else { return nil }
            return PendingEnrollment(
                // The current name; the entry may have been renamed.
                name: String(item.entry.name.dropFirst(prefix.count)), record: record,
                request: EnrollmentRequest(
                    key: key, der: request, subject: first(Tag.subject)?.text ?? "",
                    terms: first(Tag.terms)?.text ?? ""),
                renews: first(Tag.renews) != nil, origins: origins.compactMap { $0 },
                next: Timestamp(seconds: next))
        }
    }
}
