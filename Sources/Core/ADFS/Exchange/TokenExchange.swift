import Secrets

/// Changes what a security token service issued for a platform's own token.
public struct TokenExchange {
    /// How the platform is asked.
    public enum Scheme: String, Sendable, CaseIterable {
        /// A JSON object with the answer in base64, as Telerik's platform took it.
        case everlive
        /// The assertion as an authorization grant (RFC 7522).
        case saml2Bearer = "saml2-bearer"
        /// OAuth 2.0 token exchange (RFC 8693).
        case tokenExchange = "token-exchange"
    }

    /// How an assertion is written in an OAuth request.
    public enum AssertionEncoding: String, Sendable, CaseIterable {
        /// As RFC 7522 section 2.1 has it, without padding.
        case base64url
        /// As older servers want it.
        case base64
    }

    /// What the platform is told and asked.
    public struct Options {
        /// How it is asked.
        public var scheme: Scheme
        /// The token endpoint; of `everlive` the address of its users.
        public var endpoint: WebURL
        /// Who asks; nil: nobody is named.
        public var client: OAuthClient?
        /// `scope`.
        public var scope: String?
        /// `audience` of RFC 8693.
        public var audience: String?
        /// `resource` of RFC 8693.
        public var resource: String?
        /// `requested_token_type` of RFC 8693.
        public var requestedType: String?
        /// Further parameters of an OAuth request, which are no secrets.
        public var parameters: [(name: String, value: String)] = []
        /// How an assertion is written.
        public var encoding = AssertionEncoding.base64url
        /// The JSON that `everlive` sends.
        public var template = ExchangeTemplate.everlive
        /// Where the answer has what.
        public var answer: ExchangeAnswerFields
        /// Where the token is given back, by a GET that carries it.
        public var logout: WebURL?

        /// As the scheme has it, with nobody named.
        public init(_ scheme: Scheme, at endpoint: WebURL) {
            self.scheme = scheme
            self.endpoint = endpoint
            answer = scheme == .everlive ? .everlive : .oauth
        }
    }

    private let options: Options
    private let hop: Hop

    /// Asks nothing yet.
    public init(
        _ options: Options, transport: any Transport, suffixes: any PublicSuffixes, clock: any WallClock,
        policy: NavigationPolicy
    ) {
        self.options = options
        hop = Hop(transport: transport, suffixes: suffixes, clock: clock, policy: policy)
    }

    /// The platform's token for what was issued.
    ///
    /// Throws `refused` with the platform's words when it says no, `token-type` when it would not take this kind of
    /// token, and `bad-answer` for an answer without a token.
    public func exchange(_ response: SecurityTokenResponse, deadline: Deadline) throws(FedauthError) -> SessionToken {
        switch options.scheme {
        case .everlive:
            let request = Request(
                "POST", options.endpoint, headers: [Request.Header("Content-Type", "application/json")],
                body: options.template.content(for: response))
            return try token(request, deadline, keeping: nil)
        case .saml2Bearer:
            return try token(form: try OAuthGrant.saml2Bearer(response.token, options), deadline, keeping: nil)
        case .tokenExchange:
            return try token(form: try OAuthGrant.tokenExchange(response.token, options), deadline, keeping: nil)
        }
    }

    /// The next token by the refresh token of this one (RFC 6749 section 6); nil where it has none, or has it of another
    /// server: a refresh token is shown to nobody but the server that issued it (section 10.4). Throws as `exchange`.
    public func renew(_ token: SessionToken, deadline: Deadline) throws(FedauthError) -> SessionToken? {
        guard let refresh = token.refresh, options.scheme != .everlive, token.source == options.endpoint else {
            return nil
        }
        return try self.token(form: OAuthGrant.refresh(refresh, options), deadline, keeping: refresh)
    }

    private func token(
        form: OAuthGrant, _ deadline: Deadline, keeping refresh: SharedSecret?
    ) throws(FedauthError) -> SessionToken {
        var headers = [Request.Header("Content-Type", "application/x-www-form-urlencoded")]
        var form = form
        if let field = try options.client?.authenticate(&form) { headers.append(field) }
        return try token(
            Request("POST", options.endpoint, headers: headers, body: form.body), deadline, keeping: refresh)
    }

    private func token(
        _ request: Request, _ deadline: Deadline, keeping refresh: SharedSecret?
    ) throws(FedauthError) -> SessionToken {
        var request = request
        request.headers.append(Request.Header("Accept", "application/json"))
        // No cookie belongs to it, and none is kept.
        var jar = CookieJar()
        let response = try hop.send(request, by: "'--exchange-url'", with: &jar, deadline: deadline)
        var token = try ExchangeAnswer(response, fields: options.answer).token(at: hop.clock.now)
        // A server that sends no new one means that the old one stays (RFC 6749 section 6).
        if token.refresh == nil { token.refresh = refresh }
        token.logout = options.logout
        token.source = options.endpoint
        return token
    }
}

extension ErrorCode {
    /// An exchange does not take this kind of token.
    public static let tokenType = ErrorCode("token-type", .usage)
}
