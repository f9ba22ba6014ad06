public import Core

/// Ensures that there is a valid identity: gets a certificate from a server, or renews one.
public struct EnrollmentFlow {
    let services: any Services
    /// What is enrolled, where, and how it is used.
    public var settings: EnrollmentSettings
    private(set) var signIn: SignInSettings

    /// Reads nothing yet.
    public init(_ services: any Services, _ settings: EnrollmentSettings, _ signIn: SignInSettings) {
        (self.services, self.settings, self.signIn) = (services, settings, signIn)
    }

    /// Returns the same flow for `user`, unless the settings name a user.
    func by(_ user: String?) -> EnrollmentFlow {
        var flow = self
        flow.signIn.user = signIn.user ?? user
        return flow
    }

    /// Returns the server and the identity that a profile, or the address of a server, names; nil: the current profile.
    /// The name of the identity is `name`, else that of the profile, else the server's host.
    public func target(_ service: String?, name: String?) throws(FedauthError) -> EnrollmentTarget {
        try EnrollmentTarget(service, name: name, settings, services)
    }

    /// Returns the template of the request.
    public func template(_ target: EnrollmentTarget) throws(FedauthError) -> CertificateTemplate {
        var wishes = try wishes(target, nil)
        if case .own(let own) = settings.key { wishes.key = try services.enrollment.cryptography.kind(ofKey: own) }
        let setup = try EnrollmentServerSetup(
            target, self, wishes: wishes, shown: try registration(), makesRequest: true)
        return try Enrollment(setup.server, services).template(wishes, deadline: deadline)
    }

    /// Ensures that there is a valid identity.
    public func enroll(_ target: EnrollmentTarget) throws(FedauthError) -> EnrollmentOutcome {
        try check()
        return try within(target, isGood: { (known) throws(FedauthError) in try isGood(known, for: target) }) {
            (old) throws(FedauthError) in try issued(target, wishes(target, nil), shown: try registration(), over: old)
        }
    }

    /// Renews `identity` in the way it was enrolled. Without `force`, only when it is due or a request waits.
    func renew(
        _ identity: Identity, _ record: EnrollmentRecord, force: Bool
    ) throws(FedauthError) -> EnrollmentOutcome {
        try check()
        let target = try EnrollmentTarget(identity.name, by: record, settings)
        let time = settings.renewalTime
        let now = services.clock.now
        var flow = self
        flow.settings.key = try reusedKey(of: identity)
        let pending = try flow.pending(target)
        let isWanted = force || settings.startsOver || pending != nil
        // Another process may have renewed the identity during the wait for the lock.
        let isNotDue: (Identity) -> Bool = { known in
            let from = known.enrollment?.notBefore ?? record.notBefore
            return (!isWanted || known != identity) && time.moment(from: from, to: known.expires) > now
        }
        return try within(target, isGood: isNotDue) { (latest) throws(FedauthError) in
            guard let latest else { throw deletedMeanwhile(identity.name) }
            flow.settings.key = try reusedKey(of: latest)
            let renewed = try flow.renewed(latest, target)
            try checkIsNewer(renewed, than: latest, force: force || settings.startsOver)
            warn(ofShortLife: renewed, time)
            return renewed
        }
    }

    /// Throws `bad-answer` for a certificate that is no renewal of `old`: a timer would take it for one until the old
    /// one ends. `force`: whether the user wants a new one before it is due, which may end at the same time.
    private func checkIsNewer(_ new: Identity, than old: Identity, force: Bool) throws(FedauthError) {
        let isSame = new.certificates.first == old.certificates.first
        guard isSame || new.expires < old.expires || new.expires == old.expires && !force else { return }
        throw FedauthError(
            .badAnswer,
            "the server sent "
                + (isSame
                    ? "the certificate that it is to renew"
                    : "a certificate that ends on \(services.reporter.shown(new.expires)), no later than the old one"),
            hint: "nothing was stored; 'fedauth sls enroll' with '--force' takes one that ends earlier")
    }

    /// Warns of a new certificate that is due at once: each run renews it again, and one that comes later finds it expired.
    private func warn(ofShortLife identity: Identity, _ time: RenewalTime) {
        let from = identity.enrollment?.notBefore ?? services.clock.now
        guard time.moment(from: from, to: identity.expires) <= services.clock.now else { return }
        services.reporter.warning(
            "the new certificate of '\(identity.name)' is due for renewal at once: it ends on "
                + "\(services.reporter.shown(identity.expires)), sooner than '--renew-before' asks; '--renew-before 2/3' suits "
                + "every lifetime")
    }

    /// Validates all options before the first request.
    private func check() throws(FedauthError) {
        _ = try (wishes(nil, nil), SLSVocabulary(correctedBy: settings.vocabulary))
        if let fingerprint = settings.authorityFingerprint { _ = try CertificateFingerprint(fingerprint) }
        _ = try registered()
        if settings.identityProgram?.isEmpty == true {
            throw FedauthError(
                .usage, "'--give-to-provider' names no program",
                hint: "name it by '--provider', or leave the option out")
        }
    }

    // MARK: Ways

    /// Renews with the registration identity, else with the old certificate if the server accepts it, else by signing in.
    private func renewed(_ old: Identity, _ target: EnrollmentTarget) throws(FedauthError) -> Identity {
        var wishes = try wishes(nil, old.enrollment)
        wishes.formerKey = old.enrollment.flatMap { KeyKind(name: $0.key) }
        if settings.subject == nil && settings.alternativeNames.isEmpty { wishes.namesake = old.certificates.first }
        if let registration = try registration() { return try issued(target, wishes, shown: registration, over: old) }
        let pending = try pending(target)
        // A request that was sent after a sign-in is also polled after a sign-in.
        let isShown = old.expires > services.clock.now && pending?.renews != false
        guard isShown, case .pkcs8 = old.key else { return try issued(target, wishes, shown: nil, over: old) }
        do throws(FedauthError) {
            return try issued(target, wishes, shown: old, renews: target.method == .est, over: old)
        } catch  where error.code == .clientCertificateRefused || target.method == .est && isNoRenewal(error, pending) {
            services.reporter.note("\(error.message); signing in instead of showing the old certificate")
            return try issued(target, wishes, shown: nil, over: old)
        }
    }

    /// Returns whether the server does not support renewal with the old certificate. Tries no other way after the
    /// server has rejected a pending request.
    private func isNoRenewal(_ error: FedauthError, _ pending: PendingEnrollment?) -> Bool {
        [.refused, .notFound].contains(error.code) || error.code == .requestRefused && pending == nil
    }

    /// Gets a certificate in one way, with the waiting request or a new one. The `shown` identity is for the server,
    /// independent of its bindings.
    private func issued(
        _ target: EnrollmentTarget, _ wishes: EnrollmentWishes, shown: Identity?, renews: Bool = false,
        over old: Identity?
    ) throws(FedauthError) -> Identity {
        let pending = try pending(target, isNeeded: true)
        let deadline = deadline
        if let pending { try checkTime(of: pending, deadline: deadline) }
        // If the server rejected the password here, the sign-in that follows would send it again.
        let setup = try EnrollmentServerSetup(
            target, self, wishes: wishes, shown: shown, makesRequest: makesRequest, answersChallenges: !renews)
        let requests = try makesRequest ? requests(target, setup, wishes, renews: renews, over: old, pending) : nil
        let outcome: Enrollment.Outcome
        do throws(FedauthError) {
            outcome = try Enrollment(setup.server, services).run(
                wishes, key: settings.key, renews: renews, requests: requests, deadline: deadline)
        } catch {
            if error.code == .requestRefused { try forgetPending(target.name) }
            throw hinted(error, target.name)
        }
        return try identity(outcome, target, setup, wishes, over: old, requests?.current)
    }

    private func reusedKey(of old: Identity) throws(FedauthError) -> EnrollmentKey {
        guard settings.reusesKey else { return .new }
        guard case .pkcs8(let der) = old.key else {
            throw FedauthError(
                .usage, "the key of '\(old.name.folded(to: 60))' is in a token, and signs no request here",
                hint: "leave out '--reuse-key'")
        }
        return .own(der)
    }

    /// Returns the identity of `--ra`, to authenticate with.
    private func registration() throws(FedauthError) -> Identity? {
        guard let identity = try registered() else { return nil }
        guard identity.expires <= services.clock.now else { return identity }
        throw FedauthError(
            .clientCertificateRefused,
            "the registration identity '\(identity.name.folded(to: 60))' expired on "
                + services.reporter.shown(identity.expires), hint: IdentityAdvice.replacing(identity))
    }

    /// Returns the identity of `--ra` in any state.
    private func registered() throws(FedauthError) -> Identity? {
        try settings.registration.map { (name) throws(FedauthError) in try services.identity(name) }
    }

    // MARK: Parts

    private var makesRequest: Bool { if case .ownRequest = settings.key { false } else { true } }

    /// `target` is where a first certificate comes from; without it, the names of the old one override the user's name.
    /// The earlier names of the `record` apply if no option sets new ones.
    private func wishes(
        _ target: EnrollmentTarget?, _ record: EnrollmentRecord?
    ) throws(FedauthError) -> EnrollmentWishes {
        var wishes = EnrollmentWishes()
        if let subject = settings.subject {
            wishes.subject = try DistinguishedName(parsing: subject)
        } else if target?.method == .est, let user = signIn.user, !user.isEmpty {
            // EST does not define the subject, and many servers reject a request without one.
            wishes.subject = DistinguishedName([[.init(identifier: "2.5.4.3", value: user)]])
        } else {
            wishes.subject = record?.wished.subject
        }
        for name in settings.alternativeNames { wishes.alternativeNames.append(try AlternativeName(name)) }
        if settings.alternativeNames.isEmpty { wishes.alternativeNames = record?.wished.names ?? [] }
        wishes.key = settings.keyKind
        return wishes
    }

    var deadline: Deadline { services.clock.deadline() }

    private func identity(
        _ issued: Enrollment.Outcome, _ target: EnrollmentTarget, _ setup: EnrollmentServerSetup,
        _ wishes: EnrollmentWishes, over old: Identity?, _ pending: PendingEnrollment?
    ) throws(FedauthError) -> Identity {
        let certificate = issued.certificate
        if let missing = certificate.missingIssuer {
            services.reporter.warning(
                "the certificate of '\(missing.folded(to: 100))' was not sent, and servers may require it")
        }
        checkSubject(of: certificate, user: setup.user(), over: old)
        let wished = EnrollmentRecord.Wished(
            pending?.record.wished ?? EnrollmentRecord.Wished(wishes.subject, wishes.alternativeNames),
            grantedBy: certificate)
        let origins = try origins(over: old, pending)
        return Identity(
            name: target.name, certificates: certificate.chain, key: .pkcs8(issued.key), origins: origins.bound,
            source: (target.method == .est ? "EST" : "Secure Login Server") + " " + setup.base.withoutQuery,
            imported: services.clock.now, expires: certificate.notAfter, subject: certificate.subject,
            enrollment: EnrollmentRecord(
                profile: target.profile, method: target.method, base: setup.base.description, code: setup.code,
                user: setup.user(), subject: certificate.subject, key: issued.keyKind?.description ?? "",
                notBefore: certificate.notBefore, wished: wished, named: origins.named,
                authorities: settings.authorities))
    }
}

extension Enrollment {
    /// Creates the enrolment from the services of a flow.
    fileprivate init(_ server: any EnrollmentServer, _ services: any Services) {
        self.init(server: server, cryptography: services.enrollment.cryptography, clock: services.clock)
    }
}
