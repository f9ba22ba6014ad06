public import Core

/// Settings of a sign-in by WS-Federation: what is requested, and how the answer is used.
public struct FederationSettings {
    /// The relying party of the token.
    public var realm: String?
    /// The farm, by its host or its passive endpoint.
    public var adfs: String?
    /// The address for the answer.
    public var reply: String?
    /// A platform's metadata address.
    public var metadataURL: String?
    /// The user's home realm: the identity provider's URI, or its name in the farm's list.
    public var homeRealm: String?
    /// The wanted authentication method (`wauth`).
    public var wauth: String?
    /// The context that the answer must repeat; nil: random text.
    public var wctx: String?
    /// A sign-in without pages.
    public var active = ActiveSettings()
    /// The exchange for a platform's own token.
    public var exchange = ExchangeSettings()
    /// The end of the sign-in.
    public var finish = FinishSettings()
    /// The required signature of the token.
    public var verification = VerifySettings()
    /// All given settings, to detect contradictions.
    public var given: [Profile.Setting] = []

    /// Creates empty settings.
    public init() {}
}

/// A sign-in without pages, by WS-Trust.
public struct ActiveSettings {
    /// Uses WS-Trust.
    public var isActive = false
    /// The endpoint; nil: it is looked up in the farm's metadata.
    public var trustEndpoint: String?
    /// The version of WS-Trust; nil: the version of the endpoint.
    public var version: TrustVersion?
    /// Authenticates with an identity instead of a password.
    public var usesCertificate = false
    /// The wanted token type: a name, or a URI.
    public var tokenType: String?
    /// The address of the relying party that the token is posted to.
    public var postTo: String?

    /// Creates settings for a sign-in with pages.
    public init() {}

    /// The URI of the wanted token type.
    var tokenTypeURI: String? { tokenType.map(Self.uri) }

    private static func uri(ofTokenType name: String) -> String {
        switch name {
        case "saml1.1": "urn:oasis:names:tc:SAML:1.0:assertion"
        case "saml2.0": "urn:oasis:names:tc:SAML:2.0:assertion"
        case "jwt": "urn:ietf:params:oauth:token-type:jwt"
        default: name
        }
    }

    /// Throws `usage` for a token type that is neither a known name nor a URI.
    public static func check(tokenType: String) throws(FedauthError) {
        guard uri(ofTokenType: tokenType).contains(":") else {
            throw FedauthError(
                .usage, "'\(tokenType.folded(to: 40))' is not a type of token",
                hint: "write saml1.1, saml2.0, jwt, or the URI that the server knows")
        }
    }
}

/// The required signature of a token.
public struct VerifySettings {
    /// The certificates: a file, or the address of federation metadata.
    public var certificates: String?
    /// Accepts signatures with SHA-1.
    public var allowsSHA1 = false
    /// False: also accepts a token without an audience.
    public var needsAudience = true

    /// Creates settings without certificates: nothing is checked.
    public init() {}

    /// Returns the address of metadata; nil: `text` is a file. Throws `usage` for an address that is not https.
    public static func address(_ text: String) throws(FedauthError) -> WebURL? {
        guard text.lowercased().hasPrefix("http://") || text.lowercased().hasPrefix("https://") else { return nil }
        let url = try WebURL(argument: text)
        guard url.scheme == .https else {
            throw FedauthError(
                .usage, "'\(url.withoutQuery)' is not encrypted: its certificate could be replaced on the way",
                hint: "give an https address by '--verify', or a file")
        }
        return url
    }
}

/// Ensures that there is a valid session by WS-Federation.
public struct FederationFlow {
    private let services: any Services
    private let settings: FederationSettings
    private let signIn: SignInSettings

    /// Reads nothing yet.
    public init(_ services: any Services, _ settings: FederationSettings, _ signIn: SignInSettings) {
        self.services = services
        self.settings = settings
        self.signIn = signIn
    }

    /// Returns the present session, or signs in: for a profile, or at the farm's host; nil: the current profile.
    public func run(service: String?) throws(FedauthError) -> SignIn.Outcome {
        let profile = try CurrentProfile(services).profile(service, in: try services.configuration())
        let conflicts = OptionConflicts(settings.given, areOptions: profile == nil)
        try conflicts.check()
        let endpoints = try FederationEndpoints(
            settings, presenter: signIn.wantedPresenter, profile: profile, service: service, services)
        for warning in conflicts.useless(to: signIn.wantedPresenter) { services.reporter.warning(warning) }
        let checked = try signIn.checkedAddress()
        let network = try services.network(
            ProviderUse(named: endpoints.named + [checked].compactMap { $0 }, user: signIn.user))
        let verifier = try services.verifier(settings.verification) { network }
        let store = try services.store()
        let answers = try LoginCredentials(signIn, homeRealm: settings.homeRealm, network, store, services)
        let method = try method(endpoints, network, answers, verifier, store)
        return try answers.signIn(
            endpoints.sessionName, by: method, options: signIn.flow(over: network), SignIn(services, store))
    }

    private func method(
        _ endpoints: FederationEndpoints, _ network: Network, _ answers: LoginCredentials,
        _ verifier: (any TokenVerifier)?, _ store: any CredentialStore
    ) throws(FedauthError) -> any SignInMethod {
        let checked = try signIn.checkedAddress() ?? endpoints.target
        let agent = network.agent(for: endpoints.named + [checked])
        let probe = SessionProbe(agent, url: checked)
        let exchange = try endpoints.exchange?.exchange(agent, store, services)
        let use = use(verifier, exchange)
        let method: any SignInMethod =
            try settings.active.isActive
            ? active(endpoints, agent, answers, probe, use)
            : passive(endpoints, network, answers, agent.policy, probe, use)
        guard let exchange else { return method }
        return RenewingSignIn(
            method, signIn.renewal(endpoints.sessionName, store, services, over: agent, by: exchange.renew))
    }

    private func use(_ verifier: (any TokenVerifier)?, _ exchange: TokenExchange?) -> TokenPolicy {
        var use = TokenPolicy()
        use.keepsAnswer = settings.finish.keepsAssertion
        if let verifier { use.verify = { (token) throws(FedauthError) in try verifier.check(token) } }
        if let exchange {
            use.exchange = { (response, deadline) throws(FedauthError) in
                try exchange.exchange(response, deadline: deadline)
            }
        }
        return use
    }

    private func passive(
        _ endpoints: FederationEndpoints, _ network: Network, _ answers: LoginCredentials, _ policy: NavigationPolicy,
        _ probe: SessionProbe, _ use: TokenPolicy
    ) throws(FedauthError) -> FederationSignIn {
        var made = FederationSignIn.Options()
        made.finishToken = settings.finish.finishToken
        made.logouts = endpoints.logouts
        made.use = use
        return FederationSignIn(
            try request(endpoints), finish: endpoints.finish, target: endpoints.target, user: signIn.user,
            parts: FederationSignIn.Parts(
                presenter: try services.presenter(signIn, over: network, answers: answers),
                reader: services.tokenReader, probe: probe, policy: policy, clock: services.clock,
                reporter: services.reporter),
            options: made)
    }

    private func active(
        _ endpoints: FederationEndpoints, _ agent: UserAgent, _ answers: LoginCredentials, _ probe: SessionProbe,
        _ use: TokenPolicy
    ) throws(FedauthError) -> ActiveSignIn {
        let active = settings.active
        var made = ActiveSignIn.Options(farm: endpoints.request.endpoint)
        made.endpoint = try WebURL.argument(ifAny: active.trustEndpoint)
        made.version = active.version
        made.usesCertificate = active.usesCertificate
        made.tokenType = active.tokenTypeURI
        made.postTo = endpoints.postTo
        made.context = endpoints.request.context
        made.logouts = try [settings.finish.logout].compactMap { $0 }
        made.use = use
        return ActiveSignIn(
            realm: endpoints.request.realm, target: endpoints.target, user: signIn.user,
            parts: ActiveSignIn.Parts(
                agent, tokens: services.tokenReader, answers: answers, probe: probe,
                messageID: { () throws(FedauthError) in try services.randomUUID() },
                signer: { (origin) throws(FedauthError) in try services.signer(for: origin) }),
            options: made)
    }

    private func request(_ endpoints: FederationEndpoints) throws(FedauthError) -> FederationRequest {
        var request = endpoints.request
        // The server's parameter accepts only an identifier; a name is chosen from the list on the page.
        request.homeRealm = settings.homeRealm.flatMap { $0.contains(":") || $0 == "AD AUTHORITY" ? $0 : nil }
        request.authentication = settings.wauth
        request.freshMinutes = signIn.fresh.map { $0.seconds / 60 }
        request.user = signIn.user
        return request
    }
}
