/// The steps of every method: look in the store; if the session is valid, done; take the profile's lock; look again;
/// present; collect; verify; store; report.
public struct SignIn {
    /// The caller's options.
    public struct Options: Sendable {
        /// Sign in even when the session is valid.
        public var force = false
        /// A session that the server has just refused. Any other valid session is accepted, such as one that another
        /// process got meanwhile.
        public var refused: Session?
        /// The session is for every address of its origin: accept one that was made for another address there, if it
        /// has a cookie for this one.
        public var coversOrigin = false
        /// The number of seconds for which a session must still be valid.
        public var minimumValiditySeconds: Int64 = 0
        /// The maximum age of an earlier sign-in whose cookies are used again; nil: any age.
        public var freshSeconds: Int64?
        /// Wait for another sign-in to the same profile.
        public var waits = true
        /// Ask the server whether a session that looks valid is accepted.
        public var checksServer = false
        /// Store the session; otherwise it is only reported.
        public var keepsSession = true
        /// The entries of the store from which the sign-in takes secrets.
        public var entries: [NamedEntry] = []
        /// The file with the certificates that the sign-in trusts, which the session names; nil: those of the system.
        public var authorities: String?
        /// The words that sign in like this again (`Session.words`).
        public var words: [String] = []

        /// Creates the defaults: wait for others, trust the stored expiry time.
        public init() {}
    }

    /// A session, and whether this sign-in created it.
    public struct Outcome: Sendable {
        /// The valid session.
        public var session: Session
        /// False when the session already existed, or another process got it meanwhile.
        public var isFresh: Bool
        /// The user of the session of this name before, if it was another one.
        public var formerUser: String?
        /// Whether it got another token, and nobody has signed in.
        public internal(set) var isRenewed = false

        /// Creates an outcome.
        public init(session: Session, isFresh: Bool) {
            self.session = session
            self.isFresh = isFresh
        }
    }

    private let store: any CredentialStore
    private let lock: any SignInLock
    private let clock: any WallClock
    private let reporter: any Reporter

    /// Does nothing before `run`.
    public init(store: any CredentialStore, lock: any SignInLock, clock: any WallClock, reporter: any Reporter) {
        (self.store, self.lock, self.clock, self.reporter) = (store, lock, clock, reporter)
    }

    /// Makes sure that there is a valid session named `name`.
    public func run(_ name: String, by method: any SignInMethod, options: Options) throws(FedauthError) -> Outcome {
        let deadline = clock.deadline()
        let earlier = try stored(name)
        if !options.force, let earlier, !earlier.session.isOfSameSignIn(as: options.refused),
            let good = try good(earlier, method, options, deadline)
        {
            return Outcome(session: good, isFresh: false)
        }
        var seen: SignInHolder?
        let held = try lock.acquire(
            name, purpose: method.target.withoutQuery, waits: options.waits, deadline: deadline,
            onWait: { holder in
                if holder != seen {
                    let action = method is RenewingSignIn ? "renews a token or signs in" : "is signing in"
                    reporter.note("waiting for \(holder.process), which \(action) at '\(holder.purpose)'")
                }
                seen = holder
                reporter.stillWaiting(until: deadline)
            })
        reporter.waitIsOver()
        defer { withExtendedLifetime(held) {} }
        // Another process may have signed in while this one waited for the lock; that session counts even with --force.
        let latest = try stored(name)
        if let latest, latest.session != earlier?.session, !latest.session.isOfSameSignIn(as: options.refused),
            let good = try good(latest, method, options, deadline)
        {
            return Outcome(session: good, isFresh: false)
        }
        let collected = try collect(by: method, earlier: recent(latest?.session, options), options, held, deadline)
        if let doubt = collected.doubt { reporter.warning(doubt) }
        var session = try finished(collected, name: name, method: method)
        session.authorities = options.authorities
        session.start = method.beginning
        // A renewal, and a sign-in for a request, keep how the user has signed in.
        let kept = latest.flatMap { $0.session.method == session.method ? $0.session.words : nil } ?? []
        session.words = options.words.isEmpty ? kept : options.words
        // The identity provider's cookies of the former session may have signed in its user, who is not asked for by name.
        session.wantedUser =
            method.user ?? (session.user == nil ? latest.flatMap { $0.session.user ?? $0.session.wantedUser } : nil)
        if options.checksServer, try !method.check(&session, deadline: deadline) {
            throw FedauthError(
                .refused, "signed in, but the address to check still asks for a sign-in",
                hint: "check that the account may use the service, and that the finish endpoint is the last step")
        }
        if !session.isValid(at: clock.now, forSeconds: options.minimumValiditySeconds) {
            reporter.warning(
                "the new session ends in \(session.expires.seconds(since: clock.now)) s, sooner than "
                    + "'--min-validity' asks"
            )
        }
        var outcome = Outcome(session: session, isFresh: true)
        outcome.isRenewed = collected.isRenewed
        guard options.keepsSession else { return outcome }
        let former = latest.flatMap { $0.session.user ?? $0.session.wantedUser }
        if let former, !session.isFor(former) { outcome.formerUser = former }
        if let wanted = method.user, let user = session.user, !session.isFor(wanted) {
            reporter.warning(
                "the sign-in was that of '\(user.folded(to: 60))', and '--user' names '\(wanted.folded(to: 60))': name the "
                    + "former, or the next command signs in again")
        }
        if outcome.isRenewed, let latest {
            guard try keep(session, over: latest) else {
                guard let present = try stored(name) else { throw ended(session, method, deadline) }
                guard let good = try good(present, method, options, deadline) else {
                    throw FedauthError(
                        .busy, "the session '\(name)' was replaced while its token was renewed", hint: "try again")
                }
                return Outcome(session: good, isFresh: false)
            }
        } else {
            try store.put(session.draft)
        }
        if let former = latest?.session.url, former != session.url,
            !options.coversOrigin || former.origin != session.url.origin
        {
            reporter.warning(
                "the session '\(name)' was for '\(former.withoutQuery)'; it was replaced; use profiles to keep both")
        }
        return outcome
    }

    /// Stores a session with a renewed token over the one that it goes on with. Returns false when that is no longer there.
    private func keep(_ renewed: Session, over earlier: StoredSession) throws(FedauthError) -> Bool {
        var present = earlier
        while try !present.replace(with: renewed, in: store) {
            // Another process may have changed something else of it.
            guard let other = try stored(renewed.name), other.session.isOfSameSignIn(as: earlier.session),
                other.session.token?.value == earlier.session.token?.value
            else { return false }
            present = other
        }
        return true
    }

    /// Has the server end a session that was signed out while it was renewed, and returns the error.
    private func ended(_ session: Session, _ method: any SignInMethod, _ deadline: Deadline) -> FedauthError {
        do throws(FedauthError) { try method.takeBack(session, deadline: deadline) } catch {
            reporter.warning("the server may keep the new token of '\(session.name)': \(error.message)")
        }
        return FedauthError(
            .notFound, "the session '\(session.name)' was signed out while its token was renewed",
            hint: "the new token is not kept; sign in again")
    }

    private func collect(
        by method: any SignInMethod, earlier: Session?, _ options: Options, _ held: any HeldSignInLock,
        _ deadline: Deadline
    ) throws(FedauthError) -> CollectedSession {
        do throws(FedauthError) {
            // Asks before the sign-in: a mistyped passphrase afterwards would waste the sign-in.
            if options.keepsSession { try store.prepareForWriting() }
            // A missing one would be noticed only after a password has been sent.
            for entry in options.entries { _ = try entry.secret(in: store) }
            return try method.collect(earlier: earlier, deadline: deadline)
        } catch {
            // Waiting processes need the session, not a turn: after the user closes the window, no other window opens.
            if let reason = SignInGivenUp(error) { held.giveUp(reason) }
            throw error
        }
    }

    /// Returns the session unless its sign-in is too old to be continued.
    private func recent(_ session: Session?, _ options: Options) -> Session? {
        guard let session, let limit = options.freshSeconds else { return session }
        return clock.now.seconds(since: session.obtained) < limit ? session : nil
    }

    private func stored(_ name: String) throws(FedauthError) -> StoredSession? {
        let entry = Session.entryName(name)
        guard let item = try store.get(entry) else { return nil }
        do {
            return try StoredSession(item)
        } catch {
            // A session of an older or newer version must not prevent a sign-in.
            reporter.warning(error.message + "; signing in again")
            return nil
        }
    }

    /// Returns the session if it is good enough; when the server was asked, with the cookies that it renewed.
    private func good(
        _ stored: StoredSession, _ method: any SignInMethod, _ options: Options, _ deadline: Deadline
    ) throws(FedauthError) -> Session? {
        let session = stored.session
        guard covers(session, method.target, options), session.method == method.method,
            session.isFor(method.user), try method.accepts(session),
            session.isValid(at: clock.now, forSeconds: options.minimumValiditySeconds)
        else { return nil }
        if let doubt = session.clockDoubt(at: clock.now) { reporter.warning(doubt) }
        guard options.checksServer else { return session }
        var checked = session
        guard try method.check(&checked, deadline: deadline) else { return nil }
        if checked != session { try stored.replace(with: checked, in: store) }
        return checked
    }

    /// Returns whether a session is for this address.
    private func covers(_ session: Session, _ target: WebURL, _ options: Options) -> Bool {
        if session.url.description == target.description { return true }
        return options.coversOrigin && session.url.origin == target.origin
            && !session.jar.cookies(for: target, now: clock.now).isEmpty
    }

    private func finished(
        _ collected: CollectedSession, name: String, method: any SignInMethod
    ) throws(FedauthError) -> Session {
        var jar = collected.jar
        jar.removeExpired(at: clock.now)
        var collected = collected
        if let asserted = collected.assertedEnd, asserted <= clock.now, collected.access == nil {
            reporter.warning(
                "the session that the service accepts ended at \(reporter.shown(asserted)), as the identity provider says: "
                    + "compare the clocks of this machine and of the identity provider")
            collected.assertedEnd = nil
        }
        let end = try end(of: collected, jar, method)
        guard end.0 > clock.now else {
            throw FedauthError(
                .badAnswer, "the session has ended already, at \(end.0.iso8601)",
                hint: "compare the clocks of this machine and of the identity provider")
        }
        return Session(
            name: name, method: method.method, url: method.target, user: collected.user,
            presenter: collected.presenter, obtained: clock.now, expires: end.0, expiryBasis: end.1, jar: jar,
            logouts: collected.logouts, token: collected.token, result: collected.result,
            access: collected.access, issued: collected.issued)
    }

    private func end(
        of collected: CollectedSession, _ jar: CookieJar, _ method: any SignInMethod
    ) throws(FedauthError) -> (Timestamp, Session.ExpiryBasis) {
        let assumed = (clock.now.adding(seconds: Session.assumedLifetimeSeconds), Session.ExpiryBasis.assumed)
        if collected.result == .token { return collected.token?.expires.map { ($0, .token) } ?? assumed }
        let own = jar.cookies(for: method.target, now: clock.now)
        guard !own.isEmpty || collected.access != nil else {
            throw FedauthError(
                .badAnswer, "the sign-in reached its end, but no cookie for '\(method.target.withoutQuery)' was set",
                hint:
                    "check the finish endpoint: it may come before the step that sets the cookies; a service that asks by "
                    + "HTTP, not by a page, is for 'fedauth basic URL'")
        }
        let cookieEnd = own.filter(\.isHTTPOnly).compactMap(\.expires).min()
        switch (collected.assertedEnd, cookieEnd) {
        case (let asserted?, let cookie?): return asserted <= cookie ? (asserted, .assertion) : (cookie, .cookie)
        case (let asserted?, nil): return (asserted, .assertion)
        case (nil, let cookie?): return (cookie, .cookie)
        case (nil, nil): return assumed
        }
    }
}

extension Session {
    /// Returns whether both come from the same sign-in; cookies may have been renewed since.
    fileprivate func isOfSameSignIn(as other: Session?) -> Bool {
        guard let other else { return false }
        return other.name == name && other.obtained == obtained
    }

    /// The attribute of the entry that names the origin of the session.
    public static let serviceAttribute = "service"

    /// The store entry for it.
    public var draft: StoreDraft {
        StoreDraft(
            name: Session.entryName(name), kind: Session.entryKind,
            attributes: [Self.serviceAttribute: url.origin.description, "method": method],
            contentType: Session.contentType, expires: expires, value: encoded())
    }
}
