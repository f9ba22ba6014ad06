import Core

/// What is kept of an enrolment, in the store and in files, one at a time for an identity.
extension EnrollmentRun {
    private func isGood(_ identity: Identity) -> Bool {
        let signIn = options.signIn
        guard !signIn.force, !startsOver, case .new = key else { return false }
        return identity.expires > context.clock.now.adding(seconds: signIn.minValidity?.seconds ?? 0)
    }

    /// Throws `busy` for one that is valid, but came by another profile of the server.
    func isGood(_ identity: Identity, for target: EnrollmentTarget) throws(FedauthError) -> Bool {
        guard isGood(identity) else { return false }
        guard let record = identity.enrollment, target.profile == nil || target.profile != record.profile else {
            return true
        }
        let named = try? SLSAddresses(base: target.base, code: target.code, words: SLSVocabulary()).code
        let code = named ?? target.code
        guard record.method == target.method, code == nil || code == record.code else {
            throw FedauthError(
                .busy,
                "the identity '\(target.name.folded(to: 60))' came by '\(record.code.folded(to: 60))' "
                    + "(\(record.method.rawValue)), and is valid",
                hint: "'--name' gives the new one another name; '--force' replaces it")
        }
        return true
    }

    /// One at a time for an identity: looks, waits, looks again, makes, keeps, writes the files, runs the hook.
    func within(
        _ target: EnrollmentTarget, isGood: (Identity) throws(FedauthError) -> Bool,
        _ make: (Identity?) throws(FedauthError) -> Identity
    ) throws(FedauthError) -> Outcome {
        let store = try context.store(options.storage)
        let book = IdentityBook(store)
        let files = EnrolledFiles(enrollment, context)
        try files.check(target.name)
        let known = try own(target.name, book)
        if let known, try isGood(known) { return try kept(known, book, files) }
        let held = try context.signInLock().acquire(
            "identity-" + target.name, purpose: target.base.withoutQuery, waits: !options.signIn.noWait,
            deadline: deadline,
            onWait: { _ in context.streams.stillWaiting() })
        context.streams.waitIsOver()
        defer { withExtendedLifetime(held) {} }
        let latest = try own(target.name, book)
        if let latest, latest != known, try isGood(latest) { return try kept(latest, book, files) }
        // Before anybody signs in: what is mistyped then would cost the sign-in.
        try store.prepareForWriting()
        let passphrase = try files.passphrase()
        let made: Identity
        do throws(FedauthError) {
            made = try make(latest)
        } catch {
            if let reason = SignInGivenUp(error) { held.giveUp(reason) }
            throw error
        }
        try book.keep(made, replacing: true)
        try forgetPending(made.name)
        try book.warn(ofRivalsOf: made, in: context)
        let places = try files.write(made, passphrase)
        try runHook(made)
        return Outcome(identity: made, isFresh: true, places: places)
    }

    /// What is there. Files that could not be written before are written now, which is a change for whoever reads them.
    private func kept(
        _ identity: Identity, _ book: IdentityBook, _ files: EnrolledFiles
    ) throws(FedauthError) -> Outcome {
        let identity = try bound(identity, book)
        let written = try files.write(identity)
        if written.haveChanged { try runHook(identity) }
        return Outcome(identity: identity, isFresh: false, places: written.places)
    }

    private func runHook(_ identity: Identity) throws(FedauthError) {
        if let hook = enrollment.postHook { try EnrollmentHook(hook, context).run(identity, files: enrollment.files) }
    }

    /// What is there, for the servers that options and profile name now.
    private func bound(_ identity: Identity, _ book: IdentityBook) throws(FedauthError) -> Identity {
        let origins = try IdentityOrigins.parse(enrollment.origin)
        guard !origins.isEmpty, origins != identity.origins else { return identity }
        let changed = try book.change(identity.name) { (one) throws(FedauthError) in one.origins = origins }
        return changed ?? identity
    }

    /// The identity of that name, if it was enrolled; one that was imported is not written over.
    private func own(_ name: String, _ book: IdentityBook) throws(FedauthError) -> Identity? {
        guard let identity = try book.named(name) else { return nil }
        guard identity.enrollment != nil || options.signIn.force else { throw IdentityBook.exists(name) }
        return identity
    }
}
