import Application
import Core

/// `fedauth oauth`.
struct OAuth: Command, Documented {
    static let examples: Examples = [
        "fedauth oauth https://login.example.org/realms/main --resource https://api.example.org/ --client-id cli":
            "Sign in at an authorization server, and get a token for an API",
        "fedauth oauth https://login.example.org --client-id cli --device": "Sign in on another device, by a code",
        "fedauth oauth https://login.example.org --client-id job --client-secret-file ~/.secrets/job "
            + "--grant client-credentials --scope read": "Get a token from a script, without a person",
    ]
    static let mainOptions: [String]? = [
        "resource", "scope", "client-id", "device", "grant", "finish", "user",
        "force",
    ]
    static let configuration = CommandConfiguration(
        commandName: "oauth", abstract: "Sign in by OAuth or OpenID Connect, and keep the token.",
        discussion: """
            fedauth reads the metadata of the authorization server, is registered as its client if none is named, \
            and answers its pages as 'fedauth saml' does. The token is kept, renewed when it is used, and goes to \
            the address of --resource and below it. A session that is still valid is reported and not renewed, \
            without a request to a server.
            """)

    var service: String?
    var oauth = OAuthSettings()
    var flow = FlowOptions()

    mutating func declare(_ list: OptionList) {
        list.argument(
            "profile-or-issuer", &service, "A profile, or the issuer (default: the current profile).",
            completion: .names(.profiles))
        list.settings("OAuth", &oauth)
        list.settings("OAuth") { list.resource(&oauth.resource) }
        list.settings("OAuth", &oauth.client)
        list.settings("Finish") { list.finish(&oauth.finish) }
        list.settings(&flow)
    }

    func run(in context: CommandContext) throws(FedauthError) {
        var signIn = flow.signIn
        signIn.words = words(toRepeat: service, context)
        let outcome = try OAuthFlow(context.services(flow), oauth, signIn).run(service: service)
        try context.report(outcome, store: try context.store(flow.storage))
    }
}
