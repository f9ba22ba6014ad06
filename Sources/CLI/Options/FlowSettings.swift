import Application
import Core
import System

// Converts option groups to the settings of a flow.

extension SignInOptions {
    var values: SignInSettings {
        var values = SignInSettings(credentials, reuse)
        values.set(questions)
        values.identityProvider = idp
        values.acceptsConsent = acceptConsent
        values.keepsSignedIn = keepSignedIn
        values.presenter = wantedPresenter
        values.check = checking.check
        values.freshSeconds = fresh?.seconds
        values.cookies = cookies
        return values
    }
}

extension SignInSettings {
    init(_ credentials: CredentialOptions, _ reuse: ReuseOptions) {
        self.init()
        user = credentials.user
        password = credentials.password
        sendsRefused = credentials.sendRefused
        minimumValiditySeconds = reuse.minValidity?.seconds ?? 0
        isForced = reuse.force
        waits = !reuse.noWait
    }

    mutating func set(_ questions: QuestionOptions) {
        oneTimeCodeEntry = questions.totp
        fields = questions.field
        remembersPassword = questions.remember
    }
}

extension FlowOptions {
    /// The settings of what shows a login.
    var presenting: PresenterSettings {
        var values = PresenterSettings()
        values.browser = browsing
        // A kept profile holds the cookies of earlier sign-ins.
        let asksAgain = signIn.fresh?.seconds == 0
        if asksAgain { values.browser.keepsProfile = false }
        values.network = network
        values.integrated = asksAgain ? .never : signIn.integrated ?? .auto
        values.user = signIn.credentials.user
        values.usesPasskeys = !signIn.noPasskey
        return values
    }
}

extension SAMLSettings {
    /// Returns the settings with the end of the sign-in.
    func ending(at finish: FinishSettings) -> SAMLSettings {
        var settings = self
        settings.finish = finish
        return settings
    }
}

extension BasicOptions {
    /// - Parameter realm: the only realm to answer; nil: any.
    func values(realm: String?) -> BasicSettings {
        var values = BasicSettings()
        values.resource = resource
        values.challenge = challenge.wanted(realm: realm)
        values.storeName = storeName
        values.keepsSession = !noStore
        return values
    }
}

extension EnrollmentOptions {
    var values: EnrollmentSettings {
        var values = EnrollmentSettings()
        values.baseURL = baseUrl
        values.method = `protocol`
        values.profileCode = profileCode
        values.authorityFingerprint = caFingerprint
        values.origins = origin
        values.subject = subject
        values.alternativeNames = san
        values.keyKind = keyType
        values.vocabulary = slsName
        values.renewalTime = renewBefore?.time ?? .usual
        values.reusesKey = reuseKey
        values.registration = ra
        values.files = files
        values.passphrase = sealing.places
        values.postHook = postHook
        return values
    }
}

extension EnrollmentFlow {
    /// Creates the flow from the options of a command.
    init(_ options: EnrollingOptions, in context: CommandContext) {
        let (flow, network) = (options.flow, options.flow.network)
        var signIn = SignInSettings(flow.credentials, flow.reuse)
        signIn.set(options.questions)
        var settings = options.enrollment.values
        settings.challenge = options.challenge.wanted(realm: options.realm.realm)
        settings.authorities = network.authorities.map(FileNames.absolute)
        settings.originsAreTyped = context.typed.contains { $0.key == "origin" }
        if options.enrollment.giveToProvider { settings.identityProgram = network.provider ?? "" }
        self.init(context.services(network, flow.storage), settings, signIn)
    }
}

extension FederationSettings {
    /// Returns the settings with those of the other groups.
    func completed(
        realm: RealmOptions, active: ActiveSettings, exchange: ExchangeSettings, finish: FinishSettings,
        verification: VerifySettings, signIn: SignInOptions
    ) -> FederationSettings {
        var all = self
        all.realm = realm.realm
        all.active = active
        all.exchange = exchange
        all.finish = finish
        all.verification = verification
        all.given =
            realm.settings + settings + active.settings + exchange.settings + finish.settings + verification.settings
            + signIn.settings
        return all
    }
}

extension SessionMethodOptions {
    func values(_ flow: FlowOptions) -> MethodSettings {
        var values = MethodSettings()
        values.signIn = flow.signIn.values
        values.saml = saml.ending(at: finish)
        // For AD FS, the realm is the relying party, which no challenge names.
        values.basic = basic.values(realm: federation.adfs == nil ? realm.realm : nil)
        values.federation = federation.completed(
            realm: realm, active: active, exchange: exchange, finish: finish, verification: verification,
            signIn: flow.signIn)
        return values
    }
}

extension CredentialOptions {
    /// The source of the password.
    var password: SecretPlaces {
        SecretPlaces(
            secret: "password", option: "--password", isStdin: passwordStdin, file: passwordFile,
            descriptor: passwordFd,
            command: passwordCommand, entry: passwordStore)
    }
}
