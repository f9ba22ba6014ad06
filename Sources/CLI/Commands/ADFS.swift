import Application
import Core

/// `fedauth adfs`.
struct ADFS: Command, Documented {
    static let examples: Examples = [
        "fedauth adfs adfs.example.org --realm urn:example:app --reply https://app.example.org/adfs --user ada":
            "Get a token for a relying party, and keep it",
        "fedauth adfs adfs.example.org --realm urn:example:app --reply https://app.example.org/adfs --finish "
            + "https://app.example.org/home":
            "Sign in to the relying party, and keep its cookies",
        "fedauth adfs adfs.example.org --metadata-url https://api.example.org/v1/app --exchange everlive "
            + "--exchange-url https://api.example.org/v1/app":
            "Get a token, and a platform's own for it",
        "fedauth adfs adfs.example.org --active --realm urn:example:app --user ada@example.org":
            "Ask by WS-Trust: no page is shown",
    ]
    /// The method's name.
    static let name = "adfs"
    static let mainOptions: [String]? = [
        "realm", "reply", "finish", "active", "exchange", "user", "password-file", "presenter", "headless", "force",
    ]
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Sign in by AD FS or another service of WS-Federation.",
        discussion: """
            fedauth asks the service for a token for the relying party that --realm names, and answers its pages \
            as 'fedauth saml' does. The result is the token itself, the token that --exchange gets for it, or \
            with --finish the cookies of the relying party. A session that is still valid is reported and not \
            renewed, without a request to a server.
            """)

    var service: String?
    var federation = FederationSettings()
    var flow = FlowOptions()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "profile-or-host", &service, "A profile, or the host of the AD FS farm (default: the current profile).",
            completion: .names(.profiles))
        list.settings("Federation") { list.realm(&federation.realm) }
        list.settings("Federation", &federation)
        list.settings("WS-Trust", &federation.active)
        list.settings("Exchange", &federation.exchange)
        list.settings("Signature", &federation.verification)
        list.settings("Finish", &federation.finish)
        list.settings(&flow)
    }

    func run(in context: CommandContext) throws(FedauthError) {
        var settings = federation
        settings.given = givenSettings
        var signIn = flow.signIn
        signIn.words = words(toRepeat: service, context)
        let outcome = try FederationFlow(context.services(flow), settings, signIn).run(service: service)
        try context.report(outcome, store: try context.store(flow.storage))
    }
}
