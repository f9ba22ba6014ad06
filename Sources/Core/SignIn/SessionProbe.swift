/// Asks the service whether it accepts a session.
public struct SessionProbe {
    private let requestStep: RequestStep
    /// The address to request.
    public let url: WebURL

    /// `url` is `--check`, or the session's own address.
    public init(_ agent: UserAgent, url: WebURL) {
        requestStep = RequestStep(agent: agent)
        self.url = url
    }

    /// Checks a session; one that is a token sends it in an Authorization field. Throws `usage` for a token that
    /// requests cannot use.
    public func isAlive(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        guard session.result == .token, let token = session.token else {
            return try isAlive(&session.jar, deadline: deadline)
        }
        guard token.kind == .bearer else {
            throw FedauthError(
                .usage,
                "the session '\(session.name)' is \(token.kind.text), of which no server can be asked whether it holds",
                hint: "leave out '--check'")
        }
        return try ask(&session.jar, deadline: deadline, [try session.authorization(token)])
    }

    /// Sends one request and follows no redirect; where a page only leads on within the server, it looks where. A 2xx status without a challenge means yes; a redirect, 401, 403, 419, 440
    /// or a challenge means no, and so does a jar whose cookies have all expired. Throws `usage` when the other cookies are
    /// not for this address, and throws for other statuses and network errors. `jar` receives the cookies that the answer
    /// renews.
    func isAlive(_ jar: inout CookieJar, deadline: Deadline) throws(FedauthError) -> Bool {
        let now = requestStep.agent.clock.now
        guard jar.cookies(for: url, now: now).isEmpty else { return try ask(&jar, deadline: deadline, []) }
        guard jar.cookies.allSatisfy({ $0.isExpired(at: now) }) else {
            // The server was not asked, so the session may be valid.
            throw FedauthError(
                .usage, "the session has no cookie for '\(url.withoutQuery)', so the server cannot be asked there",
                hint: "'--check' names an address of the service to which its cookies go")
        }
        return false
    }

    /// Returns whether the address shows content to those without a session; throws as `isAlive` does.
    public func isOpen(deadline: Deadline) throws(FedauthError) -> Bool {
        var nothing = CookieJar()
        return try ask(&nothing, deadline: deadline, [])
    }

    private func ask(
        _ jar: inout CookieJar, deadline: Deadline, _ headers: [Request.Header]
    ) throws(FedauthError) -> Bool {
        let request = Request("GET", url, headers: [Request.Header("Accept", "*/*")] + headers)
        let response = try requestStep.send(request, by: "the address to check", with: &jar, deadline: deadline)
        let place = "'\(url.withoutQuery)'"
        let page = try requestStep.page(response, deadline: deadline)
        let meaning = AnswerMeaning(response, page: page, expecting: .content())
        requestStep.agent.trace?.write(meaning, of: response)
        func loginIsAhead(_ target: WebURL) throws(FedauthError) -> Bool {
            try WayAhead(requestStep).leadsToSignIn(from: target, to: url, jar, deadline) { $0 == url.origin }
        }
        switch meaning {
        case .content where response.status < 300:
            for frame in page?.ownFrames(at: response.url) ?? [] where try loginIsAhead(frame) { return false }
            return true
        case .unjudged: return true
        case .content, .demands, .step(nil), .failure(.refusal), .failure(.endedSession): return false
        // A service may have a page of its own that leads to the user's; its redirect is no page.
        case .step(let target?):
            guard response.redirect == nil, target.origin == url.origin else { return false }
            return try !loginIsAhead(target)
        case .failure(.missing):
            throw FedauthError(
                .badAnswer, "\(place), which is to tell whether the session holds, does not exist",
                hint: "name another address by '--check', or by the profile's setting 'check'")
        case .failure(.fault):
            throw FedauthError(
                .badAnswer,
                response.status < 300
                    ? "\(place) is out of service: \(Document(response: response, page: page).words)"
                    : "\(place) failed with status \(response.status)",
                hint: "the session is kept as it is: try again later")
        case .failure(.other):
            throw FedauthError(
                .badAnswer,
                "\(place) answered with status \(response.status), which does not tell whether the session holds",
                hint: "name another address by '--check'")
        }
    }
}
