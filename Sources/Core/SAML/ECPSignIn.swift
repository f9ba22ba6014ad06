import Secrets

/// The Enhanced Client or Proxy profile (SAML 2.0 profiles, 4.2): the client itself sends the service's request to the
/// identity provider's SOAP endpoint, and returns the answer. No page is shown.
public final class ECPSignIn: SignInMethod {
    /// The presenter's name in the session; no presenter is used.
    public static let presenter = "ecp"

    /// `saml`, as for the sign-in with pages: `logout` and `status` treat both alike.
    public let method = "saml"
    /// The address whose cookies form the session, and which is used to check it.
    public let target: WebURL
    /// The user to sign in; nil for any user.
    public let user: String?
    private let start: WebURL
    private let identityProvider: WebURL
    private let requestStep: RequestStep
    private let answers: any LoginAnswers
    private let logout: Session.Logout?
    private let probe: SessionProbe
    private let assertions: AssertionKeeping?

    /// `identityProvider` is its SOAP endpoint (`SingleSignOnService` with the SOAP binding in its metadata);
    /// `assertions` keeps its response.
    public init(
        _ agent: UserAgent, start: AuthorizationEndpoint, target: WebURL, identityProvider: WebURL, user: String?,
        answers: any LoginAnswers, probe: SessionProbe, logout: Session.Logout?, assertions: AssertionKeeping? = nil
    ) {
        self.start = start.url
        (self.target, self.user, self.identityProvider) = (target, user, identityProvider)
        requestStep = RequestStep(agent: agent)
        (self.answers, self.probe, self.assertions, self.logout) = (answers, probe, assertions, logout)
    }

    /// Requests the probe's address with the session's cookies; throws as `SessionProbe.isAlive` does.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try probe.isAlive(&session, deadline: deadline)
    }

    /// Asks the service, then the identity provider, and sends the answer to the service. `earlier` is not used: the
    /// identity provider always receives the password. Throws `bad-answer` when the service does not support ECP or the
    /// two disagree on the consumer, `refused` when either refuses, `host-not-allowed` for a consumer at another
    /// origin, and the errors of the transport and of reading the answers.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        var jar = CookieJar()
        let request = try askService(&jar, deadline)
        let (response, user) = try askIdentityProvider(request, deadline)
        try hand(response, for: request, to: &jar, deadline)
        return CollectedSession(
            jar: jar, user: user, presenter: Self.presenter, assertedEnd: response.response.sessionNotOnOrAfter,
            logouts: [logout].compactMap { $0 },
            token: assertions?.token(response.standaloneResponse.map(Base64.encode), response.response))
    }

    private static let paosType = "application/vnd.paos+xml"

    /// Requests the resource as an enhanced client (step 1).
    private func askService(_ jar: inout CookieJar, _ deadline: Deadline) throws(FedauthError) -> ECPRequest {
        let headers = [
            Request.Header("Accept", "text/html, \(Self.paosType)"),
            Request.Header("PAOS", "ver=\"urn:liberty:paos:2003-08\";\"urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp\""),
        ]
        let response = try requestStep.send(
            Request("GET", start, headers: headers), by: "the authorization endpoint", with: &jar, deadline: deadline)
        guard MediaType(response.header("content-type") ?? "").essence == Self.paosType else {
            throw FedauthError(
                .badAnswer, "'\(start.withoutQuery)' does not offer ECP (status \(response.status), no PAOS answer)",
                hint: "leave out '--ecp' to sign in by the login pages")
        }
        return try requestStep.agent.reader.ecpRequest(xml: response.body)
    }

    /// Sends the service's body to the identity provider, with Basic authentication (RFC 7617; steps 3 and 4). The
    /// cookie jar is empty, because SimpleSAMLphp prefers an old cookie to new Basic credentials.
    private func askIdentityProvider(
        _ request: ECPRequest, _ deadline: Deadline
    ) throws(FedauthError) -> (ECPResponse, String) {
        let origin = identityProvider.origin
        let user = try answers.answer(
            LoginQuestion(
                origin: origin, role: .userName, field: FormField(kind: .text, name: "user", label: "User name")))
        let userName = user.withBytes { String(decoding: $0, as: UTF8.self) }
        guard !userName.contains(":") else {
            throw FedauthError(
                .usage,
                "the user name '\(String(userName.prefix { $0 != ":" }).folded(to: 60)):…' holds a colon, which Basic authentication cannot carry",
                hint: "leave out '--ecp' to sign in by the login pages")
        }
        let password = try answers.answer(
            LoginQuestion(
                origin: origin, role: .password, field: FormField(kind: .password, name: "password", label: "Password"),
                user: userName))
        var noCookies = CookieJar()
        let headers = [
            Request.Header("Authorization", BasicAuthorization.value(user: user.copy(), password: password.copy())),
            Request.Header("Content-Type", "text/xml; charset=utf-8"),
            Request.Header("SOAPAction", "\"http://www.oasis-open.org/committees/security\""),
        ]
        let answer = try answers.hear(userName, at: origin) { () throws(FedauthError) in
            try requestStep.send(
                Request("POST", identityProvider, headers: headers, body: request.forIdentityProvider),
                by: "the identity provider's ECP endpoint", with: &noCookies, deadline: deadline)
        }
        /// Rejects a stored password, so that it is forgotten; this profile has no second attempt.
        func refused(_ why: String, _ blame: LoginRefusal.Blame) throws(FedauthError) -> FedauthError {
            try answers.reject(
                LoginRefusal(
                    origin: origin, roles: [.userName, .password], complaint: why, user: userName, blame: blame))
            return FedauthError(
                .refused, "'\(origin.hostAndPort)' refused the sign-in of '\(userName.folded(to: 60))': \(why)",
                hint: "check user name and password; some identity providers have ECP off for some accounts")
        }
        if answer.status == 401 || answer.status == 403 {
            throw try refused("status \(answer.status)", answer.status == 401 ? .password : .unknown)
        }
        let response: ECPResponse
        do throws(FedauthError) {
            guard answer.status == 200 || answer.status == 500 else {
                throw FedauthError(
                    .badAnswer,
                    "'\(identityProvider.withoutQuery)' answered with status \(answer.status), not with SOAP",
                    hint: "check the address given by '--ecp-endpoint'")
            }
            response = try requestStep.agent.reader.ecpResponse(xml: answer.body)
        } catch {
            try answers.noteUnclear(error, of: userName, at: origin, status: answer.status)
            throw error
        }
        if let fault = response.fault {
            let error = FedauthError(
                .refused, "'\(origin.hostAndPort)' answered with a SOAP fault: \(fault.folded())",
                hint: "check that the identity provider has ECP on for this service")
            // A fault has status 500 (SOAP 1.2 part 2, section 7.5.2).
            try answers.noteUnclear(error, of: userName, at: origin, status: nil)
            throw error
        }
        guard response.response.isSuccess else {
            let status = response.response.statusCodes.joined(separator: ", ").folded(to: 80)
            let words = response.response.statusMessage.folded()
            throw try refused(
                "wrong user name or password, or no access (SAML status "
                    + "'\(status)'\(words.isEmpty ? "" : ", \(words)"))",
                response.response.statusCodes.contains { $0.hasSuffix("AuthnFailed") } ? .password : .unknown)
        }
        return (response, userName)
    }

    /// Sends the assertion to the address that the service itself named, and to no other (step 5).
    private func hand(
        _ answer: ECPResponse, for request: ECPRequest, to jar: inout CookieJar, _ deadline: Deadline
    ) throws(FedauthError) {
        let consumer = try WebURL(request.responseConsumerURL)
        guard answer.assertionConsumerServiceURL == request.responseConsumerURL else {
            try? sendFault(to: consumer, &jar, deadline)
            throw FedauthError(
                .badAnswer,
                "the identity provider answers for "
                    + "'\(answer.assertionConsumerServiceURL?.folded(to: 80) ?? "no address")', but "
                    + "'\(consumer.withoutQuery)' asked",
                hint: "nothing was handed over; one of the two may be an impostor")
        }
        guard consumer.origin == start.origin || requestStep.agent.policy.permits(consumer.origin) else {
            throw FedauthError(
                .refusedHost,
                "the service wants the assertion at '\(consumer.origin.hostAndPort)', another origin than its own",
                hint: "nothing was handed over; '--allow-host \(consumer.host)' permits it")
        }
        guard let document = answer.standaloneResponse else {
            throw FedauthError(.badAnswer, "the answer of the identity provider has no 'Response'")
        }
        let headers = [Request.Header("Content-Type", Self.paosType)]
        let response = try requestStep.send(
            Request("POST", consumer, headers: headers, body: ECPEnvelope.response(document, to: request)),
            by: "the service", with: &jar, deadline: deadline)
        guard response.status < 400 else {
            throw FedauthError(
                .refused, "'\(consumer.origin.hostAndPort)' did not accept the assertion (status \(response.status))",
                hint: "compare the clocks of this machine, the service and the identity provider")
        }
    }

    private func sendFault(to consumer: WebURL, _ jar: inout CookieJar, _ deadline: Deadline) throws(FedauthError) {
        let headers = [Request.Header("Content-Type", Self.paosType)]
        _ = try requestStep.send(
            Request("POST", consumer, headers: headers, body: ECPEnvelope.fault()), by: "the service", with: &jar,
            deadline: deadline)
    }
}
