/// Sign-in by the schemes of HTTP itself (RFC 9110 section 11): Basic, Digest and Negotiate. A request is made, its
/// challenge answered by the strongest scheme, and what the server took is kept for its protection space.
public final class BasicSignIn: SignInMethod {
    /// `basic`.
    public let method = "basic"
    /// The address that asks.
    public let target: WebURL
    private let book: CredentialBook
    private let exchange: CredentialExchange
    private let options: Options
    private let reporter: any Reporter
    private let probe: AccessProbe

    /// What the caller wants of it.
    public struct Options: Sendable {
        /// The only scheme that is answered; nil: the strongest.
        public var scheme: AuthenticationScheme?
        /// The only realm that is answered; nil: whichever asks.
        public var realm: String?
        /// How user name and password become bytes.
        public var charset = CredentialCharset.utf8

        /// The strongest scheme, whichever realm, UTF-8.
        public init() {}
    }

    /// - Parameters:
    ///   - book: where user name and password come from.
    ///   - probe: asks the server whether a session holds.
    public init(
        target: WebURL, options: Options, book: CredentialBook, transport: any Transport, reader: any MarkupReader,
        suffixes: any PublicSuffixes, clock: any WallClock, hashing: any DigestHashing, policy: NavigationPolicy,
        probe: AccessProbe, reporter: any Reporter
    ) {
        self.target = target
        self.options = options
        self.book = book
        self.reporter = reporter
        self.probe = probe
        exchange = CredentialExchange(
            hop: Hop(transport: transport, suffixes: suffixes, clock: clock, policy: policy), reader: reader,
            hashing: hashing)
    }

    /// `--user`.
    public var user: String? { book.known.user }

    /// A session of the scheme, realm and named store that are wanted, whose password is there. One by a ticket, which may be
    /// another person's, is none for somebody who is named.
    public func takes(_ session: Session) throws(FedauthError) -> Bool {
        guard let access = session.access, access.collection.isExactly(book.known.collection),
            options.scheme == nil || options.scheme == access.scheme,
            options.realm == nil || access.realm.isExactly(options.realm)
        else { return false }
        guard access.scheme != .negotiate else {
            return options.scheme == .negotiate || !book.namesCredential(for: target.origin)
        }
        return try book.holds(access.scope(at: session.url.origin), user: session.user ?? "")
    }

    /// Asks, answers, and keeps what was taken. `earlier` is not used: cookies would spare a server the question that is to
    /// be answered.
    ///
    /// Throws `bad-answer` when the address asks for nothing, `unknown-scheme` for what cannot be answered, `refused` for a
    /// credential that the server does not take and for what asks for another kind of sign-in, `host-not-allowed` for a
    /// redirect to another origin, and what the transport and the questions throw.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        var jar = CookieJar()
        let response = try exchange.open(target, with: &jar, deadline: deadline)
        try exchange.requireNoOther(response)
        guard response.status == 401 else { throw nothingAsked(response) }
        let choice = SchemeChoice(
            scheme: options.scheme, realm: options.realm, namesCredential: book.namesCredential(for: target.origin))
        var challenges = try choice.challenges(response.challenges, at: response.url.origin)
        if challenges.first?.scheme == .negotiate {
            challenges.removeAll { $0.scheme == .negotiate }
            if let session = try negotiated(
                at: response.url, isLast: challenges.isEmpty, with: &jar, deadline: deadline)
            {
                return session
            }
        }
        guard let challenge = challenges.first else { throw nothingAsked(response) }
        return try answered(challenge, at: response.url, &jar, deadline)
    }

    /// Asks the probe's address with the session's credential; throws as `AccessProbe.isAlive` does.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try probe.isAlive(&session, deadline: deadline)
    }

    /// By the user's ticket; nil when there is none, or the server does not take it, and another scheme is left.
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
        guard try exchange.isTaken(response, of: nil) else {
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
            jar: jar, user: nil, presenter: AuthenticationScheme.negotiate.rawValue,
            access: SessionAccess(scheme: .negotiate, realm: nil, charset: options.charset, collection: collection))
    }

    /// By user name and password.
    private func answered(
        _ challenge: AnswerableChallenge, at url: WebURL, _ jar: inout CookieJar, _ deadline: Deadline
    ) throws(FedauthError) -> CollectedSession {
        var challenge = challenge
        while true {
            let answer = try book.answer(for: challenge.space)
            let verdict = try exchange.verdict(
                on: (answer.user, answer.password), options.charset, for: challenge, at: url, with: &jar,
                deadline: deadline)
            switch verdict {
            case .taken:
                try book.wasTaken(answer, for: challenge.space)
                return CollectedSession(
                    jar: jar, user: answer.user.isEmpty ? nil : answer.user, presenter: challenge.scheme.rawValue,
                    assertedEnd: answer.expires,
                    access: SessionAccess(
                        scheme: challenge.scheme, realm: challenge.space.realm, charset: options.charset,
                        collection: collection))
            case .unclear:
                throw FedauthError(
                    .refused, "\(challenge.space.place) was answered, and something else is asked for now",
                    hint: "nothing was stored and nothing forgotten; '--trace FILE' shows what the server says")
            case .refused(let next):
                try book.wasRefused(answer, for: challenge.space, by: "status 401")
                challenge = next
            }
        }
    }

    private var collection: String? { book.known.collection }

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

extension ErrorCode {
    /// There is no Kerberos ticket for the server.
    public static let noTicket = ErrorCode("no-ticket", .inputNeeded)
}
