import Application
import Core

/// An enrolled identity, or a waiting request, as `sls status` shows it; never its key.
struct EnrollmentReport: Encodable {
    var name: String
    var state: EnrollmentStatus.State
    /// The subject of the identity.
    var subject: String
    /// The profile of the configuration that enrolled it; nil: none.
    var profile: String?
    var `protocol`: String
    var server: String
    /// The server's own profile, or the label; nil: none.
    var code: String?
    var user: String?
    var key: String
    /// Seconds since 1970; nil while it waits.
    var notBefore: Int64?
    var notAfter: Int64?
    /// When `sls renew` will renew it; for a waiting request: when to ask the server again.
    var due: Int64
    /// When the waiting request was first sent, and when it expires.
    var asked: Int64?
    var givenUp: Int64?
    /// Whether the request is to renew the identity of this name.
    var renews: Bool?
    /// The servers that it may be shown to.
    var origins: [String]

    init(_ status: EnrollmentStatus) {
        switch status.subject {
        case .identity(let identity, let record):
            self.init(identity.name, record, status)
            subject = identity.subject
            notBefore = record.notBefore.seconds
            notAfter = identity.expires.seconds
            origins = identity.origins.map(\.description)
        case .pending(let pending):
            self.init(pending.name, pending.record, status)
            asked = pending.asked.seconds
            givenUp = pending.expires.seconds
            renews = pending.renews
            origins = pending.origins.map(\.description)
        }
    }

    private init(_ name: String, _ record: EnrollmentRecord, _ status: EnrollmentStatus) {
        self.name = name
        state = status.state
        subject = record.subject
        profile = record.profile
        `protocol` = record.method.rawValue
        server = record.base
        code = record.code.isEmpty ? nil : record.code
        user = record.user
        key = record.key
        due = status.due.seconds
        origins = []
    }

    /// Name, state, end, renewal time, origin and subject.
    var fields: [Table.Field] {
        let isRequest = notAfter == nil
        return [
            .text(name), .text(state.rawValue),
            .time(Timestamp(seconds: notAfter ?? givenUp ?? 0), note: isRequest ? "then given up" : nil),
            .time(Timestamp(seconds: due), note: isRequest ? "to ask again" : nil),
            .text(profile ?? server), .text(subject.isEmpty ? "-" : subject),
        ]
    }
    static let headers = ["NAME", "STATE", "VALID UNTIL", "RENEW FROM", "PROFILE", "SUBJECT"]
}
