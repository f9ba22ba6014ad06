import Application
import Core

/// An enrolled identity, or a waiting request, as `sls status` shows it; never its key.
extension EnrollmentStatus {
    private var name: String {
        switch subject {
        case .identity(let identity, _): identity.name
        case .pending(let pending): pending.name
        }
    }

    private var record: EnrollmentRecord {
        switch subject {
        case .identity(_, let record): record
        case .pending(let pending): pending.record
        }
    }

    private var subjectName: String {
        if case .identity(let identity, _) = subject { identity.subject } else { record.subject }
    }

    var json: JSONValue {
        let common = JSONValue.sorted([
            "name": .text(name), "state": .text(state.rawValue), "subject": .text(subjectName),
            "profile": .text(ifAny: record.profile), "protocol": .text(record.method.rawValue),
            "server": .text(record.base), "code": record.code.isEmpty ? nil : .text(record.code),
            "user": .text(ifAny: record.user), "key": .text(record.key),
            // When 'sls renew' will renew it; for a waiting request: when to ask the server again.
            "due": .time(due),
        ])
        switch subject {
        case .identity(let identity, let record):
            return common.adding([
                "notBefore": .time(record.notBefore), "expires": .time(identity.expires),
                "origins": .texts(identity.origins.map(\.description)),
            ])
        case .pending(let pending):
            return common.adding([
                // When it was first sent, when it expires, and whether it is to renew the identity of this name.
                "asked": .time(pending.asked), "expires": .time(pending.expires), "renews": .bool(pending.renews),
                "origins": .texts(pending.origins.map(\.description)),
            ])
        }
    }

    /// Name, state, end, renewal time, origin and subject.
    var fields: [Table.Field] {
        let (end, notes): (Timestamp, (String?, String?)) =
            switch subject {
            case .identity(let identity, _): (identity.expires, (nil, nil))
            case .pending(let pending): (pending.expires, ("then given up", "to ask again"))
            }
        return [
            .text(name), .text(state.rawValue), .time(end, note: notes.0), .time(due, note: notes.1),
            .text(record.profile ?? record.base), .text(subjectName.isEmpty ? "-" : subjectName),
        ]
    }
    static let headers = ["NAME", "STATE", "VALID UNTIL", "RENEW FROM", "PROFILE", "SUBJECT"]
}
