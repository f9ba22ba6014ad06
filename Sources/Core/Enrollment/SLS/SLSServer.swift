public import Secrets

/// A Secure Login Server: a login with as many steps as it requests, then the certificate, within one session of
/// cookies. The transport is known. The names in its messages are not public: see `SLSVocabulary`.
public final class SLSServer: EnrollmentServer {
    /// The addresses of the server.
    public let addresses: SLSAddresses
    let words: SLSVocabulary
    private let wishes: EnrollmentWishes
    private let requestStep: RequestStep
    private let clock: any WallClock
    private let answers: LoginCredentials
    private let reporter: any Reporter
    private let negotiates: Bool
    private var jar = CookieJar()
    private var walk: SLSLogin
    /// Whether the end of the login was only guessed.
    private var isGuessed = false

    /// More steps are a loop.
    static let maximumSteps = 8
    /// The largest answer, in bytes.
    static let maximumBytes = 1 << 20
    private static let maximumRedirects = 5

    /// The server may ignore the `wishes`. `negotiates` sends the user's Kerberos ticket with the first request.
    public init(
        _ agent: UserAgent, addresses: SLSAddresses, words: SLSVocabulary, wishes: EnrollmentWishes, negotiates: Bool,
        answers: LoginCredentials, reporter: any Reporter
    ) {
        (self.addresses, self.words, self.wishes, self.negotiates) = (addresses, words, wishes, negotiates)
        clock = agent.clock
        self.answers = answers
        self.reporter = reporter
        requestStep = RequestStep(agent: agent, confinesCookies: true)
        walk = SLSLogin(origin: addresses.login.origin, answers: answers, reporter: reporter)
    }

    /// The user name that was typed, or that an option sets.
    public var user: String? { walk.user ?? answers.user }

    /// Signs in. Throws `refused`, `input-needed` naming the fields, and `bad-answer` for an answer that is not JSON
    /// and for more than 8 steps.
    public func offer(deadline: Deadline) throws(FedauthError) -> EnrollmentOffer {
        do throws(FedauthError) {
            return try signedIn(deadline)
        } catch {
            walk.ended(by: error)
            throw error
        }
    }

    private func signedIn(_ deadline: Deadline) throws(FedauthError) -> EnrollmentOffer {
        jar = CookieJar()
        walk.begin()
        var step = try first(deadline)
        for _ in 0..<Self.maximumSteps {
            try deadline.check(waitingFor: "signing in at '\(addresses.login.origin.hostAndPort)'")
            walk.show(step)
            switch step.state {
            case .failed: throw refused(step.message)
            case .authenticated:
                if step.isError { throw refused(step.message) }
                isGuessed = step.isGuessed
                if isGuessed {
                    let state = step.unknownState.map { " ('\($0.folded(to: 60))')" } ?? ""
                    reporter.note(
                        "'\(addresses.login.origin.hostAndPort)' reports no known state\(state): fedauth takes its answer "
                            + "for the end of the login ('--trace FILE' shows its names, '--sls-name' corrects them)")
                }
                return completed(step.offer)
            case .inputRequired:
                let form = try walk.form(for: step)
                step = try self.step(try send(form, deadline))
            }
        }
        throw FedauthError(
            .badAnswer,
            "'\(addresses.login.origin.hostAndPort)' asks for more than \(Self.maximumSteps) steps of a login",
            hint: "'--trace FILE' shows what it asks for")
    }

    /// Sends the request, DER, within the session of the login. Approval on such servers is not known.
    public func certificates(
        for request: [UInt8], renews: Bool, from moment: Timestamp?, deadline: Deadline,
        whenWaiting: (_ next: Timestamp) throws(FedauthError) -> Void
    ) throws(FedauthError) -> [SharedSecret] {
        let message = Request(
            "POST", addresses.certificate,
            headers: [.init("Content-Type", "application/pkcs10"), .init("Accept", "*/*")],
            body: SharedSecret(Secret(request)))
        let response = try delivered(message, deadline)
        guard (200..<300).contains(response.status) else {
            var failure = refusal(of: response, "the certificate")
            if isGuessed, failure.code == .refused {
                walk.ended(by: FedauthError(.badAnswer, failure.message))
                failure.hint =
                    "perhaps the login was not done yet: '--trace FILE' shows the names of what the server says, and "
                    + "'--sls-name' corrects those that are assumed"
            }
            throw failure
        }
        let type = MediaType(response.header("content-type") ?? "")
        guard !type.isHTML, !Self.looksLikeHTML(response.body) else { throw notJSON(response, "a certificate") }
        return [response.body]
    }

    /// Stores the typed password, if wanted.
    public func approveCredentials() throws(FedauthError) { try answers.approve() }

    // MARK: Login

    /// Sends the first request, which may name the wanted subject; with a ticket it has no content.
    private func first(_ deadline: Deadline) throws(FedauthError) -> SLSLoginStep {
        if negotiates { return try step(try send(nil, deadline, negotiating: true)) }
        let response = try send(wishedFor, deadline)
        let offersTicket =
            response.status == 401 && response.challenges.contains { AuthenticationScheme($0) == .negotiate }
        guard offersTicket else { return try step(response) }
        reporter.detail("'\(addresses.login.origin.hostAndPort)' wants a Kerberos ticket")
        return try step(try send(nil, deadline, negotiating: true))
    }

    private var wishedFor: SharedSecret {
        var mail: [String] = []
        var hosts: [String] = []
        for name in wishes.alternativeNames {
            switch name {
            case .email(let value): mail.append(value)
            case .dns(let value): hosts.append(value)
            case .uri, .userPrincipalName: break
            }
        }
        let subject = wishes.subject?.description ?? ""
        guard !(subject.isEmpty && mail.isEmpty && hosts.isEmpty) else { return SharedSecret(text: "") }
        return FormBody.of([
            (words[.subjectName], SharedSecret(text: subject)),
            (words[.subjectAltNamesRfc822], SharedSecret(text: mail.joined(separator: ","))),
            (words[.subjectAltNamesDNS], SharedSecret(text: hosts.joined(separator: ","))),
        ])
    }

    private func send(
        _ form: SharedSecret?, _ deadline: Deadline, negotiating: Bool = false
    ) throws(FedauthError) -> Response {
        var request = Request("POST", addresses.login, headers: [.init("Accept", "*/*")])
        request.body = form ?? SharedSecret(text: "")
        if form != nil { request.headers.append(.form) }
        request.negotiates = negotiating
        return try delivered(request, deadline)
    }

    /// Sends a request. Follows redirects that keep method and content, on the same server.
    private func delivered(_ request: Request, _ deadline: Deadline) throws(FedauthError) -> Response {
        var request = request
        for _ in 0...Self.maximumRedirects {
            let response = try requestStep.send(
                request, by: "the Secure Login Server", with: &jar, deadline: deadline,
                maximumBodyBytes: Self.maximumBytes)
            guard let target = try response.redirectTarget else { return response }
            guard target.origin == request.url.origin else {
                throw FedauthError(
                    .refusedHost, "'\(response.url.withoutQuery)' leads to another server, '\(target.origin)'",
                    hint: "nothing was sent there; if that is the Secure Login Server, name its address")
            }
            guard [307, 308].contains(response.status) else {
                throw FedauthError(
                    .unexpectedContent,
                    "'\(response.url.withoutQuery)' redirects to '\(target.withoutQuery)', where no form can follow",
                    hint: "check the address of the Secure Login Server")
            }
            request.url = target
        }
        throw FedauthError(.loop, "'\(request.url.withoutQuery)' redirects again and again")
    }

    private func step(_ response: Response) throws(FedauthError) -> SLSLoginStep {
        guard (200..<300).contains(response.status) else { throw refusal(of: response, "the sign-in") }
        guard !Self.looksLikeHTML(response.body) else { throw notJSON(response, "the next step of the login") }
        let value: JSONValue
        do throws(FedauthError) {
            value = try JSONReader.parse(response.body, of: "the Secure Login Server's answer")
        } catch {
            var failure = notJSON(response, "the next step of the login")
            failure.causes = [error.message]
            throw failure
        }
        return try SLSLoginStep(value, words)
    }

    /// Sets the subject to the user that signed in, if the server names none.
    private func completed(_ offer: EnrollmentOffer) -> EnrollmentOffer {
        var offer = offer
        if let user = user, !user.isEmpty {
            offer.usualSubject = DistinguishedName([[.init(identifier: "2.5.4.3", value: user)]])
        }
        return offer
    }
}
