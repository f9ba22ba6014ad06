import ArgumentParser
import Configuration
import Core

/// `fedauth profile add`.
struct ProfileAdd: Command, Documented {
    static let examples = [
        Example(
            "fedauth profile add mail --authorization-url https://mail.example.org/ --finish "
                + "https://mail.example.org/inbox",
            "A service with SAML"),
        Example("fedauth profile add mobile --sap https://mobile.example.org --user ada", "SAP mobile services"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Write a profile into the configuration file.",
        discussion: """
            Every option given here becomes a setting of the same name.

            \(examples.discussion)
            """)

    /// The ways to sign in that a profile can name.
    enum Method: String, ExpressibleByArgument, CaseIterable {
        case saml
    }

    @Argument(help: ArgumentHelp("The profile's name.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("How to sign in: saml.", valueName: "method"))
    var method: Method = .saml

    @OptionGroup(title: "Endpoints") var saml: SAMLOptions
    @OptionGroup(title: "Sign-in") var signIn: SignInOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var readsConfiguration: Bool { false }

    func run(in context: CommandContext) throws(FedauthError) {
        if network.insecure {
            throw FedauthError(
                .usage, "'--insecure' is never stored",
                hint: "use '--cacert FILE' or '--pin' in a "
                    + "profile")
        }
        guard saml.authorizationUrl != nil || saml.sap != nil else {
            throw FedauthError(
                .usage, "the profile '\(name.folded(to: 60))' names no address",
                hint: "give '--authorization-url URL' and '--finish URL', or '--sap BACKEND-URL'")
        }
        for text in [saml.authorizationUrl, saml.finish, saml.sap, saml.logoutUrl, saml.ecpEndpoint, signIn.check] {
            if let text { _ = try WebURL(argument: text) }
        }
        if saml.sap != nil && saml.authorizationUrl != nil {
            throw FedauthError(
                .usage, "'--sap' derives the address, '--authorization-url' names another", hint: "give one of the two")
        }
        if saml.ecp && saml.ecpEndpoint == nil {
            throw FedauthError(
                .usage, "'--ecp' needs the identity provider's SOAP endpoint", hint: "add '--ecp-endpoint URL'")
        }
        try signIn.checkSources()
        let settings =
            [Profile.Setting(key: "method", values: [.text(method.rawValue)])] + saml.settings + signIn.settings
            + network.settings + storage.settings
        let file = context.configurationFile
        let profile = Profile(name: name, settings: settings)
        for setting in settings { try Settings.check(setting, of: name, in: file.path) }
        try file.edit { (text) throws(FedauthError) in
            try ConfigurationEdit.adding(profile, to: text, path: file.path)
        }
        try context.report(ProfileReport(profile), text: "")
        context.streams.note("added '\(name)' to \(file.path)")
    }
}
