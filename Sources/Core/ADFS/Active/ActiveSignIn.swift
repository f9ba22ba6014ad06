/// WS-Trust, the active profile: the client itself asks a security token service for a token, by user name and password or
/// by a certificate. No page is shown. The result is the token, what it was exchanged for, or the relying party's cookies.
public final class ActiveSignIn: SignInMethod {
    /// `adfs`, as for the sign-in by pages: `logout` and `status` make no difference.
    public let method = "adfs"
    /// What the session is for.
    public let target: WebURL
    /// Who is to be signed in; nil: whoever answers.
    public let user: String?
    private let realm: String
    private let parts: Parts
    private let options: Options

    /// What it works with.
    public struct Parts {
        let transport: any Transport
        let reader: any MarkupReader
        let tokens: any SecurityTokenReader
        let suffixes: any PublicSuffixes
        let clock: any WallClock
        let answers: any LoginAnswers
        let policy: NavigationPolicy
        let probe: SessionProbe
        let messageID: () throws(FedauthError) -> String
        let signer: (Origin) throws(FedauthError) -> any MessageSigner

        /// - Parameters:
        ///   - probe: asks the server whether a session holds.
        ///   - messageID: a random UUID for each request (WS-Addressing 1.0 core section 3.1): a server that guards against
        ///     replays takes none twice.
        ///   - signer: who signs messages for a server.
        public init(
            transport: any Transport, reader: any MarkupReader, tokens: any SecurityTokenReader,
            suffixes: any PublicSuffixes, clock: any WallClock, answers: any LoginAnswers, policy: NavigationPolicy,
            probe: SessionProbe, messageID: @escaping () throws(FedauthError) -> String,
            signer: @escaping (Origin) throws(FedauthError) -> any MessageSigner
        ) {
            self.transport = transport
            self.reader = reader
            self.tokens = tokens
            self.suffixes = suffixes
            self.clock = clock
            self.answers = answers
            self.policy = policy
            self.probe = probe
            self.messageID = messageID
            self.signer = signer
        }
    }

    /// Where it asks, and what is made of the answer.
    public struct Options {
        /// The farm, whose metadata names the endpoint.
        public var farm: WebURL
        /// The endpoint itself; nil: it is looked up.
        public var endpoint: WebURL?
        /// The version of WS-Trust; nil: the endpoint's own, or the newest.
        public var version: TrustVersion?
        /// A certificate tells who asks, not a user name and a password.
        public var usesCertificate = false
        /// The URI of the wanted type of token; nil: what the server has for the relying party.
        public var tokenType: String?
        /// Where the token is posted for cookies; nil: the token is the result.
        public var postTo: WebURL?
        /// `wctx` of that post.
        public var context: String?
        /// Where to sign out.
        public var logouts: [Session.Logout] = []
        /// What the answer is for.
        public var use = TokenUse()

        /// At a farm, by user name and password.
        public init(farm: WebURL) { self.farm = farm }
    }

    /// - Parameters:
    ///   - realm: the relying party that the token is for.
    ///   - target: what the session is for.
    ///   - user: who is to be signed in; nil: whoever answers.
    public init(realm: String, target: WebURL, user: String?, parts: Parts, options: Options) {
        self.realm = realm
        self.target = target
        self.user = user
        self.parts = parts
        self.options = options
    }

    /// False for a session of another kind than this sign-in would make, or for another realm.
    public func takes(_ session: Session) throws(FedauthError) -> Bool {
        options.use.takes(session, wantsCookies: options.postTo != nil, realm: realm, reader: parts.tokens)
    }

    /// Asks the probe's address with the session's cookies or token.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try parts.probe.isAlive(&session, deadline: deadline)
    }

    /// Asks for the token, and hands it on where that is wanted. `earlier` is not used: the service is asked each time.
    ///
    /// Throws `refused` with the server's words for a fault, `bad-answer` where there is no endpoint, and what the transport
    /// and the answers throw.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        let (response, user) = try TrustService(realm: realm, parts: parts, options: options).token(deadline)
        try options.use.accept(response, for: realm, at: parts.clock.now)
        let name = user ?? response.user
        guard let postTo = options.postTo else {
            let (token, issued) = try options.use.result(of: response, for: realm, deadline)
            return CollectedSession(
                jar: CookieJar(), user: name, presenter: Self.presenter, logouts: options.logouts, token: token,
                result: .token, issued: issued)
        }
        let navigator = Navigator(
            transport: parts.transport, reader: parts.reader, suffixes: parts.suffixes, clock: parts.clock,
            deadline: deadline, policy: parts.policy, jar: CookieJar(), namedOrigins: [postTo.origin])
        try RelyingPartyPost(response: response, context: options.context).send(to: postTo, by: navigator)
        return CollectedSession(
            jar: navigator.jar, user: name, presenter: Self.presenter, logouts: options.logouts,
            token: options.use.kept(response, for: realm))
    }

    /// The presenter's name: there is none.
    public static let presenter = "ws-trust"
}
