import Secrets

/// Posts a token to a relying party as a browser does after a sign-in, and collects the cookies that the party sets.
struct RelyingPartyPost {
    let response: SecurityTokenResponse
    /// `wctx`; nil when the party needs none.
    let context: String?

    /// Posts the token and follows redirects; afterwards the navigator has the cookies. Throws `token-type` for a token
    /// that the passive profile cannot carry, and `refused` for a party that requests another sign-in.
    func send(to url: WebURL, by navigator: Navigator) throws(FedauthError) {
        guard response.token.kind != .jwt else {
            throw FedauthError(
                .tokenType, "'--post-to' hands on a SAML assertion, and the server issued a JSON Web Token",
                hint: "ask for another by '--token-type'")
        }
        let document = try navigator.post(form, to: url, isSecret: true, isMessage: true, from: nil, by: "'--post-to'")
        try document.requireSuccess()
        guard !document.meaning.asksForPages else {
            throw FedauthError(
                .refused, "'\(document.url.withoutQuery)' asks for a sign-in although it was given the token",
                hint:
                    "check that '--realm' is the relying party's own, and that '--post-to' is where it takes its answers"
            )
        }
    }

    /// The form of the passive profile. Relying parties read the response of February 2005 and no SOAP, so a new
    /// response is written around the token.
    var form: SharedSecret {
        let context = context.map { [("wctx", SharedSecret(text: $0))] } ?? []
        return FormBody.of([("wa", SharedSecret(text: "wsignin1.0")), ("wresult", result)] + context)
    }

    private var result: SharedSecret {
        let trust = TrustVersion.february2005
        var out = Secret(capacity: response.token.bytes.count + 2048)
        out.append("<t:RequestSecurityTokenResponse xmlns:t=\"\(trust.namespace)\">")
        if let created = response.created, let expires = response.expires {
            let utility = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
            out.append(
                "<t:Lifetime><wsu:Created xmlns:wsu=\"\(utility)\">\(created.iso8601)</wsu:Created>"
                    + "<wsu:Expires xmlns:wsu=\"\(utility)\">\(expires.iso8601)</wsu:Expires></t:Lifetime>")
        }
        if let appliesTo = response.appliesTo {
            out.append(
                "<wsp:AppliesTo xmlns:wsp=\"http://schemas.xmlsoap.org/ws/2004/09/policy\">"
                    + "<wsa:EndpointReference xmlns:wsa=\"http://www.w3.org/2005/08/addressing\"><wsa:Address>"
                    + XMLText.escaped(appliesTo) + "</wsa:Address></wsa:EndpointReference></wsp:AppliesTo>")
        }
        out.append("<t:RequestedSecurityToken>")
        response.token.bytes.withBytes { out.append($0) }
        out.append("</t:RequestedSecurityToken>")
        if let type = response.tokenType { out.append("<t:TokenType>\(XMLText.escaped(type))</t:TokenType>") }
        out.append(
            "<t:RequestType>\(trust.namespace)/Issue</t:RequestType><t:KeyType>\(trust.bearerKeyType)</t:KeyType>"
                + "</t:RequestSecurityTokenResponse>")
        return SharedSecret(out)
    }
}
