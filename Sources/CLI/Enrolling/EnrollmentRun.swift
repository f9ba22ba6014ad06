import Core
import Crypto
import HTTP
import Secrets

/// One enrolment or renewal, from its options to what is kept and written.
struct EnrollmentRun {
    let enrollment: EnrollmentOptions
    /// Which challenge of HTTP is answered, and how; EST only.
    let challenge: BasicSignIn.Options
    private(set) var options: FlowOptions
    let context: CommandContext
    /// Key and request of the user's own.
    var key = EnrollmentKey.new

    /// An identity, and whether it was there already.
    struct Outcome {
        var identity: Identity
        var isFresh: Bool
        /// The file in which other programs find it; those that were written.
        var places: [String] = []
    }

    init(
        enrollment: EnrollmentOptions, challenge: BasicSignIn.Options, options: FlowOptions, context: CommandContext
    ) {
        self.enrollment = enrollment
        self.challenge = challenge
        self.options = options
        self.context = context
    }

    /// The same by that user, unless an option names one.
    func by(_ user: String?) -> EnrollmentRun {
        var run = self
        run.options.signIn.user = options.signIn.user ?? user
        return run
    }

    private var cryptography: OpenSSLEnrollment { OpenSSLEnrollment() }

    /// What would be asked for.
    func template(_ target: EnrollmentTarget) throws(FedauthError) -> CertificateTemplate {
        let wishes = try wishes(target)
        let setup = try EnrollmentServerSetup(
            target, self, wishes: wishes, shown: try registration(), makesRequest: true)
        return try Enrollment(server: setup.server, cryptography: cryptography, clock: context.clock)
            .template(wishes, deadline: deadline(setup))
    }

    /// Makes sure that there is a valid identity.
    func enroll(_ target: EnrollmentTarget) throws(FedauthError) -> Outcome {
        try within(target, isGood: { (known) throws(FedauthError) in try isGood(known, for: target) }) {
            (old) throws(FedauthError) in
            let origins = try IdentityOrigins.parse(enrollment.origin)
            let wishes = try wishes(target)
            let setup = try EnrollmentServerSetup(
                target, self, wishes: wishes, shown: try registration(), makesRequest: makesRequest)
            let issued = try Enrollment(server: setup.server, cryptography: cryptography, clock: context.clock)
                .run(wishes, key: key, deadline: deadline(setup))
            return identity(issued, target, setup, origins: origins.isEmpty ? old?.origins ?? [] : origins)
        }
    }

    /// Renews `identity`, by what it was enrolled by. Unless `force`, only when it is due.
    func renew(
        _ identity: Identity, _ record: EnrollmentRecord, force: Bool
    ) throws(FedauthError) -> Outcome {
        let target = try EnrollmentTarget(renewing: identity, record, enrollment)
        let time = enrollment.renewBefore?.time ?? .usual
        let now = context.clock.now
        // Another process may have renewed it while this one waited.
        let isNotDue: (Identity) -> Bool = { known in
            let from = known.enrollment?.notBefore ?? record.notBefore
            return (!force || known != identity) && time.moment(from: from, to: known.expires) > now
        }
        return try within(target, isGood: isNotDue) { (latest) throws(FedauthError) in
            let old = latest ?? identity
            let own = try reusedKey(of: old)
            let origins = try IdentityOrigins.parse(enrollment.origin)
            let (issued, setup) = try renewed(old, target, own)
            return self.identity(issued, target, setup, origins: origins.isEmpty ? old.origins : origins)
        }
    }

    // MARK: ways

    /// By the registration identity, else by the old certificate where the server takes it, else by signing in.
    private func renewed(
        _ old: Identity, _ target: EnrollmentTarget, _ key: EnrollmentKey
    ) throws(FedauthError) -> (Enrollment.Outcome, EnrollmentServerSetup) {
        var wishes = try wishes(nil)
        wishes.formerKey = old.enrollment.flatMap { KeyKind(name: $0.key) }
        if wishes.subject == nil && wishes.alternativeNames.isEmpty { wishes.namesake = old.certificates.first }
        func attempt(
            _ shown: Identity?, renews: Bool
        ) throws(FedauthError) -> (Enrollment.Outcome, EnrollmentServerSetup) {
            // A password that is refused here would be sent again by the sign-in that follows.
            let setup = try EnrollmentServerSetup(
                target, self, wishes: wishes, shown: shown, makesRequest: true, answersChallenges: !renews)
            let issued = try Enrollment(server: setup.server, cryptography: cryptography, clock: context.clock)
                .run(wishes, key: key, renews: renews, deadline: deadline(setup))
            return (issued, setup)
        }
        if let registration = try registration() { return try attempt(registration, renews: false) }
        guard old.expires > context.clock.now, case .pkcs8 = old.key else { return try attempt(nil, renews: false) }
        do throws(FedauthError) {
            return try attempt(old, renews: target.method == .est)
        } catch
            where target.method == .est && [.refused, .notFound].contains(error.code)
            || error.code == .clientCertificateRefused
        {
            context.streams.note("\(error.message); signing in instead of showing the old certificate")
            return try attempt(nil, renews: false)
        }
    }

    private func reusedKey(of old: Identity) throws(FedauthError) -> EnrollmentKey {
        guard enrollment.reuseKey else { return .new }
        guard case .pkcs8(let der) = old.key else {
            throw FedauthError(
                .usage, "the key of '\(old.name.folded(to: 60))' is in a token, and signs no request here",
                hint: "leave out '--reuse-key'")
        }
        return .own(der)
    }

    /// `--ra`.
    private func registration() throws(FedauthError) -> Identity? {
        guard let name = enrollment.ra else { return nil }
        let store = try context.store(options.storage)
        guard let identity = try IdentityBook(store).named(name) else { throw IdentityFailures.none(name, in: store) }
        guard identity.expires > context.clock.now else {
            throw FedauthError(
                .clientCertificateRefused,
                "the registration identity '\(name.folded(to: 60))' has expired on \(identity.expires.iso8601)",
                hint: "import a new one by 'fedauth identity import FILE --name \(name) --force'")
        }
        return identity
    }

    // MARK: parts

    private var makesRequest: Bool {
        if case .ownRequest = key { false } else { true }
    }

    /// - Parameter target: where there is nothing yet; nil: the names of the old certificate go before the user's.
    private func wishes(_ target: EnrollmentTarget?) throws(FedauthError) -> EnrollmentWishes {
        var wishes = EnrollmentWishes()
        if let subject = enrollment.subject {
            wishes.subject = try DistinguishedName(parsing: subject)
        } else if target?.method == .est, let user = options.signIn.user, !user.isEmpty {
            // EST says nothing of the subject, and many servers take no request without one.
            wishes.subject = DistinguishedName([[.init(identifier: "2.5.4.3", value: user)]])
        }
        for name in enrollment.san { wishes.alternativeNames.append(try AlternativeName(name)) }
        wishes.key = enrollment.keyType?.kind
        return wishes
    }

    private func deadline(_ setup: EnrollmentServerSetup) -> Deadline {
        Deadline(seconds: setup.network.timeoutSeconds, from: context.clock)
    }

    private func isGood(_ identity: Identity) -> Bool {
        let signIn = options.signIn
        guard !signIn.force, case .new = key else { return false }
        return identity.expires > context.clock.now.adding(seconds: signIn.minValidity?.seconds ?? 0)
    }

    /// Throws `busy` for one that is valid, but came by another profile of the server.
    private func isGood(_ identity: Identity, for target: EnrollmentTarget) throws(FedauthError) -> Bool {
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

    private func identity(
        _ issued: Enrollment.Outcome, _ target: EnrollmentTarget, _ setup: EnrollmentServerSetup, origins: [Origin]
    ) -> Identity {
        let certificate = issued.certificate
        if let missing = certificate.missingIssuer {
            context.streams.warning(
                "the certificate of '\(missing.folded(to: 100))' did not come along, and servers may want it")
        }
        return Identity(
            name: target.name, certificates: certificate.chain, key: .pkcs8(issued.key), origins: origins,
            source: (target.method == .est ? "EST" : "Secure Login Server") + " " + setup.base.withoutQuery,
            imported: context.clock.now, expires: certificate.notAfter, subject: certificate.subject,
            enrollment: EnrollmentRecord(
                profile: target.profile, method: target.method, base: setup.base.description, code: setup.code,
                user: setup.user(), subject: certificate.subject, key: issued.keyKind.description,
                notBefore: certificate.notBefore))
    }

    /// One at a time for an identity: looks, waits, looks again, makes, keeps, writes the files, runs the hook.
    private func within(
        _ target: EnrollmentTarget, isGood: (Identity) throws(FedauthError) -> Bool,
        _ make: (Identity?) throws(FedauthError) -> Identity
    ) throws(FedauthError) -> Outcome {
        let store = try context.store(options.storage)
        let book = IdentityBook(store)
        let files = EnrolledFiles(enrollment, context)
        try files.check(target.name)
        let known = try own(target.name, book)
        if let known, try isGood(known) {
            return Outcome(identity: try bound(known, book), isFresh: false, places: try files.write(known))
        }
        let seconds = options.network.timeout?.seconds ?? Network.defaultTimeoutSeconds
        let held = try context.signInLock().acquire(
            "identity-" + target.name, purpose: target.base.withoutQuery, waits: !options.signIn.noWait,
            deadline: Deadline(seconds: seconds, from: context.clock),
            onWait: { _ in context.streams.stillWaiting() })
        context.streams.waitIsOver()
        defer { withExtendedLifetime(held) {} }
        let latest = try own(target.name, book)
        if let latest, latest != known, try isGood(latest) {
            return Outcome(identity: try bound(latest, book), isFresh: false, places: try files.write(latest))
        }
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
        try book.warn(ofRivalsOf: made, in: context)
        let places = try files.write(made, passphrase)
        if let hook = enrollment.postHook { try EnrollmentHook(hook, context).run(made, files: enrollment.files) }
        return Outcome(identity: made, isFresh: true, places: places)
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
