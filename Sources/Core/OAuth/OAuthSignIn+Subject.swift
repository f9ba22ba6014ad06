public import Secrets

/// Tokens of other issuers as a grant (RFC 7521, RFC 7522, RFC 7523, RFC 8693).
extension OAuthSignIn {
    /// The token of another issuer, as it is sent.
    public struct Subject {
        let token: SharedSecret
        /// The last word of its type in RFC 8693 section 3.
        let type: String
        /// For whom it is; empty where it does not say so.
        let audiences: [String]

        /// Creates a JSON Web Token, or one that only its server can read.
        public init(_ token: SharedSecret) {
            let read = JSONWebToken(token)
            (self.token, type) = (token, IssuedToken(compact: token) == nil ? "access_token" : "jwt")
            audiences = read?.audiences ?? []
        }

        /// Creates an assertion of SAML (RFC 7522 section 2.1).
        public init(_ assertion: IssuedToken) {
            (token, type) = (Base64.encodeForURL(assertion.bytes), assertion.kind == .saml11 ? "saml1" : "saml2")
            audiences = assertion.audiences
        }

        /// Reads the assertion of a file, as it is or in base64; nil for other tokens.
        public init?(assertion text: SharedSecret, _ reader: any SecurityTokenReader) {
            guard let bytes = FederationAnswer.decoded(text),
                case .response(let answer)? = try? reader.securityTokenAnswer(bytes), answer.token.kind.isAssertion
            else { return nil }
            self.init(answer.token)
        }
    }

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
        guard let subject = try options.subject?(deadline) else { return grant }
        let audiences = subject.audiences
        let wanted = [options.issuer, url.description, options.audience].compactMap(\.self)
        guard audiences.isEmpty || audiences.contains(where: wanted.contains) else {
            throw FedauthError(
                .refused,
                "the token from '--subject-token' is for '\((audiences.first ?? "").folded(to: 120))', not for "
                    + "'\(options.issuer.folded(to: 120))'",
                hint: "nothing was sent; let its issuer name that audience, or name it by '--audience'")
        }
        switch options.grant {
        case .tokenExchange: grant.addSubject(subject.token, type: subject.type)
        default: grant.add("assertion", subject.token)
        }
        return grant
    }
}
