import Secrets

/// Fulfils demands for a session: SAML, WS-Federation, a login page, and a token for sessions that are tokens. Uses the
/// existing session, otherwise signs in.
public final class SessionAnswerer: DemandAnswerer {
    /// The source of sessions.
    public struct Source {
        /// Returns the existing session for an address, if it has not expired.
        public var known: (WebURL) throws(FedauthError) -> Session?
        /// Returns whether the session for an address is a token, or would be one after a sign-in.
        public var isToken: (WebURL) throws(FedauthError) -> Bool
        /// Returns whether a profile says how to sign in with pages at an address.
        public var hasPages: (WebURL) throws(FedauthError) -> Bool
        /// Signs in as the answer demands, for a token or not; the known session was refused. The outcome may be the
        /// session of another process.
        public var signIn: (Response, _ forToken: Bool) throws(FedauthError) -> SignIn.Outcome
        /// Returns whether a service at an address may name the server of its tokens itself: no profile says otherwise.
        public var discovers: (WebURL) throws(FedauthError) -> Bool = { _ in false }
        /// Asks the server of a session whether it still holds.
        public var isAlive: (Session) throws(FedauthError) -> Bool = { _ in true }
        /// Asks it, and whether it refuses those without a session: what is open to all proves nothing.
        public var surelyHolds: (Session) throws(FedauthError) -> Bool = { _ in false }

        /// Creates a source from these functions.
        public init(
            known: @escaping (WebURL) throws(FedauthError) -> Session?,
            isToken: @escaping (WebURL) throws(FedauthError) -> Bool,
            hasPages: @escaping (WebURL) throws(FedauthError) -> Bool,
            signIn: @escaping (Response, _ forToken: Bool) throws(FedauthError) -> SignIn.Outcome
        ) {
            self.known = known
            self.isToken = isToken
            self.hasPages = hasPages
            self.signIn = signIn
        }
    }

    /// The purpose, for messages.
    public let purpose = "a sign-in"
    private let source: Source
    private let clock: any WallClock
    /// The sessions by origin; nil when a search found none.
    private var sessions: [Origin: Session?] = [:]
    private var fresh: Set<Origin> = []
    /// The origins that have got a token with a wider scope.
    private var widened: Set<Origin> = []
    /// The origins whose sessions are tokens.
    private var tokenOrigins: Set<Origin> = []
    /// Whether the Authorization field of the last request was a token from this type.
    private var showsToken = false
    /// The origins whose services may name the server of their tokens, and whether the last request went to one.
    private var discoverable: Set<Origin> = []
    private var discovers = false

    /// Searches for nothing yet.
    public init(_ source: Source, clock: any WallClock) {
        self.source = source
        self.clock = clock
    }

    /// Returns true for every demand that a sign-in with pages fulfils, and for 401 when the sign-in returns a token.
    public func answers(_ demand: SignInDemand) -> Bool {
        switch demand {
        case .credentials(let challenges):
            showsToken && Self.mayMeanToken(challenges)
                || discovers && demand.isForNoPassword && Self.hasBearer(challenges)
        case .scope: showsToken
        default: demand.isMetByPages
        }
    }

    /// Returns true for Bearer (RFC 6750 section 3), and when no challenge accepts a user name and a password, because
    /// platforms use their own names for the scheme.
    private static func mayMeanToken(_ challenges: [Challenge]) -> Bool {
        hasBearer(challenges) || challenges.allSatisfy { AuthenticationScheme($0) == nil }
    }

    private static func hasBearer(_ challenges: [Challenge]) -> Bool {
        challenges.contains { AuthenticationScheme($0) == .bearer }
    }

    /// Returns whether there is a profile for a sign-in with pages, or a session with cookies for this address. The sign-in of
    /// a profile begins at its own address; without one it would begin at the redirect, which must not choose who gets the
    /// password.
    public func isSignedIn(at url: WebURL, isElsewhere: Bool) throws(FedauthError) -> Bool {
        if !isElsewhere, case let session?? = sessions[url.origin], session.access == nil, session.result != .token {
            return true
        }
        return try source.hasPages(url)
    }

    /// Returns whether the session has cookies of that server, or there is none yet and a profile says how to get it.
    public func leadsToProvider(_ target: WebURL, from url: WebURL) throws(FedauthError) -> Bool {
        guard target.origin != url.origin, try source.hasPages(url) else { return false }
        guard case let session?? = sessions[url.origin] else { return true }
        return session.jar.cookies.contains { $0.setBy == target.origin && !$0.isSent(to: url) }
    }

    /// Returns whether a profile says how to sign in with pages, and there is no session yet, or it has ended, as the answer
    /// (`isTold`) or its own server says. The page of an application may be the same for everybody.
    public func isSessionOver(at url: WebURL, isTold: Bool) throws(FedauthError) -> Bool {
        guard !fresh.contains(url.origin), !tokenOrigins.contains(url.origin), try source.hasPages(url) else {
            return false
        }
        guard case let session?? = sessions[url.origin] else { return true }
        guard session.access == nil, session.result != .token else { return false }
        if isTold { return true }
        do throws(FedauthError) { return try !source.isAlive(session) } catch { return false }
    }

    /// Returns whether the session of cookies, with those of now, holds for sure.
    public func holdsSession(at url: WebURL, _ jar: CookieJar) throws(FedauthError) -> Bool {
        guard case var session?? = sessions[url.origin], session.access == nil, session.result != .token else {
            return false
        }
        session.jar = jar
        do throws(FedauthError) { return try source.surelyHolds(session) } catch { return false }
    }

    /// Adds the session's cookies and, for its own origin, its token.
    public func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError) {
        let origin = request.url.origin
        if sessions[origin] == nil {
            let session = try source.known(request.url)
            sessions.updateValue(session, forKey: origin)
            if let session { add(session, to: &jar) }
            if try source.isToken(request.url) { tokenOrigins.insert(origin) }
            if try source.discovers(request.url) { discoverable.insert(origin) }
        }
        let isUsers = request.has(["authorization"])
        discovers = !isUsers && discoverable.contains(origin)
        showsToken = !isUsers && tokenOrigins.contains(origin)
        guard case let session?? = sessions[origin], !isUsers else { return }
        request.headers += try session.headerFields(for: request.url, at: clock.now).filter {
            $0.name.lowercased() == "authorization"
        }
    }

    /// Signs in, once for each origin; a refused session of another process does not count, because that process may
    /// have signed in to another service of the origin.
    public func answer(
        _ demand: SignInDemand, in response: Response, to request: Request, jar: inout CookieJar,
        limit: () -> Deadline
    ) throws(FedauthError) {
        let origin = request.url.origin
        var isWider = false
        if case .scope = demand { isWider = widened.insert(origin).inserted }
        guard isWider || !fresh.contains(origin) else {
            if case .scope(let scope) = demand {
                let isAsked = sessions[origin].flatMap { $0?.token?.oauth?.covers(scope: scope) } ?? false
                throw isAsked
                    ? response.refused(scope: scope) : response.refused(scope: scope, "and more and more of them")
            }
            let way = sessions[origin].flatMap { $0.map { "'\($0.name.folded(to: 60))', which was used," } }
            throw response.boundTokenDemand
                ?? FedauthError(
                    .refused, "signed in, but '\(request.url.withoutQuery)' still asks for a sign-in",
                    hint:
                        "check that the account may use it, and that \(way ?? "the sign-in") is for this service: '--profile NAME' "
                        + "names another profile or session; if this page is what is wanted, '--no-sign-in' gets it")
        }
        var isForToken = false
        switch demand {
        case .credentials, .scope: isForToken = true
        default: break
        }
        let outcome = try source.signIn(response, isForToken)
        if outcome.isFresh { fresh.insert(origin) }
        let session = outcome.session
        if session.result == .token { tokenOrigins.insert(origin) }
        // Cookies of the old session would be sent together with those of the new one.
        jar = CookieJar(jar.cookies.filter { !$0.isSent(to: request.url) })
        sessions.updateValue(session, forKey: origin)
        add(session, to: &jar)
    }

    private func add(_ session: Session, to jar: inout CookieJar) {
        for cookie in session.serviceJar.cookies { jar.insert(cookie, now: clock.now) }
    }
}
