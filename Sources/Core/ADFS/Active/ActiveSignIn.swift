import Secrets

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
    private let hop: Hop
    private static let maximumTries = 3

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
        let messageID: String
        let signer: (Origin) throws(FedauthError) -> any MessageSigner

        /// - Parameters:
        ///   - probe: asks the server whether a session holds.
        ///   - messageID: a random UUID, by which the server's log knows the request.
        ///   - signer: who signs messages for a server.
        public init(
            transport: any Transport, reader: any MarkupReader, tokens: any SecurityTokenReader,
            suffixes: any PublicSuffixes, clock: any WallClock, answers: any LoginAnswers, policy: NavigationPolicy,
            probe: SessionProbe, messageID: String,
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
        /// Keep the answer beside the cookies, or beside what it was exchanged for.
        public var keepsAnswer = false
        /// Where to sign out.
        public var logouts: [Session.Logout] = []
        /// Judges the token before anything is made of it, by its signature; nil: nobody does.
        public var judge: ((IssuedToken) throws(FedauthError) -> Void)?
        /// Changes the answer for a platform's token; nil: the answer is the result.
        public var exchange: ((SecurityTokenResponse, Deadline) throws(FedauthError) -> SessionToken)?

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
        hop = Hop(transport: parts.transport, suffixes: parts.suffixes, clock: parts.clock, policy: parts.policy)
    }

    /// False for a session of another kind than this sign-in would make.
    public func takes(_ session: Session) throws(FedauthError) -> Bool {
        guard (options.postTo != nil) == (session.result == .cookies) else { return false }
        if let judge = options.judge, let kept = session.securityTokenResponse {
            do throws(FedauthError) {
                try judge(try parts.tokens.securityTokenResponse(kept).token)
            } catch {
                return false
            }
        }
        guard session.result == .token, options.exchange == nil else {
            return session.result == .cookies || session.token?.kind == .bearer
        }
        // A token for another relying party is of no use to this one.
        return session.token?.audience.map { Realm.same($0, realm) } ?? true
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
        let (response, user) = try token(at: try place(deadline), deadline)
        try response.requireRealm(realm)
        try options.judge?(response.token)
        let name = user ?? response.user
        guard let postTo = options.postTo else {
            let token = try options.exchange.map { (exchange) throws(FedauthError) in try exchange(response, deadline) }
            return CollectedSession(
                jar: CookieJar(), user: name, presenter: Self.presenter, logouts: options.logouts,
                token: token ?? response.sessionToken(for: realm),
                result: .token, issued: token != nil && options.keepsAnswer ? response.bytes : nil)
        }
        guard response.token.kind != .jwt else {
            throw FedauthError(
                .tokenType, "'--post-to' hands on a SAML assertion, and the server issued a JSON Web Token",
                hint: "ask for another by '--token-type'")
        }
        let navigator = Navigator(
            transport: parts.transport, reader: parts.reader, suffixes: parts.suffixes, clock: parts.clock,
            deadline: deadline, policy: parts.policy, jar: CookieJar(), namedOrigins: [postTo.origin])
        let form = RelyingPartyPost(response: response, context: options.context).form
        let document = try navigator.post(form, to: postTo, isSecret: true, by: "'--post-to'")
        try document.requireSuccess()
        guard !document.asksForSignIn else {
            throw FedauthError(
                .refused, "'\(document.url.withoutQuery)' asks for a sign-in although it was given the token",
                hint:
                    "check that '--realm' is the relying party's own, and that '--post-to' is where it takes its answers"
            )
        }
        return CollectedSession(
            jar: navigator.jar, user: name, presenter: Self.presenter, logouts: options.logouts,
            token: options.keepsAnswer ? response.sessionToken(for: realm) : nil)
    }

    /// The presenter's name: there is none.
    public static let presenter = "ws-trust"

    private func place(_ deadline: Deadline) throws(FedauthError) -> TrustPlace {
        guard let endpoint = options.endpoint else {
            return try TrustDiscovery(farm: options.farm, reader: parts.tokens, hop: hop).endpoint(
                for: options.usesCertificate ? [.signature, .certificate] : [.userName], version: options.version,
                deadline: deadline)
        }
        let isTransport = endpoint.path.lowercased().hasSuffix("certificatetransport")
        return TrustPlace(
            url: endpoint, version: options.version ?? TrustVersion(ofEndpoint: endpoint),
            credential: !options.usesCertificate ? .userName : isTransport ? .certificate : .signature)
    }

    private func token(
        at place: TrustPlace, _ deadline: Deadline
    ) throws(FedauthError) -> (SecurityTokenResponse, String?) {
        let origin = place.url.origin
        for _ in 0..<Self.maximumTries {
            let credential = try credential(for: place)
            var user: SharedSecret?
            if case .login(let name, _) = credential { user = name }
            switch try ask(place, credential, deadline) {
            case .response(let response):
                return (response, user.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } })
            case .fault(let fault):
                let meaning = TrustFault(fault: fault, host: origin.hostAndPort, realm: realm)
                guard meaning.blamesCredential, let user else { throw meaning.error }
                // Forgets what was stored, and throws where nobody can be asked anew.
                try answers(for: origin, refused: user, meaning)
            }
        }
        throw FedauthError(
            .refused, "'\(origin.hostAndPort)' refused user name and password \(Self.maximumTries) times",
            hint: "servers lock accounts after a few of these: find out what is right before you try again")
    }

    private func answers(
        for origin: Origin, refused user: SharedSecret, _ meaning: TrustFault
    ) throws(FedauthError) {
        do {
            try parts.answers.wasRefused(
                LoginRefusal(
                    origin: origin, roles: [.userName, .password], complaint: meaning.fault.words,
                    user: user.withBytes { String(decoding: $0, as: UTF8.self) }))
        } catch  where error.code == .refused {
            throw meaning.error
        }
    }

    private func credential(for place: TrustPlace) throws(FedauthError) -> TrustRequest.Credential {
        let origin = place.url.origin
        switch place.credential {
        case .certificate: return .none
        case .signature: return .signature(try parts.signer(origin))
        case .userName: break
        }
        let user = try parts.answers.answer(
            LoginQuestion(
                origin: origin, role: .userName, field: FormField(kind: .text, name: "user", label: "User name")))
        let name = user.withBytes { String(decoding: $0, as: UTF8.self) }
        let password = try parts.answers.answer(
            LoginQuestion(
                origin: origin, role: .password, field: FormField(kind: .password, name: "password", label: "Password"),
                user: name))
        guard user.withBytes(XMLText.canHold), password.withBytes(XMLText.canHold) else {
            throw FedauthError(
                .usage,
                "user name or password holds a control character, or is not in UTF-8; XML has no way to write that",
                hint: "leave out '--active' to sign in by the pages")
        }
        return .login(user: user, password: password)
    }

    private func ask(
        _ place: TrustPlace, _ credential: TrustRequest.Credential, _ deadline: Deadline
    ) throws(FedauthError) -> SecurityTokenAnswer {
        let request = TrustRequest(
            endpoint: place.url, version: place.version, realm: realm, tokenType: options.tokenType,
            credential: credential, messageID: parts.messageID, now: parts.clock.now)
        let headers = [
            Request.Header("Content-Type", "application/soap+xml; charset=utf-8"),
            Request.Header("SOAPAction", request.action),
        ]
        var jar = CookieJar()
        let answer = try hop.send(
            Request("POST", place.url, headers: headers, body: try request.body()), by: "the endpoint of WS-Trust",
            with: &jar,
            deadline: deadline)
        // A fault comes with status 500 (SOAP 1.2 part 2, section 7.5.2), a page about a failure as well.
        let type = MediaType(answer.header("content-type") ?? "")
        guard answer.status == 200 || type.essence.hasSuffix("xml") && !type.isHTML else {
            throw unusable(answer, place.url)
        }
        return try parts.tokens.securityTokenAnswer(answer.body)
    }

    private func unusable(_ answer: Response, _ endpoint: WebURL) -> FedauthError {
        let place = "'\(endpoint.withoutQuery)'"
        switch answer.status {
        case 401, 403:
            return FedauthError(
                .refused, "\(place) refused the request with status \(answer.status)",
                hint: options.usesCertificate
                    ? "check that the identity bound to it is the account's ('fedauth identity list')"
                    : "this endpoint may take something else than a user name and a password")
        case 404, 503:
            return FedauthError(
                .badAnswer, "\(place) is switched off or does not exist (status \(answer.status))",
                hint: "name another endpoint by '--trust-endpoint', or leave out '--active' to sign in by the pages")
        default:
            return FedauthError(
                .badAnswer, "\(place) answered with status \(answer.status), not with SOAP",
                hint: "check the endpoint; '--trace FILE' shows what it said")
        }
    }
}
