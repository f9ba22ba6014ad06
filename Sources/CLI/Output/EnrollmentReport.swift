import Core

/// An enrolled identity as `sls status` tells it; never its key.
struct EnrollmentReport: Encodable {
    enum State: String, Encodable {
        case valid, due, expired
    }

    var name: String
    var state: State
    /// Whom it is for.
    var subject: String
    /// The profile of the configuration that it came by; nil: none.
    var profile: String?
    var `protocol`: String
    var server: String
    /// The server's own profile, or the label; nil: none.
    var code: String?
    var user: String?
    var key: String
    /// Seconds since 1970.
    var notBefore: Int64
    var notAfter: Int64
    /// From when on `sls renew` renews it.
    var due: Int64
    /// The servers that it is shown to.
    var origins: [String]

    /// Nil for an identity that was imported: there is nothing to renew it by.
    init?(_ identity: Identity, renewal: RenewalTime, now: Timestamp) {
        guard let record = identity.enrollment else { return nil }
        let moment = renewal.moment(from: record.notBefore, to: identity.expires)
        name = identity.name
        state = identity.expires <= now ? .expired : moment <= now ? .due : .valid
        subject = identity.subject
        profile = record.profile
        `protocol` = record.method.rawValue
        server = record.base
        code = record.code.isEmpty ? nil : record.code
        user = record.user
        key = record.key
        notBefore = record.notBefore.seconds
        notAfter = identity.expires.seconds
        due = moment.seconds
        origins = identity.origins.map(\.description)
    }

    /// Name, state, end, when it is due, where it came from, whom it is for.
    var row: [String] {
        [
            name, state.rawValue, Timestamp(seconds: notAfter).iso8601, Timestamp(seconds: due).iso8601,
            profile ?? server, subject,
        ]
    }
}
