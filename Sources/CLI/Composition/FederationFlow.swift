import Application
import Core
import Crypto
import Markup

/// A sign-in by WS-Federation as options, profile and environment want it.
struct FederationFlow {
    /// What is to be asked for, and what of the answer is the result.
    struct Wanted {
        var realm: RealmOptions
        var federation: FederationOptions
        var active: ActiveOptions
        var exchange: ExchangeOptions
        var finish: FinishOptions
        var verification: VerifyOptions

        /// All of it, as a profile says it.
        var settings: [Profile.Setting] {
            realm.settings + federation.settings + active.settings + exchange.settings + finish.settings
                + verification.settings
        }
    }

    let wanted: Wanted
    let options: FlowOptions
    /// A session that the server has just refused; nil: none.
    var refused: Session?

    /// Makes sure that there is a valid session.
    ///
    /// - Parameter service: a profile, or the farm's host; nil: the current profile.
    func run(service: String?, in context: CommandContext) throws(FedauthError) -> SignIn.Outcome {
        let fit = OptionFit(wanted.settings + options.signIn.settings)
        try fit.check()
        let endpoints = try FederationEndpoints(
            wanted, presenter: options.signIn.wantedPresenter, service: service, in: context)
        for warning in fit.useless(to: options.signIn.wantedPresenter) { context.streams.warning(warning) }
        let signIn = options.signIn
        let network = try context.network(
            options.network, storage: options.storage,
            provider: ProviderUse(named: endpoints.named + (try signIn.checkedAddress()), user: signIn.user))
        let signature = try SignatureCheck(
            wanted.verification, context, insecure: options.network.insecure
        ) { () throws(FedauthError) in network }
        let store = try context.store(options.storage)
        let answers = try AnswerBook(signIn, homeRealm: wanted.federation.homeRealm, network, store, in: context)
        let method = try method(
            endpoints, network, answers, signature, FieldSource.Parts(network, store, in: context), context)
        var flow = options.signIn.flow(timeoutSeconds: network.timeoutSeconds)
        flow.refused = refused
        let outcome = try SignIn(
            store: store, lock: try context.signInLock(), clock: context.clock, reporter: context.streams
        ).run(endpoints.sessionName, by: method, options: flow)
        if outcome.isFresh {
            try answers.signInSucceeded(
                wereAsked: ["form", ActiveSignIn.presenter].contains(outcome.session.presenter))
        }
        return outcome
    }

    private func method(
        _ endpoints: FederationEndpoints, _ network: Network, _ answers: AnswerBook, _ signature: SignatureCheck?,
        _ parts: FieldSource.Parts, _ context: CommandContext
    ) throws(FedauthError) -> any SignInMethod {
        let signIn = options.signIn
        let checked =
            try signIn.check.map { (text) throws(FedauthError) in try WebURL(argument: text) } ?? endpoints.target
        let policy = network.policy(for: endpoints.named + [checked])
        let probe = SessionProbe(
            transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: context.clock,
            policy: policy, url: checked)
        let exchange = try endpoints.exchange?.exchange(network, policy, parts)
        let use = use(signature, exchange)
        let method: any SignInMethod =
            try wanted.active.active
            ? active(endpoints, network, answers, policy, probe, use, context)
            : passive(endpoints, network, answers, policy, probe, use, context)
        guard let exchange else { return method }
        return RenewingSignIn(method, renewingBy: exchange, isForced: signIn.force, reporter: context.streams)
    }

    private func use(_ signature: SignatureCheck?, _ exchange: TokenExchange?) -> TokenUse {
        var use = TokenUse()
        use.keepsAnswer = wanted.finish.keepAssertion
        if let signature {
            use.judge = { (token) throws(FedauthError) in try signature.check(token) }
        }
        if let exchange {
            use.exchange = { (response, deadline) throws(FedauthError) in
                try exchange.exchange(response, deadline: deadline)
            }
        }
        return use
    }

    private func passive(
        _ endpoints: FederationEndpoints, _ network: Network, _ answers: AnswerBook, _ policy: NavigationPolicy,
        _ probe: SessionProbe, _ use: TokenUse, _ context: CommandContext
    ) throws(FedauthError) -> FederationSignIn {
        var made = FederationSignIn.Options()
        made.finishToken = wanted.finish.finishToken
        made.logouts = endpoints.logouts
        made.use = use
        return FederationSignIn(
            try request(endpoints), finish: endpoints.finish, target: endpoints.target, user: options.signIn.user,
            parts: FederationSignIn.Parts(
                presenter: try PresenterSetup(options: options, network: network, answers: answers, context: context)
                    .presenter(),
                reader: LibXMLReader(), probe: probe, policy: policy, clock: context.clock, reporter: context.streams),
            options: made)
    }

    private func active(
        _ endpoints: FederationEndpoints, _ network: Network, _ answers: AnswerBook, _ policy: NavigationPolicy,
        _ probe: SessionProbe, _ use: TokenUse, _ context: CommandContext
    ) throws(FedauthError) -> ActiveSignIn {
        let active = wanted.active
        var made = ActiveSignIn.Options(farm: endpoints.request.endpoint)
        made.endpoint = try active.trustEndpoint.map { (text) throws(FedauthError) in try WebURL(argument: text) }
        made.version = active.trustVersion?.version
        made.usesCertificate = active.trustCertificate
        made.tokenType = active.tokenTypeURI
        made.postTo = endpoints.postTo
        made.context = endpoints.request.context
        made.logouts = try [wanted.finish.logout].compactMap { $0 }
        made.use = use
        return ActiveSignIn(
            realm: endpoints.request.realm, target: endpoints.target, user: options.signIn.user,
            parts: ActiveSignIn.Parts(
                transport: network.transport, reader: network.reader, tokens: LibXMLReader(),
                suffixes: network.suffixes, clock: context.clock, answers: answers, policy: policy, probe: probe,
                messageID: { () throws(FedauthError) in try SystemRandom.uuid() }, signer: signer(context)),
            options: made)
    }

    /// Who signs a message for a server: the identity that is bound to it.
    private func signer(_ context: CommandContext) -> (Origin) throws(FedauthError) -> any MessageSigner {
        let identities = StoredIdentities(named: options.network.identity, storage: options.storage, context: context)
        return { (origin) throws(FedauthError) -> any MessageSigner in
            guard let identity = try identities.identity(for: origin, isDemanded: true) else {
                throw FedauthError(
                    .notFound, "'\(origin.hostAndPort)' wants a certificate, and no identity is bound to it",
                    hint: "bind one by 'fedauth identity bind NAME \(origin)'")
            }
            return try IdentitySigner(identity)
        }
    }

    private func request(_ endpoints: FederationEndpoints) throws(FedauthError) -> FederationRequest {
        var request = endpoints.request
        // A name is for the list on the page; the server's parameter takes an identifier only, and this one is no URI.
        request.homeRealm = wanted.federation.homeRealm.flatMap { $0.contains(":") || $0 == "AD AUTHORITY" ? $0 : nil }
        request.authentication = wanted.federation.wauth
        request.freshMinutes = wanted.federation.fresh.map { $0.seconds / 60 }
        request.user = options.signIn.user
        return request
    }
}
