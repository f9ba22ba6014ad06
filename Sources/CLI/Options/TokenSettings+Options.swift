import Application

/// The options that select which part of a token is printed.
extension TokenSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "output", &output, "what",
            "What to print: token (as it goes over the wire, default), assertion (the SAML assertion, to the byte), "
                + "assertion-base64, response (the server's whole answer), claims (the token's claims, without the token) "
                + "or json (both).")
        list.flag("id-token", &isIDToken, "The ID token of a sign-in by OpenID Connect; it is for no API.")
        list.flag("decode", &decodes, "A SAML response as XML, not in base64; also an expired one.")
    }
}
