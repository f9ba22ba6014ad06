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

extension NetworkOptions {
    var values: NetworkSettings {
        var values = NetworkSettings()
        values.authorities = cacert
        values.pins = pin
        values.revocationLists = crl
        values.requiresOCSP = requireOcsp
        values.identity = identity
        values.provider = provider
        values.providerOrigins = providerOrigin
        values.proxy = proxy
        values.proxyUser = proxyUser
        values.proxyPassword.file = proxyPasswordFile
        values.proxyPassword.descriptor = proxyPasswordFd
        values.proxyPassword.command = proxyPasswordCommand
        values.resolve = resolve
        values.allowedHosts = allowHost
        values.allowsPlainHTTP = allowHttp
        values.isInsecure = insecure
        values.timeoutSeconds = timeout?.seconds ?? values.timeoutSeconds
        values.trace = trace
        values.tracesSecrets = traceSecrets
        return values
    }
}

extension StoreOptions {
    var values: StoreSettings {
        var values = StoreSettings()
        values.store = store
        values.passphraseFile = storePassphraseFile
        values.passphraseDescriptor = storePassphraseFd
        values.keyFile = storeKeyFile
        values.usesCache = !noCache
        return values
    }
}

extension BrowserOptions {
    var values: BrowserSettings {
        var values = BrowserSettings()
        values.program = browser
        values.isHeadless = headless
        values.keepsProfile = keepBrowserProfile
        values.hasNoSandbox = noSandbox
        return values
    }
}

extension FlowOptions {
    /// The settings of what shows a login.
    var presenting: PresenterSettings {
        var values = PresenterSettings()
        values.browser = browsing.values
        // A kept profile holds the cookies of earlier sign-ins.
        let asksAgain = signIn.fresh?.seconds == 0
        if asksAgain { values.browser.keepsProfile = false }
        values.network = network.values
        values.integrated = asksAgain ? .never : signIn.integrated ?? .auto
        values.user = signIn.credentials.user
        values.usesPasskeys = !signIn.noPasskey
        return values
    }
}

extension FinishOptions {
    var values: FinishSettings {
        var values = FinishSettings()
        values.finish = finish
        values.finishToken = finishToken
        values.finishCookie = finishCookie
        values.logoutURL = logoutUrl
        values.keepsAssertion = keepAssertion
        return values
    }
}

extension SAMLOptions {
    func values(_ finish: FinishOptions) -> SAMLSettings {
        var values = SAMLSettings()
        values.authorizationURL = authorizationUrl
        values.sap = sap
        values.usesECP = ecp
        values.ecpEndpoint = ecpEndpoint
        values.finish = finish.values
        return values
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
        values.method = `protocol`?.method
        values.profileCode = profileCode
        values.authorityFingerprint = caFingerprint
        values.origins = origin
        values.subject = subject
        values.alternativeNames = san
        values.keyKind = keyType?.kind
        values.vocabulary = slsName
        values.renewalTime = renewBefore?.time ?? .usual
        values.reusesKey = reuseKey
        values.registration = ra
        values.files = files.values
        values.passphrase = sealing.places
        values.postHook = postHook
        return values
    }
}

extension EnrollmentFlow {
    /// Creates the flow from the options of a command.
    ///
    /// - Parameter challenge: the HTTP challenge to answer, and how.
    init(
        _ enrollment: EnrollmentOptions, challenge: BasicSignIn.Options, _ questions: QuestionOptions,
        _ options: PagelessFlowOptions, in context: CommandContext
    ) {
        var signIn = SignInSettings(options.credentials, options.reuse)
        signIn.set(questions)
        var settings = enrollment.values
        settings.challenge = challenge
        settings.authorities = options.network.cacert.map(FileNames.absolute)
        settings.originsAreTyped = context.typed.contains { $0.key == "origin" }
        settings.timeoutSeconds = options.network.values.timeoutSeconds
        if enrollment.giveToProvider { settings.identityProgram = options.network.provider ?? "" }
        self.init(context.services(options.network, options.storage), settings, signIn)
    }
}

extension ActiveOptions {
    var values: ActiveSettings {
        var values = ActiveSettings()
        values.isActive = active
        values.trustEndpoint = trustEndpoint
        values.version = trustVersion?.version
        values.usesCertificate = trustCertificate
        values.tokenType = tokenType
        values.postTo = postTo
        return values
    }
}

extension ExchangeOptions {
    var values: ExchangeSettings {
        var values = ExchangeSettings()
        values.scheme = exchange?.scheme
        values.url = exchangeUrl
        values.path = exchangePath
        values.target = exchangeFor
        values.template = exchangeTemplate
        values.answers = exchangeAnswer
        values.logout = exchangeLogout
        values.scope = exchangeScope
        values.audience = exchangeAudience
        values.resource = exchangeResource
        values.type = exchangeType
        values.parameters = exchangeParameter
        values.encoding = assertionEncoding?.encoding ?? .base64url
        values.clientID = clientId
        values.clientSecret = clientSecret
        values.clientIsInBody = clientInBody
        return values
    }
}

extension VerifyOptions {
    var values: VerifySettings {
        var values = VerifySettings()
        values.certificates = verify
        values.allowsSHA1 = verifySha1
        values.needsAudience = !verifyNoAudience
        return values
    }
}

extension FederationSettings {
    init(
        realm: RealmOptions, federation: FederationOptions, active: ActiveOptions, exchange: ExchangeOptions,
        finish: FinishOptions, verification: VerifyOptions, signIn: SignInOptions
    ) {
        self.init()
        self.realm = realm.realm
        adfs = federation.adfs
        reply = federation.reply
        metadataURL = federation.metadataUrl
        homeRealm = federation.homeRealm
        wauth = federation.wauth
        wctx = federation.wctx
        self.active = active.values
        self.exchange = exchange.values
        self.finish = finish.values
        self.verification = verification.values
        given =
            realm.settings + federation.settings + active.settings + exchange.settings + finish.settings
            + verification.settings + signIn.settings
    }
}

extension SessionMethodOptions {
    func values(_ flow: FlowOptions) -> MethodSettings {
        var values = MethodSettings()
        values.signIn = flow.signIn.values
        values.saml = saml.values(finish)
        // For AD FS, the realm is the relying party, which no challenge names.
        values.basic = basic.values(realm: federation.adfs == nil ? realm.realm : nil)
        values.federation = FederationSettings(
            realm: realm, federation: federation, active: active, exchange: exchange, finish: finish,
            verification: verification, signIn: flow.signIn)
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

extension ExchangeOptions {
    /// The source of the client secret.
    var clientSecret: SecretPlaces {
        SecretPlaces(
            secret: "client's secret", option: "--client-secret", file: clientSecretFile, descriptor: clientSecretFd,
            command: clientSecretCommand, entry: clientSecretStore)
    }
}
