import Application
import Core
import Crypto

/// A sign-in by SAML as options, profile and environment want it.
struct SAMLFlow {
    var saml: SAMLOptions
    let finish: FinishOptions
    let options: FlowOptions
    /// A session that the server has just refused; nil: none.
    var refused: Session?
    /// The finish endpoint is the address of some data, whose status says nothing of the sign-in.
    var finishesAtData = false

    /// Makes sure that there is a valid session.
    ///
    /// - Parameter service: a profile, or the address with which the sign-in begins; nil: the current profile.
    func run(service: String?, in context: CommandContext) throws(FedauthError) -> SignIn.Outcome {
        let endpoints = try SAMLEndpoints(
            saml, finish, presenter: options.signIn.wantedPresenter, service: service, in: context)
        let signIn = options.signIn
        let network = try context.network(
            options.network, storage: options.storage,
            provider: ProviderUse(
                named: [endpoints.start.url, endpoints.finish.url] + (try signIn.checkedAddress()), user: signIn.user))
        let store = try context.store(options.storage)
        let answers = try AnswerBook(signIn, network, store, in: context)
        let method = try method(endpoints, network, answers, context)
        var flow = signIn.flow(timeoutSeconds: network.timeoutSeconds)
        flow.refused = refused
        let outcome = try SignIn(
            store: store, lock: try context.signInLock(), clock: context.clock, reporter: context.streams
        ).run(endpoints.sessionName, by: method, options: flow)
        if outcome.isFresh {
            try answers.signInSucceeded(wereAsked: ["form", "ecp"].contains(outcome.session.presenter))
        } else if finish.keepAssertion && outcome.session.token == nil {
            context.streams.note("the session holds no response of the identity provider yet: '--force' gets one")
        }
        return outcome
    }

    private func method(
        _ endpoints: SAMLEndpoints, _ network: Network, _ answers: AnswerBook, _ context: CommandContext
    ) throws(FedauthError) -> any SignInMethod {
        let signIn = options.signIn
        let checked =
            try signIn.check.map { (text) throws(FedauthError) in try WebURL(argument: text) } ?? endpoints.finish.url
        let policy = network.policy(for: [endpoints.start.url, endpoints.finish.url, checked])
        let probe = SessionProbe(
            transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: context.clock,
            policy: policy, url: checked)
        let assertions = finish.keepAssertion ? AssertionKeeping(reporter: context.streams) : nil
        if saml.ecp {
            return ECPSignIn(
                start: endpoints.start, target: endpoints.finish.url, identityProvider: try endpoints.ecp(saml),
                user: signIn.user, transport: network.transport, reader: network.reader, suffixes: network.suffixes,
                clock: context.clock, answers: answers, policy: policy, probe: probe, logout: endpoints.logout,
                assertions: assertions)
        }
        return SAMLSignIn(
            start: endpoints.start, finish: finishesAtData ? endpoints.finish.ofAnyStatus : endpoints.finish,
            user: signIn.user,
            presenter: try PresenterSetup(options: options, network: network, answers: answers, context: context)
                .presenter(),
            policy: policy, probe: probe, logout: endpoints.logout, assertions: assertions,
            tokens: try tokens(network, context))
    }

    private func tokens(
        _ network: Network, _ context: CommandContext
    ) throws(FedauthError) -> SAMLSignIn.TokenTaking {
        SAMLSignIn.TokenTaking(
            name: finish.finishToken, state: try SystemRandom.text(bytes: 18), reader: network.reader,
            clock: context.clock, reporter: context.streams)
    }
}
