import Secrets

/// Answers what wants a session: SAML, WS-Federation, a login page. With the session that is there, else by signing in.
public final class SessionAnswerer: DemandAnswerer {
    /// Where sessions come from.
    public struct Source {
        /// The session that is there for an address, and is not over.
        public var known: (WebURL) throws(FedauthError) -> Session?
        /// Signs in, as that answer demands it; the session that is known was refused.
        public var signIn: (Response) throws(FedauthError) -> Session

        /// Looks and signs in by these.
        public init(
            known: @escaping (WebURL) throws(FedauthError) -> Session?,
            signIn: @escaping (Response) throws(FedauthError) -> Session
        ) {
            self.known = known
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

    /// Looks for nothing yet.
    public init(_ source: Source, clock: any WallClock) {
        self.source = source
        self.clock = clock
    }

    /// True for everything that a sign-in in pages answers.
    public func answers(_ demand: SignInDemand) -> Bool {
        switch demand {
        case .saml, .wsFederation, .loginPage: true
        case .credentials, .proxyCredentials, .csrfToken: false
        }
    }

    /// The session's cookies and, to its own origin, its token.
    public func prepare(_ request: inout Request, jar: inout CookieJar) throws(FedauthError) {
        let origin = request.url.origin
        if sessions[origin] == nil {
            let session = try source.known(request.url)
            sessions.updateValue(session, forKey: origin)
            if let session { add(session, to: &jar) }
        }
        guard case let session?? = sessions[origin],
            !request.headers.contains(where: { $0.name.lowercased() == "authorization" })
        else { return }
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
        let session = try source.signIn(response)
        // What the old session left would be sent beside the new one's.
        jar = CookieJar(jar.cookies.filter { !$0.isSent(to: request.url) })
        sessions.updateValue(session, forKey: origin)
        add(session, to: &jar)
    }

    private func add(_ session: Session, to jar: inout CookieJar) {
        for cookie in session.jar.cookies { jar.insert(cookie, now: clock.now) }
    }
}
