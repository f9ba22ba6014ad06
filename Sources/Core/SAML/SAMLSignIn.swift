/// SAML web browser SSO (SAML 2.0 profiles, 4.1): a presenter shows the authorization endpoint until the finish
/// endpoint is reached. The service's cookies are the credential.
public final class SAMLSignIn: SignInMethod {
    /// `saml`.
    public let method = "saml"
    /// The finish endpoint's address, whose cookies form the session.
    public let target: WebURL
    /// The user to sign in; nil for any user.
    public let user: String?
    /// The authorization endpoint, unless its address is made anew each time.
    public var beginning: WebURL? { start.hasFinish || start.url == target ? nil : start.url }
    private let start: AuthorizationEndpoint
    private let finish: FinishEndpoint
    private let presenter: any Presenter
    private let policy: NavigationPolicy
    private let logout: Session.Logout?
    private let probe: SessionProbe
    private let assertions: AssertionKeeping?
    private let tokens: TokenTaking?

    /// How to take a token at a finish endpoint of moment `asked`.
    public struct TokenTaking {
        let name: String?
        let state: String
        let reader: any MarkupReader
        let clock: any WallClock
        let reporter: any Reporter

        /// `name` is the parameter with the token, nil for a well-known one; `state` is random text, which replaces
        /// `{state}` in the authorization endpoint.
        public init(
            name: String?, state: String, reader: any MarkupReader, clock: any WallClock, reporter: any Reporter
        ) { (self.name, self.state, self.reader, self.clock, self.reporter) = (name, state, reader, clock, reporter) }
    }

    /// Signs in `user` or any. `probe` asks at `--check` or the session's own address; `logout` is the service's
    /// sign-out address, stored with the session; `assertions` keeps the identity provider's response; `tokens` is for
    /// a finish endpoint of moment `asked`.
    public init(
        start: AuthorizationEndpoint, finish: FinishEndpoint, user: String?, presenter: any Presenter,
        policy: NavigationPolicy, probe: SessionProbe, logout: Session.Logout?,
        assertions: AssertionKeeping? = nil, tokens: TokenTaking? = nil
    ) {
        (self.start, self.user, self.finish, self.presenter, self.policy) = (start, user, finish, presenter, policy)
        (self.probe, self.logout, self.assertions, self.tokens) = (probe, logout, assertions, tokens)
        target = Self.target(start, finish)
    }

    /// Returns the address of the session: the finish; when that is on this machine, the server that signs in.
    public static func target(_ start: AuthorizationEndpoint, _ finish: FinishEndpoint) -> WebURL {
        finish.moment == .asked && finish.url.origin.isLoopback ? start.url.with(path: start.url.path) : finish.url
    }

    /// Lets the presenter show the login. From `earlier`, keeps only cookies that are not sent to the service, and none
    /// of another user. Throws the presenter's errors.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        // With its old cookies the service would skip the sign-in and continue a session that was just found too old.
        // Cookies of the identity provider save a password, but not when they are another user's.
        let cookies = earlier.flatMap { $0.isFor(user) ? $0.jar.cookies : nil } ?? []
        guard finish.moment == .shown else { return try collectToken(CookieJar(cookies), deadline) }
        let kept = cookies.filter { !$0.isSent(to: target) }
        let filled =
            start.hasState || start.hasFinish ? try start.filled(finish: finish.url, state: tokens?.state) : start
        var policy = policy
        if !finish.checksStatus { policy.content = .init(origin: finish.url.origin, providers: Set(kept.map(\.setBy))) }
        let presentation = try presenter.present(
            PresentationRequest(
                start: filled, finish: finish, jar: CookieJar(kept), deadline: deadline, policy: policy))
        let response = presentation.samlResponse
        return CollectedSession(
            jar: presentation.jar,
            // Without a login form, the user comes from the assertion. The requested user proves nothing, and neither does
            // the earlier session: any of its cookies may have been replaced.
            user: presentation.user ?? response?.user(wanted: user),
            presenter: presentation.presenter ?? presenter.name, assertedEnd: response?.sessionNotOnOrAfter,
            logouts: [logout].compactMap { $0 }, token: assertions?.token(presentation.samlMessage, response),
            doubt: presentation.isAnswered || response != nil
                ? nil
                : "no identity provider was asked and no form was filled on the way to '\(target.withoutQuery)': "
                    + "access may be open to anyone; '--finish' and '--check' name better addresses")
    }

    private func collectToken(_ jar: CookieJar, _ deadline: Deadline) throws(FedauthError) -> CollectedSession {
        guard let tokens else {
            throw FedauthError(.other, "a finish that is not requested needs a receiver for its token")
        }
        let state = start.hasState ? tokens.state : nil
        if state == nil, presenter.name == PresenterName.open.rawValue {
            tokens.reporter.warning(
                "there is no '{state}' in the address: any page in the browser could send a token of another "
                    + "person; write '{state}' where the service returns it")
        }
        let filled = try start.filled(finish: finish.isPortFree ? nil : finish.url, state: state)
        let request = PresentationRequest(
            start: filled, finish: finish, jar: jar, deadline: deadline, policy: policy, state: state)
        let presentation = try presenter.present(request)
        guard request.isAnswered(by: presentation.answer) else {
            throw FedauthError(
                .badAnswer, "what came to '\(finish.url.withoutQuery)' does not bring back the state that was sent",
                hint: "it may belong to another sign-in, and was not taken; sign in again")
        }
        let found = try FinishToken(
            presentation.answer, name: tokens.name, reader: tokens.reader, now: tokens.clock.now)
        return CollectedSession(
            jar: presentation.jar,
            user: presentation.user ?? (found.response.map { $0.user(wanted: user) } ?? SAMLResponse.name(found.user)),
            presenter: presentation.presenter ?? presenter.name, assertedEnd: nil,
            logouts: [logout].compactMap { $0 }, token: found.token, result: .token)
    }

    /// Requests the probe's address with the session's cookies; throws as `SessionProbe.isAlive` does.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try probe.isAlive(&session, deadline: deadline)
    }
}
