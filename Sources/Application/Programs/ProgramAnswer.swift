import Core
import Secrets

/// What a program gets for a server.
struct ProgramAnswer {
    /// The fields of a request.
    var fields: [Request.Header] = []
    /// The user; nil: a token has none.
    var user: String?
    /// The token or the password; nil: only the fields are of use.
    var secret: SharedSecret?
    /// Whether it is a password.
    var isPassword: Bool
    /// When it is to be asked for again: a minute before its end, so that no request arrives too late.
    var expires: Timestamp?
    /// The address that it is for, with everything below.
    var scope: String

    /// How long before its end a token is not given any more.
    static let reserveSeconds = GitCredentials.reserveSeconds
}

extension ProgramQuestion {
    /// Returns the chosen session. Signs in if a person is there and the profile says how. Throws `not-found` and `input-needed`
    /// where there is none that stays valid.
    func session() throws(FedauthError) -> Session {
        var settings = signIn
        settings.profile = profile
        settings.methods.signIn.minimumValidity =
            settings.methods.signIn.minimumValidity ?? TimeLength(argument: "\(ProgramAnswer.reserveSeconds)s")
        return try ExecFlow(services, settings).session()
    }

    /// Returns the bearer token, or the ID token, which may end before it and is renewed with it. Throws `input-needed` for one
    /// that has ended.
    func token(of session: Session, isID: Bool) throws(FedauthError) -> (value: SharedSecret, expires: Timestamp?) {
        let least = now.adding(seconds: ProgramAnswer.reserveSeconds)
        let given = try session.tokenForPrograms(isID: isID)
        guard isID, let end = given.expires, end <= least else { return given }
        let rest = session.expires.seconds(since: now)
        let next = try services.renewed(session, forSeconds: max(rest, 0) + 1).tokenForPrograms(isID: isID)
        if let end = next.expires, end <= now {
            throw FedauthError(
                .inputNeeded, "the ID token of '\(session.name)' ended at \(services.reporter.shown(end))",
                hint: "sign in by 'fedauth login \(session.name.shellWord) --force'")
        }
        return next
    }

    /// Returns whether the session may be used for an address: its own server or, of a token by OAuth, its resource there, and
    /// the servers that its profile names. A question that knows only a host has no path to compare.
    func covers(_ session: Session, _ url: WebURL) throws(FedauthError) -> Bool {
        let origin = url.origin
        if session.tokenCovers(url) || session.url.origin == origin && url.isWholeHost { return true }
        guard let known = try services.configuration().profile(session.name) else { return false }
        if known.boundOrigins.contains(origin) { return true }
        return known.serviceAddresses.contains { address in
            session.token?.oauth == nil || url.isWholeHost ? address.origin == origin : url.isBelow(address)
        }
    }

    /// Throws `not-found` for a server that is not the session's: whoever wrote the program's configuration must not choose who
    /// gets the token.
    func check(_ session: Session, for url: WebURL) throws(FedauthError) {
        guard try !covers(session, url) else { return }
        throw FedauthError(
            .notFound,
            "the session '\(session.name)' is for '\(session.url.withoutQuery)', not for '\(url.withoutQuery)'",
            hint: "if that is right, name the server as 'resource' or 'origin' in its profile")
    }

    /// Returns what opens a server: of the named profile, else of the latest session with it, else the stored password. Nil: there
    /// is nothing for it.
    ///
    /// - Parameter login: where the token is that the program handed over, which takes the place of the password; it serves also
    ///   where the named profile has nothing.
    func answer(
        for url: WebURL, user: String? = nil, login: CredentialScope? = nil
    ) throws(FedauthError) -> ProgramAnswer? {
        if profile != nil {
            do throws(FedauthError) {
                let session = try session()
                if try covers(session, url) { return try answer(of: session, for: url) }
            } catch {
                guard let kept = try token(login) else { throw error }
                services.reporter.detail(error.message)
                return kept
            }
            return try token(login)
        }
        let store = try services.store()
        let sessions = try Sessions(store, reporter: services.reporter).all(at: url.origin).map(\.session)
            .filter { $0.access == nil && $0.isFor(signIn.methods.signIn.user) }
        var failure: FedauthError?
        for session in fitting(sessions, url) {
            let current: Session
            do throws(FedauthError) {
                current = try services.renewed(session, forSeconds: ProgramAnswer.reserveSeconds)
            } catch  where [.network, .badAnswer, .timedOut].contains(error.code) {
                services.reporter.detail("the token of '\(session.name)' is not renewed: \(error.message)")
                failure = failure ?? error
                // It may be good for some minutes still.
                current = session
            }
            guard current.isValid(at: now, forSeconds: ProgramAnswer.reserveSeconds) else { continue }
            if let answer = try answer(of: current, for: url) { return answer }
        }
        let stored = try login == nil ? password(for: url, user: user) : token(login)
        if stored == nil, let failure { throw failure }
        return stored
    }

    /// Returns the sessions that may be used for an address of their server, that of the nearest resource first, then the latest.
    /// Where only the host is known, several tokens could be meant, and none is given.
    private func fitting(_ sessions: [Session], _ url: WebURL) -> [Session] {
        let tokens = sessions.filter { $0.token?.kind == .bearer }.count
        if url.isWholeHost, tokens > 1 {
            services.reporter.detail("'\(url.origin)' has \(tokens) sessions with a token, and none is named")
        }
        let found = sessions.filter { session in
            guard session.token?.kind == .bearer else { return true }
            return url.isWholeHost ? tokens == 1 : session.tokenCovers(url)
        }
        return found.sorted { one, other in
            one.depth == other.depth ? one.obtained > other.obtained : one.depth > other.depth
        }
    }

    /// Returns what a session has for a server that it covers: its token, else the password by which it signs in.
    func answer(of session: Session, for url: WebURL) throws(FedauthError) -> ProgramAnswer? {
        if let token = session.token, token.kind == .bearer, !token.isExpired(at: now) {
            return ProgramAnswer(
                fields: [try session.authorization(token)], secret: token.value, isPassword: false,
                expires: token.expires?.adding(seconds: -ProgramAnswer.reserveSeconds),
                scope: session.url.origin == url.origin && token.oauth != nil
                    ? session.url.origin.description + session.url.path : url.origin.description)
        }
        if session.access != nil { return try password(for: session.url, user: session.user) }
        return try session.cookieField(for: url, at: now).map { cookies in
            ProgramAnswer(
                fields: [cookies], isPassword: false,
                expires: session.expires.adding(seconds: -ProgramAnswer.reserveSeconds), scope: url.origin.description)
        }
    }

    /// Returns the stored password for a server; nil: there is none.
    private func password(for url: WebURL, user: String?) throws(FedauthError) -> ProgramAnswer? {
        var asked = CredentialDescription(url)
        asked.user = user
        var credentials = GitCredentials(try services.store(), clock: services.clock)
        credentials.passwordUser = passwordUser
        var found = try credentials.filled(asked)
        // Programs put a name into an address because they must; that of a person means this person.
        if found?.password == nil, let user, ["", "oauth2", "__token__"].contains(user) {
            asked.user = nil
            found = try credentials.filled(asked)
        }
        guard let found, let password = found.password else { return nil }
        let name = found.user ?? ""
        let value = try BasicAuthorization.value(user: name, password: password, charset: .utf8)
        return ProgramAnswer(
            fields: [Request.Header("Authorization", value)], user: name, secret: password, isPassword: true,
            expires: found.passwordExpires, scope: url.origin.description)
    }

    /// Returns the token that the program handed over; nil: none.
    private func token(_ login: CredentialScope?) throws(FedauthError) -> ProgramAnswer? {
        guard let login, let found = try handedOver().find(login, user: nil, where: { $0.password != nil }) else {
            return nil
        }
        return ProgramAnswer(secret: found.password, isPassword: true, expires: found.expires, scope: login.server)
    }

    /// Stores a token that the program got in its own way. Only this program gets it: git would send it as a password, and forget it
    /// when the server refuses that.
    func keep(_ token: SharedSecret, for login: CredentialScope) throws(FedauthError) {
        try handedOver().keep(
            .token(token), for: login, until: expires.map { now.adding(seconds: $0.seconds) })
    }

    /// Forgets what `keep` stored.
    func forget(_ login: CredentialScope) throws(FedauthError) {
        try handedOver().forget(login, user: nil) { _, _ in true }
    }

    private func handedOver() throws(FedauthError) -> StoredCredentials {
        StoredCredentials(try services.store(), clock: services.clock)
    }
}

extension Session {
    /// Returns the bearer token, or the ID token with its own end. Throws `not-found`.
    func tokenForPrograms(isID: Bool) throws(FedauthError) -> (value: SharedSecret, expires: Timestamp?) {
        if !isID, let token, token.kind == .bearer { return (token.value, token.expires) }
        if isID, let record = token?.oauth, let token = record.idToken { return (token, record.idTokenExpires) }
        throw FedauthError(
            .notFound, "the session '\(name)' keeps no \(isID ? "ID " : "bearer ")token",
            hint: isID
                ? "an OpenID provider issues one for the scope 'openid': sign in with '--scope openid'"
                : "sign in by 'fedauth oauth'")
    }

    /// How near its resource is; a session that is not for a resource is for the whole server.
    fileprivate var depth: Int { token?.oauth == nil ? 1 : url.path.utf8.count }
}

extension WebURL {
    /// Whether it names no more than a host.
    fileprivate var isWholeHost: Bool { path == "/" }
}

extension CredentialDescription {
    /// Creates the description of a whole server.
    fileprivate init(_ url: WebURL) {
        self.init()
        (scheme, host) = (url.scheme.rawValue, url.origin.hostAndPort)
    }
}

extension Profile {
    /// The servers that `origin` names.
    fileprivate var boundOrigins: [Origin] {
        (settings.first { $0.key == "origin" }?.values ?? []).compactMap { try? WebURL(argument: $0.word).origin }
    }
}
