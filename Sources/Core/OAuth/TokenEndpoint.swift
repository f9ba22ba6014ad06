import Secrets

/// A place of an authorization server that takes forms (RFC 6749 section 3.2) and answers with JSON.
struct TokenEndpoint {
    /// The address.
    let url: WebURL
    /// The client that sends; nil: the form names none.
    var client: OAuthClient?
    /// The origin of the address, for messages.
    var source: String
    /// What is sent, for messages.
    var purpose = "the request"
    /// The places of values in the answer.
    var fields = TokenAnswerFields.oauth
    let agent: UserAgent
    /// More than any token; a larger answer is refused.
    static let maximumBytes = 1 << 20

    /// Sends a form with the client's authentication. Throws as `send(_:deadline:)`.
    func send(_ form: OAuthGrant, deadline: Deadline) throws(FedauthError) -> TokenAnswer {
        do throws(FedauthError) {
            let answer: TokenAnswer
            do throws(FedauthError) { answer = try send(request(form), deadline: deadline) } catch {
                let isRefused = error.code == .refused && error.serverCode == "invalid_client"
                if isRefused { client?.refusals?.judge(isTaken: false) } else { client?.refusals?.settle() }
                throw error
            }
            client?.refusals?.judge(isTaken: true)
            return answer
        } catch
            where error.code == .refused && [nil, TokenAnswer.wordless, "invalid_client"].contains(error.serverCode)
            && client?.key != nil && !form.isSentOnce
        {
            // Some servers want their token endpoint as the audience of the client's signature, and not their issuer.
            var other = self
            other.client?.key?.audience = url.description
            return try other.send(other.request(form), deadline: deadline)
        }
    }

    /// Returns the request with a form and the client's authentication.
    private func request(_ form: OAuthGrant) throws(FedauthError) -> Request {
        var (form, client) = (form, client)
        if client?.key?.audience.isEmpty ?? false { client?.key?.audience = url.description }
        let headers = [.form] + [try client?.authenticate(&form, at: url.origin, agent.clock.now)].compactMap(\.self)
        return Request("POST", url, headers: headers, body: form.body)
    }

    /// Sends a request once: a code that comes twice ends all that it gave (RFC 6749 section 4.1.2). Redirects are not
    /// followed. Throws `refused` with the server's words for a refusal, and `bad-answer` for a failure of the server,
    /// and for content that is not JSON.
    func send(_ request: Request, deadline: Deadline) throws(FedauthError) -> TokenAnswer {
        try TokenAnswer(response(request, deadline), fields: fields, purpose: purpose)
    }

    /// Takes back a token (RFC 7009 section 2.1). Throws `refused` when the server does not confirm that.
    func revoke(_ token: SharedSecret, hint: String, deadline: Deadline) throws(FedauthError) {
        var form = OAuthGrant()
        form.add("token", token)
        form.add("token_type_hint", hint)
        let response = try response(request(form), deadline)
        guard (200..<300).contains(response.status) else {
            throw FedauthError(
                .refused,
                "'\(url.withoutQuery)' did not confirm that it took back the token, status \(response.status)",
                hint: "it may be over already")
        }
    }

    private func response(_ request: Request, _ deadline: Deadline) throws(FedauthError) -> Response {
        var request = request
        request.headers.append(Request.Header("Accept", "application/json"))
        // Needs no cookies and keeps none.
        var jar = CookieJar()
        return try RequestStep(agent: agent).send(
            request, by: source, with: &jar, deadline: deadline, maximumBodyBytes: Self.maximumBytes)
    }
}
