/// Answers HTTP authentication on the way (RFC 9110 section 11): with a Kerberos ticket, else user name and password.
extension Navigator {
    /// The end of a request that may be challenged.
    enum Admission {
        /// The answer; with status 401 if no challenge can be answered.
        case response(Response)
        /// Another request leads to the form that replaces the ticket.
        case sendInstead(Request)
    }

    private static let maximumAnswers = 20

    /// Sends a request, and repeats it with an answer to each challenge of the server, unless it contains the user's
    /// input: a server may answer a wrong password of a form with status 401.
    func admitted(_ request: Request, by source: String, isSecret: Bool) throws(FedauthError) -> Admission {
        var prepared = request
        integrated.prepare(&prepared)
        if isAnswered(at: request.url) { try credentials?.prepare(&prepared) }
        let response = try ask(prepared, by: source)
        guard integrated.answers(response) else {
            return .response(try withPassword(request, after: response, by: source, isSecret: isSecret))
        }
        if prepared.negotiates, integrated.isDemanded { throw Self.refusedTicket(at: request.url.origin) }
        if !isSecret, !prepared.negotiates, let answer = try withTicket(request, beside: response, by: source) {
            integrated.approve(request.url.origin)
            return .response(answer)
        }
        if let form = integrated.wayBack(from: request.url.origin) { return .sendInstead(form) }
        return .response(try withPassword(request, after: response, by: source, isSecret: isSecret))
    }

    /// Repeats the request with the user's ticket. Returns nil when there is none, or it is refused, and another scheme or
    /// a form may do instead.
    private func withTicket(
        _ request: Request, beside challenge: Response, by source: String
    ) throws(FedauthError) -> Response? {
        var request = request
        integrated.add(to: &request)
        let host = request.url.origin.hostAndPort
        do throws(FedauthError) {
            let response = try ask(request, by: source)
            guard response.status == 401 else { return response }
        } catch {
            guard [.noTicket, .otherTicket].contains(error.code), !integrated.isDemanded else { throw error }
            reporter?.detail(error.message + ((error.causes.first).map { " (\($0))" } ?? ""))
            return nil
        }
        guard !integrated.isDemanded else { throw Self.refusedTicket(at: request.url.origin) }
        let isAnswered = try credentials?.answers(challenge, page: page(challenge)) ?? false
        reporter?.note(
            "'\(host)' refused the Kerberos ticket; " + (isAnswered ? "answering another scheme" : "its form is filled")
        )
        return nil
    }

    private static func refusedTicket(at origin: Origin) -> FedauthError {
        FedauthError(
            .refused, "'\(origin.hostAndPort)' refused the Kerberos ticket",
            hint: "'klist' shows whose it is; '--integrated auto' fills the form in its place")
    }

    /// Repeats the request with user name and password while the server demands them.
    private func withPassword(
        _ request: Request, after first: Response, by source: String, isSecret: Bool
    ) throws(FedauthError) -> Response {
        guard let credentials, isAnswered(at: request.url) else { return first }
        var response = first
        for _ in 0..<Self.maximumAnswers {
            guard response.status == 401, try credentials.answers(response, page: page(response)),
                !isSecret || response.challenges.contains(where: { DigestChallenge($0)?.isStale == true })
            else {
                try credentials.approve(response)
                return response
            }
            try credentials.answer(response, to: request, deadline)
            var next = request
            try credentials.prepare(&next)
            response = try ask(next, by: source)
        }
        throw FedauthError(
            .refused, "'\(request.url.origin.hostAndPort)' demands one user name and password after the other",
            hint: "'--trace FILE' shows what it says")
    }

    /// Whether the server may get a user name and a password: after a redirect from https, an http address of this machine
    /// may belong to another user.
    private func isAnswered(at url: WebURL) -> Bool {
        url.scheme == .https || !wasEncrypted || requestStep.agent.policy.allowsPlainHTTP
    }
}
