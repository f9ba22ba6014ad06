import Secrets

/// Exchanges the token of a security token service for a platform's own token.
public struct TokenExchange {
    /// The protocol of the exchange.
    public enum Scheme: String, Sendable, CaseIterable {
        /// A JSON object with the answer in base64, for Telerik's platform.
        case everlive
        /// The assertion as an authorization grant (RFC 7522).
        case saml2Bearer = "saml2-bearer"
        /// OAuth 2.0 token exchange (RFC 8693).
        case tokenExchange = "token-exchange"
    }

    /// The encoding of an assertion in an OAuth request.
    public enum AssertionEncoding: String, Sendable, CaseIterable {
        /// Base64url without padding (RFC 7522 section 2.1).
        case base64url
        /// Base64, for older servers.
        case base64
    }

    /// The settings of the exchange.
    public struct Options {
        /// The protocol.
        public var scheme: Scheme
        /// The token endpoint; for `everlive` the address of its users.
        public var endpoint: WebURL
        /// The OAuth client; nil: the request names none.
        public var client: OAuthClient?
        /// `scope`.
        public var scope: String?
        /// `audience` of RFC 8693.
        public var audience: String?
        /// `resource` of RFC 8693.
        public var resource: String?
        /// `requested_token_type` of RFC 8693.
        public var requestedType: String?
        /// More parameters of an OAuth request; they are not secret.
        public var parameters: [(name: String, value: String)] = []
        /// The encoding of an assertion.
        public var encoding = AssertionEncoding.base64url
        /// The JSON that `everlive` sends.
        public var template = ExchangeTemplate.everlive
        /// The places of values in the answer.
        public var answer: TokenAnswerFields
        /// The address for signing out, by a GET with the token.
        public var logout: WebURL?

        /// Creates options with the scheme's defaults and without a client.
        public init(_ scheme: Scheme, at endpoint: WebURL) {
            self.scheme = scheme
            self.endpoint = endpoint
            answer = scheme == .everlive ? .everlive : .oauth
        }
    }

    private let options: Options
    private let endpoint: TokenEndpoint

    /// Creates an exchange; sends nothing yet.
    public init(_ agent: UserAgent, _ options: Options) {
        self.options = options
        endpoint = TokenEndpoint(
            url: options.endpoint, client: options.client, source: "'--exchange-url'", purpose: "the exchange",
            fields: options.answer, agent: agent)
    }

    /// Returns the platform's token for the issued token. Throws `refused` with the platform's words when it refuses,
    /// `token-type` for a kind of token that it does not accept, and `bad-answer` for an answer without a token.
    public func exchange(_ response: SecurityTokenResponse, deadline: Deadline) throws(FedauthError) -> SessionToken {
        switch options.scheme {
        case .everlive:
            let request = Request(
                "POST", options.endpoint, headers: [Request.Header("Content-Type", "application/json")],
                body: options.template.content(for: response))
            return try token(try endpoint.send(request, deadline: deadline))
        case .saml2Bearer:
            return try token(endpoint.send(try OAuthGrant.saml2Bearer(response.token, options), deadline: deadline))
        case .tokenExchange:
            return try token(endpoint.send(try OAuthGrant.tokenExchange(response.token, options), deadline: deadline))
        }
    }

    /// Returns a new token by the refresh token of `token` (RFC 6749 section 6); nil when it has none, or when another
    /// server issued it: a refresh token is sent only to its issuer (section 10.4). Throws as `exchange`.
    public func renew(_ token: SessionToken, deadline: Deadline) throws(FedauthError) -> SessionToken? {
        guard let refresh = token.refresh, options.scheme != .everlive, token.source == options.endpoint else {
            return nil
        }
        let form = OAuthGrant.refresh(refresh, options.parameters)
        return try self.token(endpoint.send(form, deadline: deadline), keeping: refresh)
    }

    private func token(
        _ answer: TokenAnswer, keeping refresh: SharedSecret? = nil
    ) throws(FedauthError) -> SessionToken {
        var token = try answer.token(at: endpoint.agent.clock.now)
        // When the server sends no new refresh token, the old one remains valid (RFC 6749 section 6).
        token.refresh = token.refresh ?? refresh
        token.logout = options.logout
        token.source = options.endpoint
        return token
    }
}
