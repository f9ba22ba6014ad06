/// WS-Trust, the active profile: the client itself requests a token from a security token service, with a user name and
/// password or a certificate. No page is shown. The result is the token, the platform's token that it was exchanged
/// for, or the relying party's cookies.
public final class ActiveSignIn: SignInMethod {
    /// `adfs`, as for the sign-in with pages: `logout` and `status` treat both alike.
    public let method = "adfs"
    /// The address that the session is for.
    public let target: WebURL
    /// The user to sign in; nil: any user.
    public let user: String?
    private let realm: String
    private let parts: Parts
    private let options: Options

    /// The services that the sign-in uses.
    public struct Parts {
        let agent: UserAgent
        let tokens: any SecurityTokenReader
        let answers: any LoginAnswers
        let probe: SessionProbe
        let messageID: () throws(FedauthError) -> String
        let signer: (Origin) throws(FedauthError) -> any MessageSigner

        /// `messageID` returns a random UUID for each request (WS-Addressing 1.0 core section 3.1): a server with
        /// replay detection accepts each one once. `signer` signs messages for a server.
        public init(
            _ agent: UserAgent, tokens: any SecurityTokenReader, answers: any LoginAnswers, probe: SessionProbe,
            messageID: @escaping () throws(FedauthError) -> String,
            signer: @escaping (Origin) throws(FedauthError) -> any MessageSigner
        ) {
            (self.agent, self.tokens, self.answers) = (agent, tokens, answers)
            (self.probe, self.messageID, self.signer) = (probe, messageID, signer)
        }
    }

    /// The endpoint, and the use of the answer.
    public struct Options {
        /// The farm; its metadata names the endpoint.
        public var farm: WebURL
        /// The endpoint; nil: it is looked up in the farm's metadata.
        public var endpoint: WebURL?
        /// The version of WS-Trust; nil: the version of the endpoint, or the newest.
        public var version: TrustVersion?
        /// Authenticates with a certificate instead of a user name and a password.
        public var usesCertificate = false
        /// The URI of the wanted token type; nil: the server's default for the relying party.
        public var tokenType: String?
        /// The address to post the token to for cookies; nil: the token is the result.
        public var postTo: WebURL?
        /// `wctx` of that post.
        public var context: String?
        /// Where to sign out.
        public var logouts: [Session.Logout] = []
        /// The use of the answer.
        public var use = TokenPolicy()

        /// Creates options for a farm, with user name and password.
        public init(farm: WebURL) { self.farm = farm }
    }

    /// Creates a sign-in for the relying party `realm`, of `user` or any; the session is for `target`.
    public init(realm: String, target: WebURL, user: String?, parts: Parts, options: Options) {
        (self.realm, self.target, self.user, self.parts, self.options) = (realm, target, user, parts, options)
    }

    /// Returns false for a session of another kind than this sign-in makes, or for another realm.
    public func accepts(_ session: Session) throws(FedauthError) -> Bool {
        options.use.accepts(session, wantsCookies: options.postTo != nil, realm: realm, reader: parts.tokens)
    }

    /// Requests the probe's address with the session's cookies or token.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try parts.probe.isAlive(&session, deadline: deadline)
    }

    /// Requests the token, and exchanges or posts it as the options say. Ignores `earlier`: the service is asked each
    /// time. Throws `refused` with the server's words for a fault, `bad-answer` when there is no endpoint, and the
    /// errors of transport and reader.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        let (response, user) = try TrustService(realm: realm, parts: parts, options: options).token(deadline)
        try options.use.accept(response, for: realm, at: parts.agent.clock.now)
        let name = user ?? response.user
        guard let postTo = options.postTo else {
            let (token, issued) = try options.use.result(of: response, for: realm, deadline)
            return CollectedSession(
                jar: CookieJar(), user: name, presenter: Self.presenter, logouts: options.logouts, token: token,
                result: .token, issued: issued)
        }
        let navigator = Navigator(parts.agent, deadline: deadline, jar: CookieJar(), namedOrigins: [postTo.origin])
        try RelyingPartyPost(response: response, context: options.context).send(to: postTo, by: navigator)
        return CollectedSession(
            jar: navigator.jar, user: name, presenter: Self.presenter, logouts: options.logouts,
            token: options.use.kept(response, for: realm))
    }

    /// The presenter's name in the session; no presenter is used.
    public static let presenter = "ws-trust"
}
