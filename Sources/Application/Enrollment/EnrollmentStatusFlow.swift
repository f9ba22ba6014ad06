public import Core

/// An enrolled identity, or a request that waits for approval.
public struct EnrollmentStatus {
    /// Whether there is something to do.
    public enum State: String, Sendable {
        case valid, due, expired, waiting
        case notYetValid = "not-yet-valid"
    }

    /// What it is about.
    public enum Subject {
        /// An identity and how it was enrolled.
        case identity(Identity, EnrollmentRecord)
        /// A request that the server has not answered yet.
        case pending(PendingEnrollment)
    }

    /// Whether there is something to do.
    public let state: State
    /// When to renew it, or to ask the server again.
    public let due: Timestamp
    /// What it is about.
    public let subject: Subject
}

/// Finds out which certificates were enrolled, and which are due for renewal. Asks no server.
public struct EnrollmentStatusFlow {
    private let services: any Services
    private let environment: [Profile.Setting]

    /// Creates the flow with the settings of the environment.
    public init(_ services: any Services, environment: [Profile.Setting]) {
        self.services = services
        self.environment = environment
    }

    /// Returns the identities, then the waiting requests: those of an identity, or of the profile that enrolled it, nil
    /// for all. `unread` gets each damaged one; the others are still returned. Throws `not-found` for a name without
    /// any, unless one of that name is damaged.
    public func run(_ name: String?, unread: (FedauthError) -> Void) throws(FedauthError) -> [EnrollmentStatus] {
        let store = try services.store()
        let configuration = try services.configuration()
        let now = services.clock.now
        var found: [EnrollmentStatus] = []
        var isDamaged = false
        let enrolled = try IdentityStore(store).enrolled { damaged, error in
            guard name == nil || name == damaged else { return }
            isDamaged = true
            unread(error)
        }
        for identity in enrolled {
            guard let record = identity.enrollment, Self.isMeant(name, identity.name, record) else { continue }
            let renewal = try renewalTime(of: identity, in: configuration)
            let due = renewal.moment(from: record.notBefore, to: identity.expires)
            found.append(
                EnrollmentStatus(
                    state: identity.expires <= now
                        ? .expired : record.notBefore > now ? .notYetValid : due <= now ? .due : .valid, due: due,
                    subject: .identity(identity, record)))
        }
        for pending in try PendingEnrollments(store).all()
        where pending.expires > now && Self.isMeant(name, pending.name, pending.record) {
            found.append(EnrollmentStatus(state: .waiting, due: pending.next, subject: .pending(pending)))
        }
        if found.isEmpty, !isDamaged, let name {
            throw FedauthError(
                .notFound,
                "no identity in \(store.placeName) was enrolled by '\(name.folded(to: 60))', or is called so",
                hint: "'fedauth sls enroll' gets one; 'fedauth sls status' shows those that there are")
        }
        return found
    }

    private static func isMeant(_ wanted: String?, _ name: String, _ record: EnrollmentRecord) -> Bool {
        wanted == nil || name == wanted || record.profile == wanted
    }

    /// Returns when the identity is due for renewal, by its profile, `[defaults]`, or the environment.
    private func renewalTime(
        of identity: Identity, in configuration: Configuration
    ) throws(FedauthError) -> RenewalTime {
        let profile = identity.enrollment?.profile.flatMap { configuration.profile($0) }
        let layers = SettingLayers(configuration.defaults, profile, environment)
        guard let text = Profile(name: "", settings: layers.settings).text("renew-before") else { return .usual }
        guard let time = RenewalTime(argument: text) else {
            throw FedauthError(
                .configuration, "'renew-before' is '\(text.folded(to: 60))' for '\(identity.name.folded(to: 60))'",
                hint: "write \(RenewalTime.forms)")
        }
        return time
    }
}
