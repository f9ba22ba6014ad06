public import Core

/// Renews certificates that were enrolled, and sends requests that wait for approval again.
public struct RenewalFlow {
    private let usual: EnrollmentFlow
    private let enrollment: (EnrollmentRecord, Profile?) throws(FedauthError) -> EnrollmentFlow
    private var services: any Services { usual.services }

    /// Reads nothing yet. `usual` has the settings of the command; `enrollment` puts a record and a profile below.
    public init(
        _ usual: EnrollmentFlow,
        enrollment: @escaping (EnrollmentRecord, Profile?) throws(FedauthError) -> EnrollmentFlow
    ) { (self.usual, self.enrollment) = (usual, enrollment) }

    /// Renews one certificate, of an identity or a profile (nil: the current one), if it is due, or forced.
    public func one(_ service: String?) throws(FedauthError) -> EnrollmentOutcome {
        let renewables = Renewables(store: try services.store(), services: services)
        let one = try renewables.named(service)
        return try renew(one, flow(for: one.record))
    }

    /// Renews all certificates that are due, and returns the first failure. A failure does not stop the others; an
    /// error in showing an outcome (`done`) counts as one of that identity.
    public func all(
        done: (EnrollmentOutcome) throws(FedauthError) -> Void, failed: (String, FedauthError) -> Void
    ) throws(FedauthError) -> FedauthError? {
        var first: FedauthError?
        func fail(_ name: String, _ error: FedauthError) {
            failed(name, error)
            first = first ?? error
        }
        for one in try Renewables(store: services.store(), services: services).all(unread: fail) {
            do throws(FedauthError) {
                let flow = try flow(for: one.record)
                guard !flow.settings.files.useStdout else {
                    throw FedauthError(
                        .usage, "its files go to stdout, where those of several cannot be told apart",
                        hint: "name the identity instead of '--all', or a file in its profile")
                }
                try done(renew(one, flow))
            } catch { fail(one.name, error) }
        }
        return first
    }

    private func renew(_ one: Renewable, _ flow: EnrollmentFlow) throws(FedauthError) -> EnrollmentOutcome {
        guard let identity = one.identity else {
            return try flow.enroll(EnrollmentTarget(one.name, by: one.record, flow.settings))
        }
        return try flow.renew(identity, one.record, force: usual.signIn.isForced)
    }

    /// Returns the enrolment with the settings of the identity's profile, and of the user who enrolled it.
    private func flow(for record: EnrollmentRecord) throws(FedauthError) -> EnrollmentFlow {
        let profile = try record.profile.flatMap { (name) throws(FedauthError) in
            try services.configuration().profile(name)
        }
        var flow = try enrollment(record, profile)
        flow.settings.startsOver = usual.settings.startsOver
        return flow.by(record.user)
    }
}

/// An identity that was enrolled, or the request for one that waits for approval.
struct Renewable {
    var name: String
    var record: EnrollmentRecord
    var identity: Identity?
}

/// The identities and requests that `sls renew` can renew.
struct Renewables {
    let store: any CredentialStore
    let services: any Services

    /// Returns all renewable identities. `unread`: called for each entry that cannot be read.
    func all(unread: (String, FedauthError) -> Void) throws(FedauthError) -> [Renewable] {
        var found = try IdentityStore(store).enrolled(passingOver: unread).compactMap { identity in
            identity.enrollment.map { Renewable(name: identity.name, record: $0, identity: identity) }
        }
        for pending in try PendingEnrollments(store).all()
        where pending.expires > services.clock.now && !found.contains(where: { $0.name == pending.name }) {
            found.append(Renewable(name: pending.name, record: pending.record))
        }
        return found
    }

    /// Returns the identity of that name, which may also be a profile's name; nil: the current profile's.
    func named(_ service: String?) throws(FedauthError) -> Renewable {
        let configuration = try services.configuration()
        guard let name = CurrentProfile(services).name(service, in: configuration) else {
            throw FedauthError(
                .usage, "no profile and no identity was named", hint: "name one, or add '--all' for all of them")
        }
        // Other unreadable entries are ignored.
        let found = try all { name, error in services.reporter.detail("'\(name)' is passed over: \(error.message)") }
        if let named = found.first(where: { $0.name == name }) { return named }
        guard try IdentityStore(store).named(name) == nil else {
            throw FedauthError(
                .usage, "the identity '\(name.folded(to: 60))' was imported: no server is known that renews it",
                hint: "import a new one by 'fedauth identity import FILE --name=\(name.shellQuoted) --force'")
        }
        // The identity of a profile may have a name of its own.
        let own = found.filter { $0.record.profile == name }
        if own.count == 1 { return own[0] }
        let getting = "'fedauth sls enroll \(name.folded(to: 60).shellWord)' gets one; "
        throw FedauthError(
            .notFound,
            own.isEmpty
                ? "there is no identity '\(name.folded(to: 60))'"
                : "\(own.count) identities are from the profile '\(name.folded(to: 60))'",
            hint: own.isEmpty
                ? (configuration.profile(name) == nil ? "" : getting)
                    + "'fedauth sls status' shows those that there are"
                : "name one of them: \(own.map(\.name).joined(separator: ", ").folded(to: 200))")
    }
}
