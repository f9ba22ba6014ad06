import Core

/// An identity that was enrolled, or the request for one that waits for approval.
struct Renewable {
    var name: String
    var record: EnrollmentRecord
    var identity: Identity?
}

/// The identities and requests that `sls renew` can renew.
struct Renewables {
    private let store: any CredentialStore
    private let services: any Services

    init(_ store: any CredentialStore, _ services: any Services) {
        self.store = store
        self.services = services
    }

    /// Returns all renewable identities.
    ///
    /// - Parameter unread: called for each entry that cannot be read.
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
        let found = try all { name, error in
            services.reporter.detail("'\(name)' is passed over: \(error.message)")
        }
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
