import Secrets

/// Requests with a credential. Each goes to one origin, and redirects to another origin are not followed.
struct CredentialExchange {
    private let requestStep: RequestStep
    private let hashing: any DigestHashing

    init(_ agent: UserAgent, hashing: any DigestHashing) {
        requestStep = RequestStep(agent: agent)
        self.hashing = hashing
    }

    /// Sends a request without a credential and follows redirects within the origin. A redirect to another origin is an
    /// error: the other origin must not ask for a credential given for this one.
    func open(_ url: WebURL, with jar: inout CookieJar, deadline: Deadline) throws(FedauthError) -> Response {
        var url = url
        for _ in 0...NavigationPolicy.maximumRedirects {
            let response = try requestStep.send(Self.request(url), by: "the address", with: &jar, deadline: deadline)
            guard AnswerMeaning(response, page: nil).demands.isEmpty, let target = try response.redirectTarget else {
                return response
            }
            guard target.origin == url.origin else {
                throw FedauthError(
                    .refusedHost,
                    "'\(url.withoutQuery)' leads to another origin, '\(target.origin)', before it asks for anything",
                    hint:
                        "nothing was sent there; if that is where to sign in: \("fedauth basic \(target.withoutQuery.shellWord)".quotedCommand)"
                )
            }
            url = target
        }
        throw NavigationPolicy.tooManyRedirects(url, hint: "name the address that they should end at")
    }

    /// The server's reaction to an answer.
    enum Verdict {
        /// The server accepts it.
        case accepted
        /// The server refuses user name and password, and repeats its challenge.
        case refused(AnswerableChallenge)
        /// The server asks for something else, which says nothing about the password.
        case unclear
        /// The server forbids access, or finds every nonce stale, which may mean that the password is wrong.
        case forbidden(FedauthError)
    }

    /// Answers `challenge` at an address of its origin, and repeats it once when the server reports a stale nonce,
    /// which says nothing about the password (RFC 7616 section 3.3). Throws as `isAccepted` does.
    func verdict(
        on credential: (user: String, password: SharedSecret), _ charset: CredentialCharset,
        for challenge: AnswerableChallenge, at url: WebURL, with jar: inout CookieJar, deadline: Deadline
    ) throws(FedauthError) -> Verdict {
        var challenge = challenge
        for _ in 0..<2 {
            let response = try answer(challenge, by: credential, charset, at: url, with: &jar, deadline: deadline)
            // Some servers refuse by a redirect to their login; the answer there decides.
            if response.redirectsWithin, let target = try response.redirectTarget, SignInAddress.isLikely(target.path) {
                let login = try requestStep.send(
                    Self.request(target), by: "the address", with: &jar, deadline: deadline)
                let page = try requestStep.page(login, deadline: deadline)
                if AnswerMeaning(login, page: page, expecting: .content()).asksForPages { return .unclear }
            }
            // Stores of files lead to other servers, too.
            if let target = try? response.redirectTarget, target.origin != url.origin,
                SignInAddress.isLikely(target.path)
            {
                return .forbidden(
                    FedauthError(
                        .refusedHost,
                        "'\(url.withoutQuery)' answers user name and password by leading to another origin, '\(target.origin)'",
                        hint:
                            "nothing was sent there, and nothing stored: they may be wrong; one that signs in there is for "
                            + "'fedauth saml'"))
            }
            do throws(FedauthError) {
                if try isAccepted(response, of: credential.user.isEmpty ? nil : credential.user) { return .accepted }
            } catch {
                switch AnswerMeaning.Failure(status: response.status) {
                case .refusal, .endedSession, .other: return .forbidden(error)
                // A server that has had enough may count what it does not look at.
                case .fault where response.status == 429: return .forbidden(error)
                case nil: return .forbidden(error)
                case .missing, .fault: throw error
                }
            }
            guard let next = challenge.again(in: response) else { return .unclear }
            guard next.digest?.isStale == true else { return .refused(next) }
            challenge = next
        }
        return .forbidden(Self.eachNonceIsStale(at: url.origin))
    }

    /// Returns the error for a server that calls its newest nonce stale.
    static func eachNonceIsStale(at origin: Origin) -> FedauthError {
        FedauthError(
            .badAnswer, "'\(origin.hostAndPort)' rejects every Digest nonce as stale, even its newest",
            hint: "nothing was stored and nothing forgotten; the fault is the server's: try again later")
    }

    /// Sends one request with the answer to `challenge`, to an address of the origin that sent it.
    private func answer(
        _ challenge: AnswerableChallenge, by credential: (user: String, password: SharedSecret),
        _ charset: CredentialCharset, at url: WebURL, with jar: inout CookieJar, deadline: Deadline
    ) throws(FedauthError) -> Response {
        guard url.origin == challenge.space.origin else {
            throw FedauthError(.other, "'\(url.origin)' did not ask for the credential of '\(challenge.space.origin)'")
        }
        var request = Self.request(url)
        let value = try challenge.authorization(by: credential, charset, for: request, hashing)
        request.headers.append(Request.Header("Authorization", value))
        return try requestStep.send(request, by: "the address", with: &jar, deadline: deadline)
    }

    /// Sends one request with the user's Kerberos ticket. Throws `no-ticket` when there is none, and `other-ticket` when
    /// it is not that of `user`.
    func negotiate(
        at url: WebURL, of user: String? = nil, with jar: inout CookieJar, deadline: Deadline
    ) throws(FedauthError) -> Response {
        var request = Self.request(url)
        request.negotiates = true
        request.ticketUser = user
        return try requestStep.send(request, by: "the address", with: &jar, deadline: deadline)
    }

    /// Returns true when the server granted access, false when it refused the credential. Throws for any other answer.
    func isAccepted(_ response: Response, of user: String?) throws(FedauthError) -> Bool {
        let place = response.url.withoutQuery
        let who = user.map { "'\($0.folded(to: 60))'" } ?? "this user"
        try requireNoOther(response)
        if response.status == 401 { return false }
        guard let failure = AnswerMeaning.Failure(status: response.status) else { return true }
        guard failure != .refusal else {
            throw FedauthError(
                .refused, "'\(response.url.origin.hostAndPort)' refuses \(who) at '\(place)' (status 403)",
                hint: "nothing was forgotten; ask its operator for access")
        }
        throw FedauthError(
            .badAnswer, "'\(place)' answered with status \(response.status)",
            hint: failure == .fault
                ? "the fault is the server's: try again later"
                : "check the address: everyone who signs in must be able to reach it")
    }

    /// Throws `refused` when the answer requires another kind of sign-in than HTTP authentication. The hint has the
    /// address as the user typed it, or else that of the answer, without query.
    func requireNoOther(_ response: Response, at typed: WebURL? = nil) throws(FedauthError) {
        let place = response.url.withoutQuery
        for demand in AnswerMeaning(response, page: try requestStep.agent.page(response)).demands {
            if case .proxyCredentials = demand { throw Self.proxySignIn(on: response.url) }
            guard let name = demand.protocolName else { continue }
            let word = (typed?.description ?? place).shellQuoted
            throw FedauthError(
                .refused, "'\(place)' asks for a sign-in by \(name)",
                hint: demand == .wsFederation
                    ? "no password was sent; 'fedauth adfs HOST --realm URI' signs in by WS-Federation"
                    : "sign in by \("fedauth saml \(word)".quotedCommand)")
        }
    }

    /// The error for a proxy that requires a sign-in (407).
    static func proxySignIn(on url: WebURL) -> FedauthError {
        FedauthError(
            .refused, "the proxy on the way to '\(url.host)' requires a sign-in (status 407)",
            hint: "'--proxy-user' and '--proxy-password-file' sign in to the proxy that '--proxy' names")
    }

    private static func request(_ url: WebURL) -> Request {
        Request("GET", url, headers: [Request.Header("Accept", "*/*")])
    }
}
