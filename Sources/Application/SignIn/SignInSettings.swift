public import Core

/// How a login is answered, and when one is needed.
public struct SignInSettings {
    /// The user name.
    public var user: String?
    /// The sources of the password.
    public var password = SecretPlaces(secret: "password", option: "--password")
    /// The entry with the key of one-time codes; nil: none.
    public var oneTimeCodeEntry: String?
    /// `NAME=SOURCE`, for fields of the login.
    public var fields: [String] = []
    /// The identity provider to choose, by its entity ID or its name in a list.
    public var identityProvider: String?
    /// Agrees to consent pages.
    public var acceptsConsent = false
    /// Ticks boxes such as 'stay signed in'.
    public var keepsSignedIn = false
    /// Stores a typed password.
    public var remembersPassword = false
    /// The presenter; nil: `auto`.
    public var presenter: PresenterChoice?
    /// The port at which the presenter `remote` listens; nil: a free one.
    public var remotePort: UInt16?
    /// Whether AD FS gets a Kerberos ticket; nil: `auto`.
    public var integrated: IntegratedSignIn.Wish?
    /// Whether a browser uses the passkeys of the store.
    public var usesPasskeys = true
    /// Sends a password that the server has refused before.
    public var sendsRefused = false
    /// Signs in again when the session expires within this time.
    public var minimumValidity: TimeLength?
    /// The address that shows whether the session is valid; nil: no server is asked.
    public var check: String?
    /// Signs in even when the session is valid.
    public var isForced = false
    /// The maximum age of a sign-in whose cookies are used again; nil: any age.
    public var fresh: TimeLength?
    /// A file with cookies for the sign-in, `-` for stdin; nil: none.
    public var cookies: String?
    /// Waits for another sign-in to the same profile.
    public var waits = true
    /// A session that the server has just refused; nil: none.
    public var refused: Session?
    /// The session is for every address of its origin, not only for the one at which it is made.
    public var coversOrigin = false
    /// Says what of the answers was not used; a program shows that as the reason of what fails later.
    public var saysUnused = true
    /// The words that sign in like this again (`Session.words`).
    public var words: [String] = []

    /// Creates the defaults.
    public init() {}

    /// The presenter that shows the login.
    var wantedPresenter: PresenterChoice { presenter ?? .ours(.auto) }
    /// The least time for which a session must stay valid.
    var minimumValiditySeconds: Int64 { minimumValidity?.seconds ?? 0 }

    /// Returns the options for `SignIn`.
    func flow(over network: Network) -> SignIn.Options {
        var options = SignIn.Options()
        options.force = isForced
        options.freshSeconds = fresh?.seconds
        options.refused = refused
        options.coversOrigin = coversOrigin
        options.minimumValiditySeconds = minimumValiditySeconds
        options.waits = waits
        options.checksServer = check != nil
        options.authorities = network.authorities
        options.words = words
        options.entries =
            [password.entry.map { NamedEntry($0) }, oneTimeCodeEntry.map { NamedEntry($0, kind: "totp") }]
            .compactMap { $0 }
        return options
    }

    /// Returns what servers have refused. Where the user can be asked for another password, one more try is the user's.
    fileprivate func refusals(
        in store: any CredentialStore, keeps: Bool = true, _ prompter: any Prompter, _ services: any Services
    ) -> RefusedSecrets {
        services.refusals(in: store, isSent: sendsRefused || prompter.canAsk, keeps: keeps)
    }

    /// Throws `usage` for invalid sources of the password and the fields; reads none of them.
    func checkSources(_ services: any Services) throws(FedauthError) {
        try password.check()
        for text in fields { try services.check(field: text) }
    }

    /// Returns the address in `check`. Throws `usage` for an invalid one.
    func checkedAddress() throws(FedauthError) -> WebURL? { try WebURL.argument(ifAny: check) }
}

extension SignIn {
    /// Creates the sign-in from the services of a flow.
    init(_ services: any Services, _ store: any CredentialStore) throws(FedauthError) {
        self.init(store: store, lock: try services.signInLock(), clock: services.clock, reporter: services.reporter)
    }
}

extension LoginCredentials {
    /// Signs in with these answers. Keeps the right ones; says after a failure which options no page asked for.
    func signIn(
        _ name: String, by method: any SignInMethod, options: SignIn.Options, _ signIn: SignIn
    ) throws(FedauthError) -> SignIn.Outcome {
        let outcome: SignIn.Outcome
        do throws(FedauthError) {
            outcome = try signIn.run(name, by: method, options: options)
        } catch {
            signInFailed()
            throw error
        }
        if outcome.isFresh, !outcome.isRenewed {
            try approve(
                wereAsked: PresenterName.asksAnswers(outcome.session.presenter),
                sawProvider: outcome.session.hasCookiesOfOthers)
        }
        return outcome
    }
}

extension Services {
    /// Returns what servers and tokens have refused. `isSent`: such a secret is sent all the same; `keeps`: more is remembered.
    func refusals(in store: any CredentialStore, isSent: Bool = false, keeps: Bool = true) -> RefusedSecrets {
        RefusedSecrets(
            store, ofCommand: refused, hashing: hashing, reporter: reporter, clock: clock, isSent: isSent, keeps: keeps)
    }

    /// Takes the lock by which of several commands one sends a password to a server first. After 30 seconds it goes on without the
    /// lock: the other sign-in may wait for a person. Returns nil then, and where locks cannot be made.
    func passwordLock(
        at origin: Origin, waits: Bool, _ network: Network
    ) throws(FedauthError) -> (any HeldSignInLock)? {
        try LockedSignIns.password(at: origin, waits: waits, until: network.deadline, clock, reporter) {
            () throws(FedauthError) in try signInLock()
        }
    }
}

extension LockedSignIns {
    /// Does what `Services.passwordLock` does, with the lock of `make`.
    static func password(
        at origin: Origin, waits: Bool = true, until deadline: Deadline, _ clock: any WallClock,
        _ reporter: any Reporter, _ make: () throws(FedauthError) -> any SignInLock
    ) throws(FedauthError) -> (any HeldSignInLock)? {
        do throws(FedauthError) {
            let held = try make().acquire(
                LockedSignIns.passwords + origin.hostAndPort, purpose: origin.description, waits: waits,
                deadline: Deadline(seconds: 30, from: clock), onWait: { _ in reporter.stillWaiting() })
            reporter.waitIsOver()
            return held
        } catch {
            if [.timedOut, .signInInProgress].contains(error.code), deadline.remainingMilliseconds > 0 {
                reporter.waitIsOver()
                return nil
            }
            guard ![.signInInProgress, .timedOut, .refused, .cancelled].contains(error.code) else { throw error }
            reporter.detail("other commands may send the same password: \(error.message)")
            return nil
        }
    }
}

extension Session {
    /// Whether a server other than the service took part in the sign-in, as far as its cookies show.
    var hasCookiesOfOthers: Bool { jar.cookies.contains { $0.setBy != url.origin } }
}

extension LoginCredentials {
    /// Creates the source of answers from settings, store and prompts. `homeRealm` is the organisation of the account,
    /// by its name or its URI; passwords and passkeys of the store are used if it `usesStored`.
    public convenience init(
        _ settings: SignInSettings, homeRealm: String? = nil, usesStored: Bool = true, _ network: Network,
        _ store: any CredentialStore, _ services: any Services
    ) throws(FedauthError) {
        var known = LoginCredentials.Known()
        known.user = settings.user
        known.password = try services.source(settings.password, in: store)
        known.oneTimeCodes = try settings.oneTimeCodeEntry.map { (entry) throws(FedauthError) in
            try services.oneTimeCodes(entry: entry, in: store)
        }
        known.acceptsConsent = settings.acceptsConsent
        known.keepsSignedIn = settings.keepsSignedIn
        known.remembersPassword = settings.remembersPassword
        known.isForced = settings.isForced && settings.saysUnused
        known.saysUnused = settings.saysUnused
        known.homeRealm = homeRealm ?? settings.identityProvider
        known.permits = network.agent.policy.permits
        known.usesStored = usesStored
        for text in settings.fields {
            let (name, source) = try services.field(text, in: store)
            known.fields[name] = source
        }
        let prompter = services.prompter()
        self.init(
            known: known, store: store, prompter: prompter, reporter: services.reporter, clock: services.clock,
            refusals: settings.refusals(in: store, prompter, services))
        lock = { (origin) throws(FedauthError) in
            try services.passwordLock(at: origin, waits: settings.waits, network)
        }
    }
}

extension HTTPCredentials {
    /// Creates the source of answers to a challenge from settings, which are for the origins `named`, store and
    /// prompts. `collection` is a named store; accepted credentials are kept if it `keeps` them.
    public convenience init(
        _ settings: SignInSettings, for named: NamedOrigins, charset: CredentialCharset?, collection: String? = nil,
        keeps: Bool = true, _ network: Network, _ store: any CredentialStore, _ services: any Services
    ) throws(FedauthError) {
        var known = HTTPCredentials.Known()
        known.user = settings.user
        known.password = try services.source(settings.password, in: store)
        known.charset = charset
        known.collection = collection
        known.keeps = keeps
        let prompter = services.prompter()
        self.init(
            known: known, for: named, store: store, prompter: prompter, reporter: services.reporter,
            clock: services.clock, refusals: settings.refusals(in: store, keeps: keeps, prompter, services))
        lock = { (space) throws(FedauthError) in
            try services.passwordLock(at: space.origin, waits: settings.waits, network)
        }
    }
}
