/// Sign-in with HTTP authentication (RFC 9110 section 11): Basic, Digest and Negotiate. It sends a request, answers its
/// challenge with the strongest scheme, and stores the accepted credential for the protection space.
public final class BasicSignIn: SignInMethod {
    /// `basic`.
    public let method = "basic"
    /// The address that requires authentication.
    public let target: WebURL
    private let credentials: HTTPCredentials
    private let exchange: CredentialExchange
    private let options: Options
    private let reporter: any Reporter
    private let probe: AccessProbe

    /// The caller's options.
    public struct Options: Sendable {
        /// The only scheme to answer; nil for the strongest.
        public var scheme: AuthenticationScheme?
        /// The only realm to answer; nil for any.
        public var realm: String?
        /// The encoding of user name and password; nil for that in which the server accepted them, else UTF-8.
        public var charset: CredentialCharset?

        /// Creates the defaults: the strongest scheme, any realm.
        public init() {}
    }

    /// Sends nothing yet.
    public init(
        _ agent: UserAgent, target: WebURL, options: Options, credentials: HTTPCredentials,
        hashing: any DigestHashing, probe: AccessProbe, reporter: any Reporter
    ) {
        self.target = target
        self.options = options
        self.credentials = credentials
        self.reporter = reporter
        self.probe = probe
        exchange = CredentialExchange(agent, hashing: hashing)
    }

    /// `--user`.
    public var user: String? { credentials.known.user }

    /// Returns whether a session has the wanted scheme, realm and named store, and its password is stored. A session
    /// from a ticket, which may belong to another user, does not count when a user is named.
    public func accepts(_ session: Session) throws(FedauthError) -> Bool {
        guard let access = session.access, access.collection.isExactly(credentials.known.collection),
            options.scheme == nil || options.scheme == access.scheme,
            options.realm == nil || access.realm.isExactly(options.realm)
        else { return false }
        guard access.scheme != .negotiate else {
            return options.scheme == .negotiate || !credentials.namesCredential(for: target.origin)
        }
        return try credentials.holds(access.scope(at: session.url.origin), user: session.user ?? "")
    }

    /// Requests the address, answers the challenge, and stores the accepted credential. `earlier` is not used: with its
    /// cookies the server might send no challenge. Throws `bad-answer` when the address requires no authentication,
    /// `unknown-scheme` when no challenge can be answered, `refused` for a refused credential and when another kind of
    /// sign-in is required, `host-not-allowed` for a redirect to another origin, and the errors of the transport and
    /// the prompts.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        var jar = CookieJar()
        let response = try exchange.open(target, with: &jar, deadline: deadline)
        try exchange.requireNoOther(response, at: target)
        // Such a server does not ask, or does not say how.
        if options.scheme == .basic, response.challenges.isEmpty,
            [.refusal, .missing].contains(AnswerMeaning.Failure(status: response.status))
        {
            let space = ProtectionSpace(response.url.origin, realm: nil)
            return try answered(AnswerableChallenge(unaskedIn: space), at: response.url, &jar, deadline)
        }
        guard response.status == 401 else { throw nothingAsked(response) }
        let choice = SchemeChoice(
            scheme: options.scheme, realm: options.realm,
            namesCredential: credentials.namesCredential(for: target.origin))
        var challenges = try choice.challenges(response.challenges, at: response.url.origin)
        if challenges.first?.scheme == .negotiate {
            challenges.removeAll { $0.scheme == .negotiate }
            do throws(FedauthError) {
                let isLast = challenges.isEmpty
                if let session = try negotiated(at: response.url, isLast: isLast, with: &jar, deadline: deadline) {
                    return session
                }
            } catch { throw choice.explained(error, among: response.challenges) }
        }
        guard let challenge = challenges.first else { throw nothingAsked(response) }
        return try answered(challenge, at: response.url, &jar, deadline)
    }

    /// Requests the probe's address with the session's credential; throws as `AccessProbe.isAlive` does.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try probe.isAlive(&session, deadline: deadline)
    }

    /// Uses the user's ticket; returns nil when there is none, or the server refuses it, and another scheme is left.
    private func negotiated(
        at url: WebURL, isLast: Bool, with jar: inout CookieJar, deadline: Deadline
    ) throws(FedauthError) -> CollectedSession? {
        let response: Response
        do throws(FedauthError) {
            response = try exchange.negotiate(at: url, with: &jar, deadline: deadline)
        } catch  where error.code == .noTicket && !isLast {
            reporter.detail(error.message + ((error.causes.first).map { " (\($0))" } ?? ""))
            return nil
        }
        guard try exchange.isAccepted(response, of: nil) else {
            let message = "'\(url.origin.hostAndPort)' refused the Kerberos ticket"
            guard isLast else {
                reporter.note(message + "; answering another scheme")
                return nil
            }
            throw FedauthError(
                .refused, message,
                hint: "'klist' shows whose it is; '--scheme' chooses another scheme, if one is offered")
        }
        return CollectedSession(
            jar: jar, user: response.principal?.name, presenter: AuthenticationScheme.negotiate.rawValue,
            access: SessionAccess(scheme: .negotiate, realm: nil, collection: collection))
    }

    /// Uses user name and password.
    private func answered(
        _ challenge: AnswerableChallenge, at url: WebURL, _ jar: inout CookieJar, _ deadline: Deadline
    ) throws(FedauthError) -> CollectedSession {
        var challenge = challenge
        while true {
            let answer = try credentials.answer(for: challenge.space)
            let verdict: CredentialExchange.Verdict
            do throws(FedauthError) {
                verdict = try exchange.verdict(
                    on: (answer.user, answer.password), answer.charset, for: challenge, at: url, with: &jar,
                    deadline: deadline)
            } catch {
                if error.endsWait { try credentials.settle(for: challenge.space, status: 408) }
                throw error
            }
            switch verdict {
            case .accepted:
                try credentials.approve(for: challenge.space)
                return CollectedSession(
                    jar: jar, user: answer.user.isEmpty ? nil : answer.user, presenter: challenge.scheme.rawValue,
                    assertedEnd: answer.expires,
                    access: SessionAccess(
                        scheme: challenge.scheme, realm: challenge.space.realm, collection: collection))
            case .unclear:
                try credentials.settle(for: challenge.space, status: 401)
                throw FedauthError(
                    .refused, "\(challenge.space.place) was answered, and something else is asked for now",
                    hint: "nothing was stored and nothing forgotten; '--trace FILE' shows what the server says")
            case .forbidden(let error):
                try credentials.settle(for: challenge.space, status: 403)
                throw error
            case .refused(let next):
                try credentials.reject(for: challenge.space, by: "status 401")
                challenge = next
            }
        }
    }

    private var collection: String? { credentials.known.collection }

    private func nothingAsked(_ response: Response) -> FedauthError {
        let place = response.url.withoutQuery
        guard (200..<300).contains(response.status) else {
            return FedauthError(
                .badAnswer,
                "'\(place)' answered with status \(response.status), and asks for no user name and password",
                hint: "check the address")
        }
        return FedauthError(
            .badAnswer, "'\(place)' asks for no user name and password (status \(response.status))",
            hint: "name an address that does; one that shows a login page is for 'fedauth saml'")
    }
}
