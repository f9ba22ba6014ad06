import Core

/// The servers that an identity is bound to, by options, by the profile, and by `identity bind`.
extension EnrollmentFlow {
    /// Returns the new bindings of `old`, and those that options and profile name.
    func origins(
        over old: Identity?, _ pending: PendingEnrollment?
    ) throws(FedauthError) -> (bound: [Origin], named: [Origin]) {
        let named = try IdentityOrigins.parse(settings.origins)
        let before = (old?.enrollment ?? pending?.record)?.named ?? []
        let bound = EnrollmentRecord.origins(
            old?.origins ?? pending?.origins ?? [], naming: named, before: before,
            isTyped: settings.originsAreTyped)
        return (bound, named.isEmpty ? before : named)
    }

    /// Stores the new identity. Enrolment may have taken minutes, so changes by other commands since its start are
    /// kept: a removed binding stays removed, and a deleted identity stays deleted.
    func keep(_ made: Identity, over latest: Identity?, _ identities: IdentityStore) throws(FedauthError) -> Identity {
        guard let latest else {
            try identities.keep(made, replacing: signIn.isForced)
            return made
        }
        var last: FedauthError?
        var isTaken = false
        // Another command's change takes little time; the new certificate must not be lost because of it.
        for _ in 0..<5 {
            do throws(FedauthError) {
                let kept = try identities.change(made.name) { (one) throws(FedauthError) in
                    // Does not overwrite an identity that was imported meanwhile.
                    guard one.enrollment != nil || latest.enrollment == nil else {
                        isTaken = true
                        throw IdentityStore.exists(made.name)
                    }
                    let bound = one.origins
                    one = made
                    one.origins = EnrollmentRecord.origins(
                        bound, naming: made.origins, before: latest.origins, isTyped: false)
                }
                guard let kept else { throw deletedMeanwhile(made.name) }
                return kept
            } catch  where error.code == .busy && !isTaken {
                last = error
            }
        }
        throw last ?? deletedMeanwhile(made.name)
    }

    func deletedMeanwhile(_ name: String) -> FedauthError {
        FedauthError(
            .notFound, "the identity '\(name.folded(to: 60))' was deleted meanwhile, and no new certificate is kept",
            hint: "'fedauth sls enroll' gets another one")
    }

    /// Binds the present identity to the servers that options and profile name now; reports a change.
    func bound(_ identity: Identity, _ identities: IdentityStore) throws(FedauthError) -> Identity {
        func wanted(_ known: Identity) throws(FedauthError) -> Identity {
            let servers = try origins(over: known, nil)
            var changed = known
            changed.origins = servers.bound
            changed.enrollment?.named = servers.named
            return changed
        }
        guard try wanted(identity) != identity else { return identity }
        let changed =
            try identities.change(identity.name) { (one) throws(FedauthError) in one = try wanted(one) } ?? identity
        let gone = identity.origins.filter { !changed.origins.contains($0) }
        if !gone.isEmpty {
            services.reporter.warning(
                "'\(identity.name.folded(to: 60))' is not shown to "
                    + gone.map { "'\($0)'" }.joined(separator: ", ").folded(to: 200) + " any more")
        }
        return changed
    }
}
