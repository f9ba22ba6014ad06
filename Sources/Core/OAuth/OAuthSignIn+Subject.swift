public import Secrets

/// Tokens of other issuers as a grant (RFC 7521, RFC 7522, RFC 7523, RFC 8693).
extension OAuthSignIn {
    /// Returns an assertion as it is sent (RFC 7522 section 2.1).
    public static func encoded(_ token: IssuedToken) -> SharedSecret { Base64.encodeForURL(token.bytes) }

    /// Returns the token that a CI issues for its job (GitHub Actions, Forgejo Actions) and the server `audience`;
    /// `proof` is the value of the Authorization field.
    public static func jobToken(
        at url: WebURL, for audience: String, proof: SharedSecret, _ agent: UserAgent, _ deadline: Deadline
    ) throws(FedauthError) -> SharedSecret {
        let place = AuthorizationRequest.address(url, [("audience", audience)])
        let endpoint = TokenEndpoint(
            url: place, source: "'ACTIONS_ID_TOKEN_REQUEST_URL'", purpose: "the request for the job's token",
            agent: agent)
        let answer = try endpoint.send(
            Request("GET", place, headers: [Request.Header("Authorization", proof)]), deadline: deadline)
        guard let token = answer.secret("value") else { throw answer.missing("value") }
        return token
    }

    /// Returns the grant of the options for a token endpoint. Throws `refused` for a token that is for another server:
    /// who gets it could use it there.
    func grant(at url: WebURL, _ deadline: Deadline) throws(FedauthError) -> OAuthGrant {
        var grant = OAuthGrant(options.grant)
        guard let (token, type) = try options.subject?(deadline) else { return grant }
        let audiences = JSONWebToken(token)?.audiences ?? []
        let wanted = [options.issuer, url.description, options.audience].compactMap(\.self)
        guard audiences.isEmpty || audiences.contains(where: wanted.contains) else {
            throw FedauthError(
                .refused,
                "the token from '--subject-token' is for '\((audiences.first ?? "").folded(to: 120))', not for "
                    + "'\(options.issuer.folded(to: 120))'",
                hint: "nothing was sent; let its issuer name that audience, or name it by '--audience'")
        }
        switch options.grant {
        case .tokenExchange: grant.addSubject(token, type: type)
        default: grant.add("assertion", token)
        }
        return grant
    }
}
