import Application
import Core

/// Stores the result of an enrolment and writes its files, under a lock for each identity.
extension EnrollmentRun {
    func isGood(_ identity: Identity) -> Bool {
        let signIn = options.signIn
        guard !signIn.force, !startsOver, case .new = key else { return false }
        return identity.expires > context.clock.now.adding(seconds: signIn.minValidity?.seconds ?? 0)
    }

    /// Handles one identity under a lock: reads, waits, reads again, enrols, stores, writes the files, runs the hook.
    func within(
        _ target: EnrollmentTarget, isGood: (Identity) throws(FedauthError) -> Bool,
        _ make: (Identity?) throws(FedauthError) -> Identity
    ) throws(FedauthError) -> Outcome {
        let store = try context.store(options.storage)
        let identities = IdentityStore(store)
        let files = EnrolledFiles(enrollment, context)
        try checkStandardInput()
        try files.check(target.name)
        let known = try own(target.name, identities)
        if let known, try isGood(known) { return try kept(known, identities, files) }
        let held = try context.signInLock().acquire(
            "identity-" + target.name, purpose: target.base.withoutQuery, waits: !options.signIn.noWait,
            deadline: deadline,
            onWait: { _ in context.streams.stillWaiting() })
        context.streams.waitIsOver()
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
        try identities.warn(ofRivalsOf: made, at: context.clock.now, context.streams)
        let places: [String]
        do throws(FedauthError) {
            places = try files.write(made, passphrase)
        } catch {
            var failure = error
            let name = made.name.folded(to: 60)
            failure.hint = "the new certificate is kept as '\(name)', and the same command writes its files later"
            throw failure
        }
        try runHook(made)
        return Outcome(identity: made, isFresh: true, places: places)
    }

    /// Returns the present result. Writes files that could not be written before; callers see that as a change.
    private func kept(
        _ identity: Identity, _ identities: IdentityStore, _ files: EnrolledFiles
    ) throws(FedauthError) -> Outcome {
        let known = identity.origins
        let identity = try bound(identity, identities)
        let written = try files.write(identity)
        if written.haveChanged { try runHook(identity) }
        return Outcome(
            identity: identity, isFresh: false, places: written.places,
            isRebound: Set(identity.origins) != Set(known))
    }

    private func runHook(_ identity: Identity) throws(FedauthError) {
        if let hook = enrollment.postHook {
            try EnrollmentHook(hook, context).run(identity, files: enrollment.files.values)
        }
    }

    /// Returns the enrolled identity of that name. Does not overwrite an imported one.
    private func own(_ name: String, _ identities: IdentityStore) throws(FedauthError) -> Identity? {
        guard let identity = try identities.named(name) else { return nil }
        guard identity.enrollment != nil || options.signIn.force else { throw IdentityStore.exists(name) }
        return identity
    }
}
