import ArgumentParser
import Core

/// `fedauth saml`.
struct SAML: Command, Documented {
    static let examples = [
        Example(
            "fedauth saml https://service.example.org/ --finish https://service.example.org/home --user ada",
            "Sign in to a service, which asks its identity provider"),
        Example("fedauth saml --sap https://mobile.example.org --user ada", "Sign in to SAP mobile services"),
        Example(
            "fedauth saml mail --password-file ~/.secrets/mail --field code=totp:mail --no-input",
            "Sign in to the profile 'mail' from a script, with a one-time code"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "saml", abstract: "Sign in by SAML and keep the session's cookies.",
        discussion: """
            The sign-in begins at the service's authorization endpoint, is answered at the identity provider, and ends \
            when the finish endpoint is reached. A session that is still valid is reported and not renewed: no network \
            is touched.

            \(examples.discussion)
            """)

    @Argument(
        help: ArgumentHelp(
            "A profile, or the address with which the sign-in begins (default: the current profile).",
            valueName: "profile-or-url"), completion: .profileNames)
    var service: String?

    @OptionGroup(title: "Endpoints") var saml: SAMLOptions
    @OptionGroup(title: "Sign-in") var signIn: SignInOptions
    @OptionGroup(title: "Browser") var browsing: BrowserOptions
    @OptionGroup(title: "Network") var networking: NetworkOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var optionGroups: [any ParsableArguments.Type] {
        [
            SAMLOptions.self, SignInOptions.self, BrowserOptions.self, NetworkOptions.self, StoreOptions.self,
            GlobalOptions.self,
        ]
    }
    static var takesProfile: Bool { true }
    var profileWord: String? { service }

    func run(in context: CommandContext) throws(FedauthError) {
        let endpoints = try SAMLEndpoints(saml, service: service, in: context)
        let network = try context.network(networking)
        let store = try context.store(storage)
        let answers = try AnswerBook(signIn, network, store, in: context)
        let checked =
            try signIn.check.map { (text) throws(FedauthError) in try WebURL(argument: text) } ?? endpoints.finish.url
        let policy = network.policy(for: [endpoints.start.url, endpoints.finish.url, checked])
        let probe = SessionProbe(
            transport: network.transport, reader: network.reader, suffixes: network.suffixes, clock: context.clock,
            policy: policy, url: checked)
        let method: any SignInMethod
        if saml.ecp {
            method = ECPSignIn(
                start: endpoints.start, target: endpoints.finish.url, identityProvider: try endpoints.ecp(saml),
                user: signIn.user, transport: network.transport, reader: network.reader, suffixes: network.suffixes,
                clock: context.clock,
                answers: answers, policy: policy, probe: probe, logout: endpoints.logout)
        } else {
            method = SAMLSignIn(
                start: endpoints.start, finish: endpoints.finish, user: signIn.user,
                presenter: try signIn.makePresenter(
                    network, answers,
                    ChromiumSetup(options: browsing, networking: networking, context: context), in: context),
                policy: policy, probe: probe,
                logout: endpoints.logout)
        }
        let outcome = try SignIn(
            store: store, lock: try context.signInLock(), clock: context.clock, reporter: context.streams
        ).run(endpoints.sessionName, by: method, options: signIn.flow(timeoutSeconds: network.timeoutSeconds))
        if outcome.isFresh { try answers.signInSucceeded() }
        try context.report(outcome, store: store)
    }
}
