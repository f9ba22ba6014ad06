public import Core

/// What answers a login, and when one is needed.
public struct SignInSettings {
    /// The user name.
    public var user: String?
    /// Where the password comes from.
    public var password = SecretPlaces(secret: "password", option: "--password")
    /// `NAME=SOURCE`, for fields of the login.
    public var fields: [String] = []
    /// Agree to consent pages.
    public var acceptsConsent = false
    /// Tick boxes such as 'stay signed in'.
    public var keepsSignedIn = false
    /// Store the password that was typed.
    public var remembersPassword = false
    /// What shows the login.
    public var presenter = PresenterChoice.ours(.auto)
    /// Sign in again when the session ends within this time.
    public var minimumValiditySeconds: Int64 = 0
    /// The address that tells whether the session holds; nil: no server is asked.
    public var check: String?
    /// Sign in even when the session is valid.
    public var isForced = false
    /// Wait for another sign-in to the same profile.
    public var waits = true
    /// A session that the server has just refused; nil: none.
    public var refused: Session?

    /// The usual: nothing is known, and `auto` shows the login.
    public init() {}

    /// What `SignIn` is to do.
    func flow(timeoutSeconds: Int64) -> SignIn.Options {
        var options = SignIn.Options()
        options.force = isForced
        options.refused = refused
        options.minimumValiditySeconds = minimumValiditySeconds
        options.waits = waits
        options.checksServer = check != nil
        options.timeoutSeconds = timeoutSeconds
        return options
    }

    /// The address that `check` names. Throws `usage` for a text that is none.
    func checkedAddress() throws(FedauthError) -> WebURL? {
        try check.map { (text) throws(FedauthError) in try WebURL(argument: text) }
    }
}

extension SignIn {
    /// The loop over the parts of a flow.
    init(_ services: Services, _ store: any CredentialStore) throws(FedauthError) {
        self.init(
            store: store, lock: try services.locks.signInLock(), clock: services.clock, reporter: services.reporter)
    }
}

extension AnswerBook {
    /// The answers that settings, store and terminal give.
    ///
    /// - Parameter homeRealm: the organisation in which the account is at home, by its name or its URI; nil: not known.
    public convenience init(
        _ settings: SignInSettings, homeRealm: String? = nil, _ network: Network, _ store: any CredentialStore,
        _ services: Services
    ) throws(FedauthError) {
        var known = AnswerBook.Known()
        known.user = settings.user
        known.password = try services.secrets.source(
            settings.password, in: store, timeoutSeconds: network.timeoutSeconds)
        known.acceptsConsent = settings.acceptsConsent
        known.keepsSignedIn = settings.keepsSignedIn
        known.remembersPassword = settings.remembersPassword
        known.homeRealm = homeRealm
        for text in settings.fields {
            let (name, source) = try services.secrets.field(text, in: store, timeoutSeconds: network.timeoutSeconds)
            known.fields[name] = source
        }
        self.init(
            known: known, store: store, prompter: services.prompters.prompter(timeoutSeconds: network.timeoutSeconds),
            reporter: services.reporter)
    }
}

extension CredentialBook {
    /// The answers that settings, store and terminal give to a challenge.
    ///
    /// - Parameters:
    ///   - named: the origins that get what the settings say.
    ///   - collection: the named store; nil: the usual one.
    ///   - keeps: false: what the server took is not kept.
    public convenience init(
        _ settings: SignInSettings, for named: NamedOrigins, collection: String? = nil, keeps: Bool = true,
        _ network: Network, _ store: any CredentialStore, _ services: Services
    ) throws(FedauthError) {
        var known = CredentialBook.Known()
        known.user = settings.user
        known.password = try services.secrets.source(
            settings.password, in: store, timeoutSeconds: network.timeoutSeconds)
        known.collection = collection
        known.keeps = keeps
        self.init(
            known: known, for: named, store: store,
            prompter: services.prompters.prompter(timeoutSeconds: network.timeoutSeconds),
            reporter: services.reporter, clock: services.clock)
    }
}
