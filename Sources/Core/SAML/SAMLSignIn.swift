/// SAML web browser SSO (SAML 2.0 profiles, 4.1): a presenter shows the authorization endpoint until the finish endpoint is
/// reached; the service's cookies are the credential.
public final class SAMLSignIn: SignInMethod {
    /// `saml`.
    public let method = "saml"
    /// The finish endpoint's address, whose cookies are the session.
    public let target: WebURL
    /// Who is to be signed in; nil: whoever it turns out to be.
    public let user: String?
    private let start: AuthorizationEndpoint
    private let finish: FinishEndpoint
    private let presenter: any Presenter
    private let policy: NavigationPolicy
    private let logout: Session.Logout?
    private let probe: SessionProbe
    private let assertions: AssertionKeeping?
    private let tokens: TokenTaking?

    /// How a token is taken from a finish endpoint that is asked and not shown.
    public struct TokenTaking {
        let name: String?
        let state: String
        let reader: any MarkupReader
        let clock: any WallClock
        let reporter: any Reporter

        /// - Parameters:
        ///   - name: the parameter that is the token; nil: one of those that everybody knows.
        ///   - state: random text, which the authorization endpoint's `{state}` stands for.
        public init(
            name: String?, state: String, reader: any MarkupReader, clock: any WallClock, reporter: any Reporter
        ) {
            self.name = name
            self.state = state
            self.reader = reader
            self.clock = clock
            self.reporter = reporter
        }
    }

    /// - Parameters:
    ///   - user: who is to be signed in; nil: whoever it turns out to be.
    ///   - probe: asks the server whether a session holds; its address is `--check`, or the session's own.
    ///   - logout: the service's sign-out address, kept with the session.
    ///   - assertions: keeps what the identity provider says; nil: it is not kept.
    ///   - tokens: for a finish endpoint that is asked.
    public init(
        start: AuthorizationEndpoint, finish: FinishEndpoint, user: String?, presenter: any Presenter,
        policy: NavigationPolicy, probe: SessionProbe, logout: Session.Logout?,
        assertions: AssertionKeeping? = nil, tokens: TokenTaking? = nil
    ) {
        self.start = start
        self.user = user
        self.finish = finish
        self.presenter = presenter
        self.policy = policy
        self.probe = probe
        self.logout = logout
        self.assertions = assertions
        self.tokens = tokens
        target = Self.target(start, finish)
    }

    /// What the session is for: where everybody's finish is an address of the own machine, the server that signs in.
    public static func target(_ start: AuthorizationEndpoint, _ finish: FinishEndpoint) -> WebURL {
        finish.moment == .asked && finish.url.origin.isLoopback ? start.url.with(path: start.url.path) : finish.url
    }

    /// Lets the presenter show the login. Of `earlier` only cookies that the service itself does not get are kept, and
    /// those of another user not at all. Throws what the presenter throws.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        // Cookies of the service itself would make it skip its own sign-in with a session that has just been judged
        // too old; those of the identity provider spare a password.
        // For another user even those would be somebody else's.
        let sameUser = earlier.flatMap { $0.isFor(user) ? $0 : nil }
        let cookies = sameUser?.jar.cookies ?? []
        guard finish.moment == .shown else { return try collectToken(CookieJar(cookies), sameUser, deadline) }
        let kept = cookies.filter { !$0.isSent(to: target) }
        let filled =
            start.hasState || start.hasFinish ? try start.filled(finish: finish.url, state: tokens?.state) : start
        let presentation = try presenter.present(
            PresentationRequest(
                start: filled, finish: finish, jar: CookieJar(kept), deadline: deadline, policy: policy))
        let response = presentation.samlResponse
        return CollectedSession(
            jar: presentation.jar,
            // Without a login form the assertion tells, or the session whose cookies did it; a wish tells nothing.
            user: presentation.user ?? name(response?.subject, isOpaque: response?.isSubjectOpaque ?? false)
                ?? sameUser.flatMap { $0.url == target ? $0.user : nil },
            presenter: presentation.presenter ?? presenter.name, assertedEnd: response?.sessionNotOnOrAfter,
            logouts: [logout].compactMap { $0 },
            token: assertions?.token(presentation.samlMessage, response),
            doubt: presentation.isAnswered || response != nil
                ? nil
                : "no identity provider was asked and no form was filled on the way to '\(target.withoutQuery)': "
                    + "anybody may be let in there; '--finish' and '--check' name better addresses")
    }

    private func collectToken(
        _ jar: CookieJar, _ earlier: Session?, _ deadline: Deadline
    ) throws(FedauthError) -> CollectedSession {
        guard let tokens else {
            throw FedauthError(.other, "a finish that is not asked needs somebody who takes its token")
        }
        let state = start.hasState ? tokens.state : nil
        if state == nil, presenter.name == "open" {
            tokens.reporter.warning(
                "there is no '{state}' in the address: any page that is open in the browser could bring a token of another "
                    + "person's; write it where the service hands a state on")
        }
        let filled = try start.filled(finish: finish.isPortFree ? nil : finish.url, state: state)
        let request = PresentationRequest(
            start: filled, finish: finish, jar: jar, deadline: deadline, policy: policy, state: state)
        let presentation = try presenter.present(request)
        guard request.isAnswered(by: presentation.answer) else {
            throw FedauthError(
                .badAnswer, "what came to '\(finish.url.withoutQuery)' does not bring back the state that was sent",
                hint: "it may belong to somebody else's sign-in, and was not taken; sign in again")
        }
        let found = try FinishToken(
            presentation.answer, name: tokens.name, reader: tokens.reader, now: tokens.clock.now)
        return CollectedSession(
            jar: presentation.jar,
            user: presentation.user ?? name(found.user, isOpaque: found.response?.isSubjectOpaque ?? false)
                ?? earlier.flatMap { $0.url == target ? $0.user : nil },
            presenter: presentation.presenter ?? presenter.name, assertedEnd: nil,
            logouts: [logout].compactMap { $0 }, token: found.token, result: .token)
    }

    /// Asks the probe's address with the session's cookies; throws as `SessionProbe.isAlive` does.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try probe.isAlive(&session, deadline: deadline)
    }

    /// The subject, when it is somebody's name. What its format calls opaque is a number by which one service knows
    /// somebody, unless it is the very name that was asked for; `_` and hexadecimal digits are a transient one, whatever
    /// the format.
    private func name(_ subject: String?, isOpaque: Bool) -> String? {
        guard let subject, !subject.isEmpty else { return nil }
        if subject == user { return subject }
        let isTransient = subject.hasPrefix("_") && subject.utf8.dropFirst().allSatisfy(\.isHexDigit)
        return isOpaque || isTransient ? nil : subject.folded(to: 100)
    }
}
