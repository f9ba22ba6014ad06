import ArgumentParser
import Core

/// The options for exchanging the token for a platform's own.
struct ExchangeOptions: ParsableArguments {
    @Option(
        "scheme",
        "Exchange the token for a platform's own: 'everlive' (JSON), 'saml2-bearer' (RFC 7522), 'token-exchange' (RFC "
            + "8693) or 'none' (default).")
    var exchange: ExchangeScheme?

    @Option("url", "The token endpoint; for 'everlive' the application's address, to which --exchange-path is added.")
    var exchangeUrl: String?

    @Option("path", "The path below --exchange-url that 'everlive' posts to (default: Users).")
    var exchangePath: String?

    @Option("url", "The address that the platform's token is for (default: --exchange-url).")
    var exchangeFor: String?

    @Option(
        "json",
        "The JSON that 'everlive' sends; its texts '{response}', '{assertion}' (base64) and '{token}' are filled in.")
    var exchangeTemplate: String?

    @Option(
        "field=path",
        "The place of token, type, expires, principal or refresh in the answer, such as token=Result.access_token. "
            + "Repeat it for more.")
    var exchangeAnswer: [String] = []

    @Option(
        "url",
        "The address that takes back the platform's token at sign-out, by a GET with that token (default for "
            + "'everlive': oauth/logout below --exchange-url).")
    var exchangeLogout: String?

    @Option("scope", "The scope to ask for.")
    var exchangeScope: String?

    @Option("name", "The audience to ask for (RFC 8693).")
    var exchangeAudience: String?

    @Option("uri", "The resource to ask for (RFC 8693), a URI.")
    var exchangeResource: String?

    @Option("uri", "The type of token to ask for (RFC 8693), a URI.")
    var exchangeType: String?

    @Option(
        "name=value", "Another parameter of the request, such as company_id=acme; not for secrets. Repeat it for more.")
    var exchangeParameter: [String] = []

    @Option("encoding", "The encoding of the assertion: 'base64url' (default) or 'base64' (older servers).")
    var assertionEncoding: AssertionEncodingName?

    @Option("identifier", "The client's identifier at the platform.")
    var clientId: String?

    @Option("file", "Read the client's secret from this file.", completion: .file())
    var clientSecretFile: String?

    @Option("number", "Read the client's secret from this descriptor.")
    var clientSecretFd: Int32?

    @Option(
        "command",
        "Take the client's secret from what this shell command prints.", completion: .shellCommand("compgen -c"))
    var clientSecretCommand: String?

    @Option("entry", "Take the client's secret from this entry of the store.", completion: .entryNames)
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
