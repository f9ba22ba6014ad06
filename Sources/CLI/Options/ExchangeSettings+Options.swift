import Application
import Core

/// The options for exchanging the token for a platform's own.
extension ExchangeSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "exchange", &choice, "scheme",
            "Exchange the token for a platform's own: 'everlive' (JSON), 'saml2-bearer' (RFC 7522), 'token-exchange' (RFC "
                + "8693) or 'none' (default).")
        list.option(
            "exchange-url", &url, "url",
            "The token endpoint; for 'everlive' the application's address, to which --exchange-path is added.",
            form: .address)
        list.option(
            "exchange-path", &path, "path", "The path below --exchange-url that 'everlive' posts to (default: Users).")
        list.option(
            "exchange-for", &target, "url",
            "The address that the platform's token is for (default: --exchange-url).", form: .address)
        list.option(
            "exchange-template", &template, "json",
            "The JSON that 'everlive' sends; its texts '{response}', '{assertion}' (base64) and '{token}' are filled in.",
            form: .exchangeTemplate)
        list.option(
            "exchange-answer", &answers, "field=path",
            "The place of token, type, expires, principal or refresh in the answer, such as token=Result.access_token. "
                + "Repeat it for more.", form: .exchangeAnswer)
        list.option(
            "exchange-logout", &logout, "url",
            "The address that takes back the platform's token at sign-out, by a GET with that token (default for "
                + "'everlive': oauth/logout below --exchange-url).", form: .address)
        list.option("exchange-scope", &scope, "scope", "The scope to ask for.")
        list.option("exchange-audience", &audience, "name", "The audience to ask for (RFC 8693).")
        list.option("exchange-resource", &resource, "uri", "The resource to ask for (RFC 8693), a URI.")
        list.option("exchange-type", &type, "uri", "The type of token to ask for (RFC 8693), a URI.")
        list.option(
            "exchange-parameter", &parameters, "name=value",
            "Another parameter of the request, such as company_id=acme; not for secrets. Repeat it for more.",
            form: .exchangeParameter)
        list.option(
            "assertion-encoding", &encoding, "encoding",
            "The encoding of the assertion: 'base64url' (default) or 'base64' (older servers).")
        list.group(&client)
    }
}

extension ExchangeSettings.Choice: OptionValue {}

extension TokenExchange.AssertionEncoding: OptionValue {}
