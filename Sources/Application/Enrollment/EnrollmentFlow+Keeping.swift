import Core

/// Stores the result of an enrolment and writes its files, under a lock for each identity.
extension EnrollmentFlow {
    func isGood(_ identity: Identity) -> Bool {
        guard !signIn.isForced, !settings.startsOver, case .new = settings.key else { return false }
        return identity.expires > services.clock.now.adding(seconds: signIn.minimumValiditySeconds)
    }

    /// Handles one identity under a lock: reads, waits, reads again, enrols, stores, writes the files, runs the hook.
    func within(
        _ target: EnrollmentTarget, isGood: (Identity) throws(FedauthError) -> Bool,
        _ make: (Identity?) throws(FedauthError) -> Identity
    ) throws(FedauthError) -> EnrollmentOutcome {
        let store = try services.store()
        let identities = IdentityStore(store)
        let files = EnrolledFiles(settings: settings, writer: services.identityFiles)
        try checkStandardInput()
        try files.check(target.name)
        let known = try own(target.name, identities)
        if let known, try isGood(known) { return try kept(known, identities, files) }
        let held = try services.signInLock().acquire(
            "identity-" + target.name, purpose: target.base.withoutQuery, waits: signIn.waits, deadline: deadline,
            onWait: { _ in services.reporter.stillWaiting() })
        services.reporter.waitIsOver()
        defer { withExtendedLifetime(held) {} }
        let latest = try own(target.name, identities)
        if let latest, latest != known, try isGood(latest) { return try kept(latest, identities, files) }
        // Checked before the sign-in, so that a mistyped passphrase does not cost a sign-in.
        try store.prepareForWriting()
        let passphrase = try files.passphrase()
        var made: Identity
        do throws(FedauthError) {
            made = try make(latest)
        } catch {
            if let reason = SignInGivenUp(error) { held.giveUp(reason) }
            throw error
        }
        made = try keep(made, over: latest, identities)
        try forgetPending(made.name)
        try identities.warn(ofRivalsOf: made, at: services.clock.now, services.reporter)
        let paths: [String]
        do throws(FedauthError) {
            paths = try files.write(made, passphrase)
        } catch {
            let name = made.name.folded(to: 60)
            throw error.hinting("the new certificate is kept as '\(name)', and the same command writes its files later")
        }
        try files.give(made)
        try runHook(made, identities, files)
        return EnrollmentOutcome(identity: made, isFresh: true, paths: paths)
    }

    /// Returns the present result. Writes files that could not be written before; callers see that as a change.
    private func kept(
        _ identity: Identity, _ identities: IdentityStore, _ files: EnrolledFiles
    ) throws(FedauthError) -> EnrollmentOutcome {
        if let begin = identity.enrollment?.notBefore, begin > services.clock.now {
            services.reporter.warning(
                "the certificate of '\(identity.name.folded(to: 60))' is valid from \(services.reporter.shown(begin)) on: "
                    + "is the clock of this machine right?")
        }
        let known = identity.origins
        let identity = try bound(identity, identities)
        let written = try files.write(identity)
        let isDue = identity.enrollment?.hookFailed == true && settings.postHook != nil
        if written.haveChanged || isDue { try runHook(identity, identities, files) }
        return EnrollmentOutcome(
            identity: identity, isFresh: false, paths: written.paths,
            isRebound: Set(identity.origins) != Set(known), ranHook: isDue)
    }

    /// Runs the hook, and remembers a failure, so that the next command runs it again.
    private func runHook(
        _ identity: Identity, _ identities: IdentityStore, _ files: EnrolledFiles
    ) throws(FedauthError) {
        var failure: FedauthError?
        do throws(FedauthError) { try files.runHook(identity) } catch { failure = error }
        let hasFailed = failure != nil
        if identity.enrollment?.hookFailed == !hasFailed {
            _ = try? identities.change(identity.name) { $0.enrollment?.hookFailed = hasFailed }
        }
        if let failure { throw failure }
    }

    /// Returns the enrolled identity of that name. Does not overwrite an imported one.
    private func own(_ name: String, _ identities: IdentityStore) throws(FedauthError) -> Identity? {
        guard let identity = try identities.named(name) else { return nil }
        guard identity.enrollment != nil || signIn.isForced else { throw IdentityStore.exists(name) }
        return identity
    }
}
