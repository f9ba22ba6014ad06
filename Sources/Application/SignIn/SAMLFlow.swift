public import Core

/// Settings of a sign-in by SAML.
public struct SAMLSettings {
    /// The first address of the sign-in.
    public var authorizationURL: String?
    /// The backend of SAP mobile services from which both addresses are derived.
    public var sap: String?
    /// Uses the Enhanced Client or Proxy profile.
    public var usesECP = false
    /// The identity provider's SOAP endpoint.
    public var ecpEndpoint: String?
    /// The application's identifier, which SAP mobile services require in each request.
    public var smpApplication: String?
    /// The device's identifier, sent with the application's.
    public var smpDevice: String?
    /// The end of the sign-in.
    public var finish = FinishSettings()
    /// The finish endpoint is the address of some data; its status says nothing about the sign-in.
    public var finishesAtData = false

    /// Creates settings without an address.
    public init() {}
}

/// Ensures that there is a valid session by SAML.
public struct SAMLFlow {
    private let services: any Services
    private let saml: SAMLSettings
    private let signIn: SignInSettings

    /// Reads nothing yet.
    public init(_ services: any Services, _ saml: SAMLSettings, _ signIn: SignInSettings) {
        (self.services, self.saml, self.signIn) = (services, saml, signIn)
    }

    /// Returns the present session, or signs in: for a profile, or at the first address; nil: the current profile.
    public func run(service: String?) throws(FedauthError) -> SignIn.Outcome {
        let endpoints = try SAMLEndpoints(saml, presenter: signIn.wantedPresenter, service: service, services)
        let network = try services.network(
            ProviderUse(
                named: [endpoints.start.url, endpoints.finish.url, try signIn.checkedAddress()].compactMap { $0 },
                user: signIn.user))
        let store = try services.store()
        let answers = try LoginCredentials(signIn, network, store, services)
        let method = try method(endpoints, network, answers)
        let outcome = try answers.signIn(
            endpoints.sessionName, by: method, options: signIn.flow(over: network), SignIn(services, store))
        if !outcome.isFresh, saml.finish.keepsAssertion, outcome.session.token == nil {
            services.reporter.note("the session holds no response of the identity provider yet: '--force' gets one")
        }
        return outcome
    }

    private func method(
        _ endpoints: SAMLEndpoints, _ network: Network, _ answers: LoginCredentials
    ) throws(FedauthError) -> any SignInMethod {
        let checked = try signIn.checkedAddress() ?? endpoints.finish.url
        let agent = network.agent(for: [endpoints.start.url, endpoints.finish.url, checked])
        let probe = SessionProbe(agent, url: checked)
        let assertions = saml.finish.keepsAssertion ? AssertionKeeping(reporter: services.reporter) : nil
        if saml.usesECP {
            if signIn.cookies != nil {
                services.reporter.warning("'--cookies' changes nothing: with '--ecp' no page is shown")
            }
            return ECPSignIn(
                agent, start: endpoints.start, target: endpoints.finish.url,
                identityProvider: try SAMLEndpoints.ecp(saml), user: signIn.user, answers: answers, probe: probe,
                logout: endpoints.logout, assertions: assertions)
        }
        return SAMLSignIn(
            start: endpoints.start, finish: saml.finishesAtData ? endpoints.finish.ofAnyStatus : endpoints.finish,
            user: signIn.user, presenter: try services.presenter(signIn, over: network, answers: answers),
            policy: agent.policy, probe: probe, logout: endpoints.logout, assertions: assertions,
            tokens: try tokens(network))
    }

    private func tokens(_ network: Network) throws(FedauthError) -> SAMLSignIn.TokenTaking {
        SAMLSignIn.TokenTaking(
            name: saml.finish.finishToken, state: try services.randomText(bytes: 18), reader: network.agent.reader,
            clock: services.clock, reporter: services.reporter)
    }
}
