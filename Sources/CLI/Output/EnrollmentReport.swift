import Core

/// An enrolled identity, or a waiting request, as `sls status` shows it; never its key.
struct EnrollmentReport: Encodable {
    enum State: String, Encodable {
        case valid, due, expired, waiting
    }

    var name: String
    var state: State
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

    /// Reports an identity; nil for an imported one, which cannot be renewed.
    init?(_ identity: Identity, renewal: RenewalTime, now: Timestamp) {
        guard let record = identity.enrollment else { return nil }
        self.init(identity.name, record)
        let moment = renewal.moment(from: record.notBefore, to: identity.expires)
        state = identity.expires <= now ? .expired : moment <= now ? .due : .valid
        subject = identity.subject
        notBefore = record.notBefore.seconds
        notAfter = identity.expires.seconds
        due = moment.seconds
        origins = identity.origins.map(\.description)
    }

    init(_ pending: PendingEnrollment) {
        self.init(pending.name, pending.record)
        due = pending.next.seconds
        asked = pending.asked.seconds
        givenUp = pending.expires.seconds
        renews = pending.renews
        origins = pending.origins.map(\.description)
    }

    private init(_ name: String, _ record: EnrollmentRecord) {
        self.name = name
        state = .waiting
        subject = record.subject
        profile = record.profile
        `protocol` = record.method.rawValue
        server = record.base
        code = record.code.isEmpty ? nil : record.code
        user = record.user
        key = record.key
        due = 0
        origins = []
    }

    /// Name, state, end, renewal time, origin and subject.
    var row: [String] {
        [
            name, state.rawValue, Timestamp(seconds: notAfter ?? givenUp ?? 0).iso8601, Timestamp(seconds: due).iso8601,
            profile ?? server, subject.isEmpty ? "-" : subject,
        ]
    }
}
