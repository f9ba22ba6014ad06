import ArgumentParser
import Core

/// The options for exchanging the token for a platform's own.
struct ExchangeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Exchange the token for a platform's own: 'everlive' (JSON), 'saml2-bearer' (RFC 7522), 'token-exchange' (RFC "
                + "8693) or 'none' (default).",
            valueName: "scheme"))
    var exchange: ExchangeScheme?

    @Option(
        help: ArgumentHelp(
            "The token endpoint; for 'everlive' the application's address, to which --exchange-path is added.",
            valueName: "url"))
    var exchangeUrl: String?

    @Option(
        help: ArgumentHelp(
            "The path below --exchange-url that 'everlive' posts to (default: Users).", valueName: "path"))
    var exchangePath: String?

    @Option(
        help: ArgumentHelp(
            "The address that the platform's token is for (default: --exchange-url).", valueName: "url"))
    var exchangeFor: String?

    @Option(
        help: ArgumentHelp(
            "The JSON that 'everlive' sends; its texts '{response}', '{assertion}' (base64) and '{token}' are filled in.",
            valueName: "json"))
    var exchangeTemplate: String?

    @Option(
        help: ArgumentHelp(
            "The place of token, type, expires, principal or refresh in the answer, such as token=Result.access_token. "
                + "Repeat it for more.",
            valueName: "field=path"))
    var exchangeAnswer: [String] = []

    @Option(
        help: ArgumentHelp(
            "The address that takes back the platform's token at sign-out, by a GET with that token (default for "
                + "'everlive': oauth/logout below --exchange-url).",
            valueName: "url"))
    var exchangeLogout: String?

    @Option(help: ArgumentHelp("The scope to ask for.", valueName: "scope"))
    var exchangeScope: String?

    @Option(help: ArgumentHelp("The audience to ask for (RFC 8693).", valueName: "name"))
    var exchangeAudience: String?

    @Option(help: ArgumentHelp("The resource to ask for (RFC 8693), a URI.", valueName: "uri"))
    var exchangeResource: String?

    @Option(help: ArgumentHelp("The type of token to ask for (RFC 8693), a URI.", valueName: "uri"))
    var exchangeType: String?

    @Option(
        help: ArgumentHelp(
            "Another parameter of the request, such as company_id=acme; not for secrets. Repeat it for more.",
            valueName: "name=value"))
    var exchangeParameter: [String] = []

    @Option(
        help: ArgumentHelp(
            "The encoding of the assertion: 'base64url' (default) or 'base64' (older servers).", valueName: "encoding"))
    var assertionEncoding: AssertionEncodingName?

    @Option(help: ArgumentHelp("The client's identifier at the platform.", valueName: "identifier"))
    var clientId: String?

    @Option(help: ArgumentHelp("Read the client's secret from this file.", valueName: "file"), completion: .file())
    var clientSecretFile: String?

    @Option(help: ArgumentHelp("Read the client's secret from this descriptor.", valueName: "number"))
    var clientSecretFd: Int32?

    @Option(
        help: ArgumentHelp("Take the client's secret from what this shell command prints.", valueName: "command"),
        completion: .shellCommand("compgen -c"))
    var clientSecretCommand: String?

    @Option(
        help: ArgumentHelp("Take the client's secret from this entry of the store.", valueName: "entry"),
        completion: .entryNames)
    var clientSecretStore: String?

    @Flag(help: "Send the client's identifier and secret in the body, not in an Authorization field.")
    var clientInBody = false
}

/// The values of `--exchange`.
enum ExchangeScheme: String, ExpressibleByArgument, CaseIterable {
    case everlive
    case saml2Bearer = "saml2-bearer"
    case tokenExchange = "token-exchange"
    case none

    var scheme: TokenExchange.Scheme? { TokenExchange.Scheme(rawValue: rawValue) }
}

/// The values of `--assertion-encoding`.
enum AssertionEncodingName: String, ExpressibleByArgument, CaseIterable {
    case base64url, base64

    var encoding: TokenExchange.AssertionEncoding { self == .base64 ? .base64 : .base64url }
}
