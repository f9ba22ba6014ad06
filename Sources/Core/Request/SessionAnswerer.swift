import Secrets

/// Answers what wants a session: SAML, WS-Federation, a login page, and a token where a session is one. With the session that
/// is there, else by signing in.
public final class SessionAnswerer: DemandAnswerer {
    /// Where sessions come from.
    public struct Source {
        /// The session that is there for an address, and is not over.
        public var known: (WebURL) throws(FedauthError) -> Session?
        /// Whether the session for an address is a token, or would be one after a sign-in.
        public var isToken: (WebURL) throws(FedauthError) -> Bool
        /// Signs in, as that answer demands it, for a token or not; the session that is known was refused.
        public var signIn: (Response, _ forToken: Bool) throws(FedauthError) -> Session

        /// Looks and signs in by these.
        public init(
            known: @escaping (WebURL) throws(FedauthError) -> Session?,
            isToken: @escaping (WebURL) throws(FedauthError) -> Bool,
            signIn: @escaping (Response, _ forToken: Bool) throws(FedauthError) -> Session
        ) {
            self.known = known
            self.isToken = isToken
            self.signIn = signIn
        }
    }

    /// What is done.
    public let purpose = "a sign-in"
    private let source: Source
    private let clock: any WallClock
    /// By origin; a nil one was looked for and is not there.
    private var sessions: [Origin: Session?] = [:]
    private var fresh: Set<Origin> = []
    /// Those whose sessions are tokens.
    private var tokenOrigins: Set<Origin> = []
    /// The Authorization field of the last request was ours to write, and a token's.
    private var showsToken = false

    /// Looks for nothing yet.
    public init(_ source: Source, clock: any WallClock) {
        self.source = source
        self.clock = clock
    }

    /// True for everything that a sign-in in pages answers, and for 401 where that gets a token.
    public func answers(_ demand: SignInDemand) -> Bool {
        switch demand {
        case .saml, .wsFederation, .loginPage: true
        case .credentials(let challenges): showsToken && Self.mayMeanToken(challenges)
        case .proxyCredentials, .csrfToken: false
        }
    }

    /// Bearer (RFC 6750 section 3), or nothing that a user name and a password would answer: platforms have names of their own
    /// for the scheme.
    private static func mayMeanToken(_ challenges: [Challenge]) -> Bool {
        let schemes = challenges.map { AuthenticationScheme($0) }
        return schemes.contains(.bearer) || schemes.allSatisfy { $0 == nil }
    }

    /// The session's cookies and, to its own origin, its token.
    public func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError) {
        let origin = request.url.origin
        if sessions[origin] == nil {
            let session = try source.known(request.url)
            sessions.updateValue(session, forKey: origin)
            if let session { add(session, to: &jar) }
            if try source.isToken(request.url) { tokenOrigins.insert(origin) }
        }
        let isUsers = request.headers.contains { $0.name.lowercased() == "authorization" }
        showsToken = !isUsers && tokenOrigins.contains(origin)
        guard case let session?? = sessions[origin], !isUsers else { return }
        request.headers += try session.headerFields(for: request.url, at: clock.now).filter {
            $0.name.lowercased() == "authorization"
        }
    }

    /// Signs in, once for an origin.
    public func answer(
        _ demand: SignInDemand, in response: Response, to request: Request, jar: inout CookieJar,
        limit: () -> Deadline
    ) throws(FedauthError) {
        let origin = request.url.origin
        guard fresh.insert(origin).inserted else {
            throw FedauthError(
                .refused, "signed in, but '\(request.url.withoutQuery)' still asks for a sign-in",
                hint: "check that the account may use it, and that the sign-in is for this service")
        }
        var isForToken = false
        if case .credentials = demand { isForToken = true }
        let session = try source.signIn(response, isForToken)
        // What the old session left would be sent beside the new one's.
        jar = CookieJar(jar.cookies.filter { !$0.isSent(to: request.url) })
        sessions.updateValue(session, forKey: origin)
        add(session, to: &jar)
    }

    private func add(_ session: Session, to jar: inout CookieJar) {
        for cookie in session.jar.cookies { jar.insert(cookie, now: clock.now) }
    }
}
