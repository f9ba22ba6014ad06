import Core

/// The options for exchanging the token for a platform's own.
struct ExchangeOptions: OptionGroup {
    var exchange: ExchangeScheme?
    var exchangeUrl: String?
    var exchangePath: String?
    var exchangeFor: String?
    var exchangeTemplate: String?
    var exchangeAnswer: [String] = []
    var exchangeLogout: String?
    var exchangeScope: String?
    var exchangeAudience: String?
    var exchangeResource: String?
    var exchangeType: String?
    var exchangeParameter: [String] = []
    var assertionEncoding: TokenExchange.AssertionEncoding?
    var clientId: String?
    var clientSecretFile: String?
    var clientSecretFd: Int32?
    var clientSecretCommand: String?
    var clientSecretStore: String?
    var clientInBody = false

    mutating func declare(_ list: OptionList) {
        list.option(
            "exchange", &exchange, "scheme",
            "Exchange the token for a platform's own: 'everlive' (JSON), 'saml2-bearer' (RFC 7522), 'token-exchange' (RFC "
                + "8693) or 'none' (default).")
        list.option(
            "exchange-url", &exchangeUrl, "url",
            "The token endpoint; for 'everlive' the application's address, to which --exchange-path is added.",
            form: .address)
        list.option(
            "exchange-path", &exchangePath, "path",
            "The path below --exchange-url that 'everlive' posts to (default: Users).")
        list.option(
            "exchange-for", &exchangeFor, "url",
            "The address that the platform's token is for (default: --exchange-url).", form: .address)
        list.option(
            "exchange-template", &exchangeTemplate, "json",
            "The JSON that 'everlive' sends; its texts '{response}', '{assertion}' (base64) and '{token}' are filled in.",
            form: .exchangeTemplate)
        list.option(
            "exchange-answer", &exchangeAnswer, "field=path",
            "The place of token, type, expires, principal or refresh in the answer, such as token=Result.access_token. "
                + "Repeat it for more.", form: .exchangeAnswer)
        list.option(
            "exchange-logout", &exchangeLogout, "url",
            "The address that takes back the platform's token at sign-out, by a GET with that token (default for "
                + "'everlive': oauth/logout below --exchange-url).", form: .address)
        list.option("exchange-scope", &exchangeScope, "scope", "The scope to ask for.")
        list.option("exchange-audience", &exchangeAudience, "name", "The audience to ask for (RFC 8693).")
        list.option("exchange-resource", &exchangeResource, "uri", "The resource to ask for (RFC 8693), a URI.")
        list.option("exchange-type", &exchangeType, "uri", "The type of token to ask for (RFC 8693), a URI.")
        list.option(
            "exchange-parameter", &exchangeParameter, "name=value",
            "Another parameter of the request, such as company_id=acme; not for secrets. Repeat it for more.",
            form: .exchangeParameter)
        list.option(
            "assertion-encoding", &assertionEncoding, "encoding",
            "The encoding of the assertion: 'base64url' (default) or 'base64' (older servers).")
        list.option("client-id", &clientId, "identifier", "The client's identifier at the platform.")
        list.option(
            "client-secret-file", &clientSecretFile, "file", "Read the client's secret from this file.",
            completion: .file)
        list.option("client-secret-fd", &clientSecretFd, "number", "Read the client's secret from this descriptor.")
        list.option(
            "client-secret-command", &clientSecretCommand, "command",
            "Take the client's secret from what this shell command prints.", completion: .command)
        list.option(
            "client-secret-store", &clientSecretStore, "entry",
            "Take the client's secret from this entry of the store.", completion: .names(.entries))
        list.flag(
            "client-in-body", &clientInBody,
            "Send the client's identifier and secret in the body, not in an Authorization field.")
    }
}

/// The values of `--exchange`.
enum ExchangeScheme: String, OptionValue, CaseIterable {
    case everlive
    case saml2Bearer = "saml2-bearer"
    case tokenExchange = "token-exchange"
    case none

    var scheme: TokenExchange.Scheme? { TokenExchange.Scheme(rawValue: rawValue) }
}

extension TokenExchange.AssertionEncoding: OptionValue {}
