/// WS-Federation's passive profile: a presenter shows the login, from the request to the answer of the security token
/// service. The result is that answer, the platform's token that it was exchanged for, or the relying party's cookies.
public final class FederationSignIn: SignInMethod {
    /// `adfs`.
    public let method = "adfs"
    /// The address that the session is for.
    public let target: WebURL
    /// The user to sign in; nil: any user.
    public let user: String?
    private let request: FederationRequest
    private let finish: FinishEndpoint
    private let parts: Parts
    private let options: Options

    /// The services that the sign-in uses.
    public struct Parts {
        let presenter: any Presenter
        let reader: any SecurityTokenReader
        let probe: SessionProbe
        let policy: NavigationPolicy
        let clock: any WallClock
        let reporter: any Reporter

        /// Creates the parts.
        public init(
            presenter: any Presenter, reader: any SecurityTokenReader, probe: SessionProbe, policy: NavigationPolicy,
            clock: any WallClock, reporter: any Reporter
        ) {
            (self.presenter, self.reader, self.probe) = (presenter, reader, probe)
            (self.policy, self.clock, self.reporter) = (policy, clock, reporter)
        }
    }

    /// The place of the answer, and its use.
    public struct Options {
        /// The parameter of the finish address that contains the token; nil: one of the known names.
        public var finishToken: String?
        /// Where to sign out.
        public var logouts: [Session.Logout] = []
        /// The use of the answer.
        public var use = TokenPolicy()

        /// Creates options that read the answer from its usual place and keep it unchanged.
        public init() {}
    }

    /// Creates a sign-in of `user` or any; the session is for `target`. A `FederationMessage` in `finish` ends it.
    public init(
        _ request: FederationRequest, finish: FinishEndpoint, target: WebURL, user: String?, parts: Parts,
        options: Options
    ) {
        (self.request, self.finish, self.target) = (request, finish, target)
        (self.user, self.parts, self.options) = (user, parts, options)
    }

    /// Returns false for a session of another kind than this sign-in makes, or for another realm.
    public func accepts(_ session: Session) throws(FedauthError) -> Bool {
        options.use.accepts(session, wantsCookies: finish.moment == .shown, realm: request.realm, reader: parts.reader)
    }

    /// Requests the probe's address with the session's cookies or token.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try parts.probe.isAlive(&session, deadline: deadline)
    }

    /// Shows the login, and reads its result. Uses cookies of `earlier` only for the same user: with another's, the
    /// service would sign in that user without a question. Throws the presenter's errors, `bad-answer` for an answer to
    /// another request, for another relying party, or without a token, and `refused` for the service's refusal.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        let same = earlier.flatMap { isOfWantedUser($0) ? $0 : nil }
        do throws(FedauthError) {
            let presentation = try parts.presenter.present(presentation(with: same, deadline))
            return finish.moment == .shown ? try cookies(presentation, same) : try token(presentation, same, deadline)
        } catch { throw named(error) }
    }

    /// Unlike `Session.isFor`, one without a user is not that of the wanted one: it would sign in somebody else.
    private func isOfWantedUser(_ session: Session) -> Bool {
        guard let user else { return true }
        return (session.user ?? session.wantedUser) == user
    }

    private func presentation(with earlier: Session?, _ deadline: Deadline) -> PresentationRequest {
        var cookies = earlier?.jar.cookies ?? []
        // With its own cookies, the relying party would skip the sign-in.
        if finish.moment == .shown { cookies.removeAll { $0.isSent(to: target) } }
        return PresentationRequest(
            start: request.start(at: parts.clock.now), finish: finish, jar: CookieJar(cookies), deadline: deadline,
            policy: parts.policy, state: finish.message?.context)
    }

    /// Returns the relying party's cookies; the answer posted before them names the user, if it was seen.
    private func cookies(_ presentation: Presentation, _ earlier: Session?) throws(FedauthError) -> CollectedSession {
        let response = try passed(presentation)
        guard options.use.verify == nil || response != nil else {
            throw FedauthError(
                .refused, "no answer of the service was seen on the way, so no signature could be checked",
                hint: "'--force' with '--presenter form' shows its steps; or leave out '--verify'")
        }
        if options.use.keepsAnswer && response == nil {
            parts.reporter.warning("no answer of the service was seen on the way, so none is kept")
        }
        return CollectedSession(
            jar: presentation.jar, user: name(presentation, response, earlier),
            presenter: presentation.presenter ?? parts.presenter.name, logouts: logouts(presentation.jar),
            token: options.use.kept(response, for: request.realm),
            doubt: presentation.isAnswered || response != nil
                ? nil
                : "no sign-in took place on the way to '\(target.withoutQuery)', and no answer of the service was seen: access "
                    + "may be open to anyone")
    }

    /// Returns the answer to fedauth's request that was posted to the relying party on the way; nil: to another one.
    private func passed(_ presentation: Presentation) throws(FedauthError) -> SecurityTokenResponse? {
        guard let answer = presentation.federationAnswer, let form = answer.form else { return nil }
        let isOurs = FormBody(form).value(of: FederationMessage.contextParameter)?.equals(request.context) ?? false
        if let reply = request.reply {
            guard let consumer = try? WebURL(reply), consumer.origin == answer.url.origin,
                consumer.path == answer.url.path
            else { return nil }
            guard isOurs else { throw FederationSignIn.foreign(answer.url) }
        } else if !isOurs {
            // The service chooses the address, so only the context identifies the answer.
            return nil
        }
        let response = try FederationAnswer(answer, reader: parts.reader).response
        try options.use.accept(response, for: request.realm, at: parts.clock.now)
        return response
    }

    private func token(
        _ presentation: Presentation, _ earlier: Session?, _ deadline: Deadline
    ) throws(FedauthError) -> CollectedSession {
        let answer = presentation.answer
        if let message = finish.message, !(answer.form.map(message.isAnswered) ?? false) {
            throw FederationSignIn.foreign(answer.url)
        }
        // The platform's page got the answer before it forwarded it; only that post shows that both are of one sign-in.
        _ = try passed(presentation)
        let read = try FederationAnswer(answer, parameter: options.finishToken, reader: parts.reader)
        let response = read.response
        try options.use.accept(response, for: request.realm, at: parts.clock.now)
        var (token, issued) = try options.use.result(of: response, for: request.realm, deadline)
        if let bearer = read.bearer, options.use.exchange == nil {
            try SessionToken.checkBearer(bearer, from: "'\(answer.url.withoutQuery)'")
            token = SessionToken(kind: .bearer, value: bearer, expires: token.expires, audience: token.audience)
            issued = response.bytes
        }
        return CollectedSession(
            jar: presentation.jar, user: name(presentation, response, earlier),
            presenter: presentation.presenter ?? parts.presenter.name, logouts: logouts(presentation.jar), token: token,
            result: .token, issued: issued)
    }

    static func foreign(_ url: WebURL) -> FedauthError {
        FedauthError(
            .badAnswer, "what came to '\(url.withoutQuery)' does not bring back the context ('wctx') that was sent",
            hint: "it may belong to another sign-in, and was not taken; sign in again")
    }

    /// Returns the sign-out addresses. A sign-out without a cookie ends no session, but is answered as if it did.
    private func logouts(_ jar: CookieJar) -> [Session.Logout] {
        options.logouts.filter { logout in jar.cookies.contains { $0.isSent(to: logout.url) } }
    }

    /// Returns the user's name: the requested user, else the name in the token.
    private func name(
        _ presentation: Presentation, _ response: SecurityTokenResponse?, _ earlier: Session?
    ) -> String? {
        if let typed = presentation.user { return typed }
        if let user, let response {
            if response.names(user) { return user }
            // The cookies belonged to that user, and the token has another name for the same account.
            if earlier != nil, response.namesAccount(of: user) { return user }
        }
        return response?.user
    }

    /// Adds the request ID that identifies this sign-in in the service's log.
    private func named(_ error: FedauthError) -> FedauthError {
        guard [ErrorCode.refused, .badAnswer, .loop].contains(error.code) else { return error }
        return error.hinting(
            also: "the log of '\(request.endpoint.origin.hostAndPort)' knows this sign-in as \(request.requestID)")
    }
}
