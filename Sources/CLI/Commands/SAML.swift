import Application
import Core

/// `fedauth saml`.
struct SAML: Command, Documented {
    static let examples: Examples = [
        "fedauth saml https://service.example.org/ --finish https://service.example.org/home --user ada":
            "Sign in to a service by its identity provider",
        "fedauth saml --sap https://mobile.example.org --user ada": "Sign in to SAP mobile services",
        "fedauth saml mail --password-file ~/.secrets/mail --field code=totp:mail --no-input":
            "Sign in to the profile 'mail' from a script, with a one-time code",
    ]
    /// The default method of a profile.
    static let name = "saml"
    static let mainOptions: [String]? = [
        "finish", "user", "presenter", "headless", "password-file", "totp", "field", "sap", "cacert", "force",
        "min-validity", "no-input",
    ]
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Sign in by web pages: SAML, or a login form.",
        discussion: """
            The sign-in begins at the service's authorization endpoint, continues at the identity provider, and \
            ends at the finish endpoint. A session that is still valid is reported and not renewed, without a \
            request to a server.
            """)

    var service: String?
    var saml = SAMLSettings()
    var flow = FlowOptions()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "profile-or-url", &service,
            "A profile, or the address where the sign-in begins (default: the current profile).",
            completion: .names(.profiles))
        list.settings("Endpoints", &saml)
        list.settings("Endpoints", &saml.finish)
        list.settings(&flow)
    }

    func run(in context: CommandContext) throws(FedauthError) {
        var signIn = flow.signIn
        signIn.words = words(toRepeat: service, context)
        let outcome = try SAMLFlow(context.services(flow), saml, signIn).run(service: service)
        try context.report(outcome, store: try context.store(flow.storage))
    }
}
