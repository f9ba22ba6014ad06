import Secrets

/// The store entry of a waiting request. Only this type defines the format.
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

    static func name(_ identity: String) -> String { prefix + identity }

    static func draft(_ pending: PendingEnrollment) -> StoreDraft {
        StoreDraft(
            name: name(pending.name), kind: kind, attributes: ["server": pending.record.base.printable],
            contentType: contentType, expires: pending.expires, value: pending.encoded(capacity: 8192))
    }

    /// Returns nil when this version cannot read it: then a new request is created.
    static func pending(_ item: StoreItem) -> PendingEnrollment? {
        guard item.entry.kind == kind, item.entry.name.hasPrefix(prefix),
            var pending = item.value.withBytes({ PendingEnrollment(fields: $0) })
        else { return nil }
        // The current name; the entry may have been renamed.
        pending.name = String(item.entry.name.dropFirst(prefix.count))
        return pending
    }
}

extension PendingEnrollment: FieldCoded {
    static func coded(_ pending: PendingEnrollment?, by coder: inout FieldCoder) -> PendingEnrollment? {
        guard coder.isVersion(1), let name = coder.text(2, pending?.name), let record = coder.value(3, pending?.record),
            let key = coder.secret(4, pending?.request.key),
            let der = coder.secret(5, pending.map { SharedSecret(Secret($0.request.der)) })
        else { return nil }
        let (subject, terms) = (coder.text(6, pending?.request.subject), coder.text(7, pending?.request.terms))
        let renews = coder.flag(8, pending?.renews)
        guard let origins = coder.origins(9, pending?.origins).unwrapped(), let next = coder.time(10, pending?.next)
        else { return nil }
        let request = EnrollmentRequest(
            key: key, der: der.withBytes { Array($0) }, subject: subject ?? "", terms: terms ?? "")
        return PendingEnrollment(
            name: name, record: record, request: request, renews: renews, origins: origins, next: next)
    }
}
