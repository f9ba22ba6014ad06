import Application
import Core

/// `fedauth token`.
struct Token: ProfileCommand, StoreCommand, Documented {
    static let examples: Examples = [
        "fedauth token mail": "The SAML response of the last sign-in to 'mail', in base64",
        "fedauth token mail --decode > response.xml": "The same as XML",
        "fedauth token payroll --output assertion --verify adfs-signing.pem > assertion.xml":
            "The assertion alone, if that certificate's key has signed it",
        "fedauth token api --verify https://fs.example.org/FederationMetadata/2007-06/FederationMetadata.xml":
            "A JSON Web Token, if its signature is by one of the certificates that AD FS names there",
        "fedauth token payroll --output claims": "The claims about the user, as JSON",
    ]
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print the token that a session keeps, and nothing else.",
        discussion: """
            A sign-in by SAML keeps the identity provider's response when --keep-assertion, or the setting of \
            that name, asks for it. A sign-in by AD FS keeps its token, or the one that it was exchanged for.
            """)

    var profile: String?
    var settings = TokenSettings()
    var network = NetworkSettings()
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.session(&profile)
        list.group(&settings)
        list.settings("Signature", &settings.verification)
        list.settings("Network", &network)
    }

    var profileWord: String? { profile }

    func run(in context: CommandContext) throws(FedauthError) {
        if settings.decodes, settings.output != nil {
            throw FedauthError(
                .usage, "'--decode' and '--output' exclude each other", hint: "'--output response' is the XML, too")
        }
        var settings = settings
        settings.isObject = context.global.json
        let flow = SessionExportFlow(context.services(network, storage), of: profile)
        try context.streams.resultOfServer(try flow.token(settings))
    }
}
