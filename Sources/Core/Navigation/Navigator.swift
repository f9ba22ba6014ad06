import Secrets

/// Sends a request and follows redirects, checking each step, with one cookie jar, until it gets a document.
final class Navigator {
    let requestStep: RequestStep
    /// A finish endpoint of moment `asked`: a request to it ends the navigation and is not sent.
    private let unaskedFinish: FinishEndpoint?
    let deadline: Deadline
    var jar: CookieJar
    /// The origins that the user or a server's step named as the next destination.
    private(set) var namedOrigins: Set<Origin>
    /// Those of the first address and the finish to which no other server has led, by a redirect or a protocol message.
    private(set) var unledOrigins: Set<Origin>
    /// The server of the last answer.
    private var answering: Origin?
    private var networkAccess: PrivateNetworkAccess
    /// Whether an address contained a SAML message, or a reference to one (SAML 2.0 bindings, 3.4 and 3.6).
    private(set) var carriedSAML = false
    var answersPassed = PassedAnswers()
    /// Called before an answer of a provider goes to a server.
    var answerPasses: () -> Void = {}
    /// Whether a request went to an encrypted address.
    private(set) var wasEncrypted = false
    var integrated: IntegratedAttempt
    let credentials: NavigationCredentials?
    private let certificates: CertificateSignIn
    /// Whether the user chose to sign in to AD FS with a certificate.
    var isCertificateChosen = false
    let reporter: (any Reporter)?
    /// How often a server may redirect a form with the user's input (307, 308).
    private static let mostForwarded = 2
    private static let parametersOfSAML: Set = ["SAMLRequest", "SAMLResponse", "SAMLart"]

    init(
        _ agent: UserAgent, deadline: Deadline, jar: CookieJar, namedOrigins: Set<Origin>,
        unaskedFinish: FinishEndpoint? = nil,
        integrated: IntegratedAttempt = IntegratedAttempt(IntegratedSignIn(), home: nil),
        credentials: NavigationCredentials? = nil,
        certificates: CertificateSignIn = CertificateSignIn(identities: nil), reporter: (any Reporter)? = nil
    ) {
        (self.integrated, self.credentials) = (integrated, credentials)
        (self.certificates, self.reporter, self.unaskedFinish) = (certificates, reporter, unaskedFinish)
        requestStep = RequestStep(agent: agent)
        self.deadline = deadline
        self.jar = jar
        (self.namedOrigins, unledOrigins) = (namedOrigins, namedOrigins)
        networkAccess = PrivateNetworkAccess(named: namedOrigins)
    }

    /// Requests `url`, named by `source`; its origin counts as named from now on.
    func open(_ url: WebURL, by source: String) throws(FedauthError) -> Document {
        namedOrigins.insert(url.origin)
        return try navigate(Request("GET", url), by: source)
    }

    /// Posts the content of a form. `isSecret`: it contains the user's input, which a redirect (307, 308) may forward
    /// only within the intended origin. `isMessage`: it is a protocol message. `inParts`: as `multipart/form-data`.
    /// `sender`: the origin of the form's page; nil when no page has it.
    func post(
        _ body: SharedSecret, to url: WebURL, isSecret: Bool, isMessage: Bool, inParts: Bool = false,
        from sender: Origin?, by source: String
    ) throws(FedauthError) -> Document {
        namedOrigins.insert(url.origin)
        if isMessage, sender != url.origin { unledOrigins.remove(url.origin) }
        // Random and long, so that the content does not contain it.
        let boundary = "fedauth-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"
        let type = inParts ? "multipart/form-data; boundary=\(boundary)" : MediaType.form
        return try navigate(
            Request(
                "POST", url, headers: [Request.Header("Content-Type", type)],
                body: inParts ? FormBody(body).parts(between: boundary) : body), from: sender, by: source,
            isSecret: isSecret, isMessage: isMessage)
    }

    /// Throws `client-certificate-needed` when AD FS asks for a certificate and there is none.
    func requireIdentity(at target: Origin, from origin: Origin) throws(FedauthError) {
        try certificates.check(target, from: origin, isChosen: isCertificateChosen)
        // The way back leads to another port, too.
        if target != origin { isCertificateChosen = false }
    }

    private func navigate(
        _ first: Request, from sender: Origin? = nil, by source: String, isSecret: Bool = false, isMessage: Bool = false
    ) throws(FedauthError) -> Document {
        var request = first
        var source = source
        // Fetch, "redirect-taint".
        var isTainted = false
        var secretsForwarded = 0
        networkAccess.begin()
        for _ in 0...NavigationPolicy.maximumRedirects {
            if let unaskedFinish, unaskedFinish.isEnded(by: request.url, form: request.body) {
                try requestStep.agent.policy.addressee?.check(answerFrom: answering)
                return Document(finishAnswer: FinishAnswer(request.url, form: request.body))
            }
            if let sender, request.body != nil {
                let isKnown = !isTainted && (sender.scheme == .http || request.url.scheme == .https)
                request.headers.removeAll { $0.name == "Origin" }
                request.headers.append(Request.Header("Origin", isKnown ? sender.description : "null"))
            }
            let before = answersPassed.count
            answersPassed.note(request.url, form: request.body)
            if answersPassed.count > before { answerPasses() }
            try networkAccess.limit(&request, isMessage: isMessage, requestStep.agent.policy)
            let response: Response
            switch try admitted(request, by: source, isSecret: isSecret) {
            case .response(let final): response = final
            case .sendInstead(let form):
                request = form
                continue
            }
            networkAccess.record(response)
            answering = response.url.origin
            answersPassed.note(response.refusedCookies, of: response.url.origin)
            guard let target = try response.redirectTarget else {
                return Document(response: response, isReachedByGET: request.method == "GET", page: try page(response))
            }
            requestStep.agent.trace?.write(AnswerMeaning(response, page: nil, expecting: .content()), of: response)
            source = "'\(response.url.origin.hostAndPort)'"
            let keepsBody = (response.status == 307 || response.status == 308) && request.body != nil
            if keepsBody && isSecret && target.origin != request.url.origin {
                throw FedauthError(
                    .refusedHost,
                    "\(source) wants the login form's content passed on to '\(target.origin.hostAndPort)'",
                    hint: "nothing was sent there; this is unusual enough to ask the identity provider's operator")
            }
            if keepsBody && isSecret { secretsForwarded += 1 }
            guard secretsForwarded <= Self.mostForwarded else {
                throw FedauthError(
                    .loop, "\(source) passes the login form's content on again and again",
                    hint:
                        "servers lock accounts, so it was sent \(Self.mostForwarded + 1) times only; tell its operator")
            }
            if target.origin != request.url.origin, sender != request.url.origin { isTainted = true }
            try requireIdentity(at: target.origin, from: request.url.origin)
            integrated.note(request, leadsTo: target)
            namedOrigins.insert(target.origin)
            if target.origin != request.url.origin { unledOrigins.remove(target.origin) }
            request =
                keepsBody
                ? Request(request.method, target, headers: request.headers, body: request.body)
                : Request(request.method == "HEAD" ? "HEAD" : "GET", target)
        }
        throw NavigationPolicy.tooManyRedirects(
            request.url,
            hint: "the service and its identity provider send each other the same question; '--trace FILE' shows it")
    }

    func ask(_ request: Request, by source: String) throws(FedauthError) -> Response {
        wasEncrypted = wasEncrypted || request.url.scheme == .https
        let parameters = request.url.query?.split(separator: "&") ?? []
        if parameters.contains(where: { Self.parametersOfSAML.contains(String($0.prefix { $0 != "=" })) }) {
            carriedSAML = true
        }
        var request = request
        if integrated.isWanted(at: request.url) {
            request.headers.append(Request.Header("User-Agent", IntegratedSignIn.knownAgent))
        }
        request.headers.append(Request.Header("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"))
        request.takesUnannouncedEnd = true
        let reading = PageReading()
        do throws(FedauthError) {
            var response = try requestStep.send(
                request, by: source, with: &jar, deadline: deadline, streams: ContentStreams(sink: reading))
            reading.giveBack(to: &response)
            return response
        } catch {
            // Content longer than any page: if the sign-in ends at data, its head is sufficient.
            guard var head = reading.head else { throw error }
            head.refusedCookies = jar.store(
                head, suffixes: requestStep.agent.suffixes, now: requestStep.agent.clock.now)
            return head
        }
    }

    func page(_ response: Response) throws(FedauthError) -> Page? {
        try requestStep.page(response, assuming: "text/html", deadline: deadline)
    }
}

extension Document {
    /// Creates the end of a navigation without an answer.
    fileprivate init(finishAnswer: FinishAnswer) {
        self.init(response: Response(status: 200, url: finishAnswer.url), finishAnswer: finishAnswer)
    }
}

extension Response {
    /// The Location of a redirect that a browser would follow (RFC 9110 section 15.4).
    public var redirect: String? {
        guard [301, 302, 303, 307, 308].contains(status), let location = header("location"), !location.isEmpty else {
            return nil
        }
        return location
    }

    /// Whether such a redirect stays at its server: what it leads to says what the answer means.
    var redirectsWithin: Bool { redirect.flatMap { try? url.resolving($0) }?.origin == url.origin }

    /// The address to which such a redirect leads; nil: it is none. Throws `bad-answer` for one that is no address.
    var redirectTarget: WebURL? {
        get throws(FedauthError) {
            guard let redirect else { return nil }
            do throws(FedauthError) {
                return try url.resolving(redirect)
            } catch {
                throw FedauthError(
                    .badAnswer,
                    "'\(url.origin.hostAndPort)' redirects to an address that cannot be followed: \(error.message)",
                    hint: "nothing was sent there; '--trace FILE' shows the way up to it")
            }
        }
    }
}

extension NavigationPolicy {
    /// Returns the error for too many redirects.
    static func tooManyRedirects(_ last: WebURL, hint: String) -> FedauthError {
        FedauthError(
            .loop, "more than \(maximumRedirects) redirects in a row, the last at '\(last.withoutQuery)'", hint: hint)
    }
}
