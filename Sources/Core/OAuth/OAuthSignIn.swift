internal import Secrets

/// Signs in by OAuth 2.0 or OpenID Connect: finds the server, gets a client, lets the user agree, and takes the token.
public final class OAuthSignIn: SignInMethod {
    /// `oauth`.
    public let method = "oauth"
    /// The address that the token is for.
    public let target: WebURL
    /// The user to sign in; nil for any user.
    public let user: String?
    private(set) var options: Options
    /// Whether the client is a registered one that may not sign in by a device.
    private var lacksDevice = false
    let parts: Parts

    /// What is asked for, and where.
    public struct Options {
        /// The issuer, byte for byte.
        public var issuer: String
        /// Whether the user named the issuer, and not the service.
        public var isUsers = true
        /// The way to the token.
        public var grant = OAuthGrantType.code
        /// Whether a person is there who can sign in on another device where no page can be shown.
        public var mayUseDevice = false
        /// Whether a person can be asked, who signs in on another device.
        public var hasPerson = false
        /// Whether a session of the same name for another resource stays.
        public var leavesOthers = false
        /// The client; nil: it is registered.
        public var client: OAuthClient?
        /// The scope; nil: the server's default.
        public var scope: String?
        /// The resource (RFC 8707); nil: none.
        public var resource: String?
        /// The audience; nil: none.
        public var audience: String?
        /// The redirect address; its port may be free.
        public var finish: FinishEndpoint
        /// A token of another issuer, and the last word of its type, for the grants that take one.
        public var subject: ((Deadline) throws(FedauthError) -> Subject)?
        /// Whether the user wants a new sign-in.
        public var isForced = false

        /// Creates options for a code and a client that is registered.
        public init(issuer: String, finish: FinishEndpoint) {
            self.issuer = issuer
            self.finish = finish
        }
    }

    /// What reaches the world.
    public struct Parts {
        let agent: UserAgent
        let store: any CredentialStore
        let hashing: any DigestHashing
        let reporter: any Reporter
        let probe: SessionProbe
        /// The servers to which the user has bound a certificate.
        let bound: () throws(FedauthError) -> [Origin]
        /// Creates the presenter.
        let presenter: () throws(FedauthError) -> any Presenter
        /// Returns random bytes in hexadecimal digits.
        let random: (Int) throws(FedauthError) -> String
        let wait: (_ milliseconds: Int64) -> Void
        /// Whether the user's name or password was sent.
        public var hasAnswered: () -> Bool = { false }

        /// Creates the parts.
        public init(
            _ agent: UserAgent, store: any CredentialStore, hashing: any DigestHashing, reporter: any Reporter,
            probe: SessionProbe, bound: @escaping () throws(FedauthError) -> [Origin],
            presenter: @escaping () throws(FedauthError) -> any Presenter,
            random: @escaping (Int) throws(FedauthError) -> String, wait: @escaping (_ milliseconds: Int64) -> Void
        ) {
            (self.agent, self.store, self.hashing, self.reporter) = (agent, store, hashing, reporter)
            (self.probe, self.bound, self.presenter, self.random, self.wait) = (probe, bound, presenter, random, wait)
        }
    }

    /// Does nothing before `collect`.
    public init(target: WebURL, user: String?, _ options: Options, _ parts: Parts) {
        (self.target, self.user, self.options, self.parts) = (target, user, options, parts)
    }

    var now: Timestamp { parts.agent.clock.now }

    /// Returns whether the session's token is of this issuer, for this client, and has the scope.
    public func accepts(_ session: Session) throws(FedauthError) -> Bool {
        guard session.result == .token, let record = session.token?.oauth else { return false }
        return record.issuer == options.issuer && record.covers(scope: options.scope)
            && options.client.map { $0.identifier == record.client } ?? true
            && record.audience == options.audience
    }

    /// Requests the probe's address with the token; throws as `SessionProbe.isAlive` does.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try parts.probe.isAlive(&session, deadline: deadline)
    }

    /// Gets a token by the way of the options. Throws the presenter's errors, and those of the servers.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        if options.leavesOthers, let earlier, earlier.url != target {
            throw FedauthError(.busy, "the session '\(earlier.name.folded(to: 60))' is for another resource by now")
        }
        let presenter = options.grant == .code ? try parts.presenter() : nil
        // Nothing is asked of a server, and no client is registered, for a sign-in that cannot follow.
        if let presenter, presenter.name == PresenterName.none.rawValue {
            throw FedauthError(
                .inputNeeded, "a sign-in at '\(options.issuer.folded(to: 120))' is needed",
                hint: "sign in where you can be asked, or by '--grant' without a person")
        }
        guard options.grant != .device || options.hasPerson else {
            throw FedauthError(
                .inputNeeded, "a sign-in by a device needs a person, and nobody can be asked",
                hint: "sign in on a terminal; the session is then renewed without a person")
        }
        guard options.isUsers || options.subject == nil && options.client?.isConfidential != true else {
            throw FedauthError(
                .usage,
                "only the service names the issuer '\(options.issuer.folded(to: 120))', and secrets would go there",
                hint: "nothing was sent; if that is right, name it yourself: '--issuer', or 'issuer' in the profile")
        }
        let discovery = OAuthDiscovery(parts.agent, deadline: deadline, tell: parts.reporter.detail)
        let server = try discovery.server(options.issuer).reached(with: parts.bound())
        if !options.isUsers { try server.requireOwnEndpoints() }
        let scope = scope(at: server)
        if let presenter {
            do throws(FedauthError) {
                return try byCode(at: server, scope, presenter, earlier, deadline)
            } catch
                where options.mayUseDevice && server.device != nil && !lacksDevice
                && [.noPresenter, .noBrowser].contains(error.code)
            {
                parts.reporter.note("\(error.message); another device can show it")
                options.grant = .device
            }
        }
        if options.grant == .device {
            _ = try server.require(\.device, "device_authorization_endpoint", "leave out '--device'")
        }
        let client = try client(at: server, scope, deadline).client
        guard options.grant != .device || !lacksDevice else {
            throw FedauthError(
                .inputNeeded,
                "'\(server.issuer.folded(to: 120))' has registered fedauth without the grant for a sign-in by a device",
                hint: "name a client that may use it by '--client-id', or leave out '--device'")
        }
        let answer =
            if options.grant == .device {
                try DeviceAuthorization(
                    server: server, client: client, isUsers: options.isUsers, agent: parts.agent,
                    reporter: parts.reporter, wait: parts.wait
                ).run(wishes(scope), deadline: deadline)
            } else { try byItself(server, client, scope, deadline) }
        return try collected(answer, server, client, scope, nil)
    }

    /// Returns a new token by the refresh token, or by a grant that needs no person (`RenewingSignIn`); nil: it takes a sign-in, as
    /// it does when what proves the client, or the options of that grant, are not at hand.
    public func renew(_ token: SessionToken, deadline: Deadline) throws(FedauthError) -> SessionToken? {
        guard let record = token.oauth, let place = token.source else { return nil }
        var client = options.client ?? record.asClient
        client.key?.audience = record.issuer
        guard client.isConfidential || !record.isConfidential else { return nil }
        var answer: TokenAnswer
        if let refresh = token.refresh {
            var form = OAuthGrant.refresh(refresh)
            form.addOptional("resource", record.resource)
            do throws(FedauthError) {
                answer = try endpoint(place, client).send(form, deadline: deadline)
            } catch  where error.serverCode == "invalid_client" && options.client == nil {
                // The server has forgotten the client.
                try OAuthRegistrations(parts.store).remove(record.client, at: record.issuer)
                // With the client ends what it got.
                throw error.coded("invalid_grant")
            }
        } else if record.grant.isUnattended, record.grant == options.grant {
            answer = try unattended(place, client, record.scope, deadline)
        } else {
            return nil
        }
        var renewed = try answer.token(at: now)
        renewed.refresh = renewed.refresh ?? token.refresh
        renewed.source = place
        renewed.oauth = record
        if let idToken = answer.secret("id_token") {
            do throws(FedauthError) {
                try AuthorizationRequest.check(idToken, of: record.issuer, for: record.client, nonce: nil, at: now)
            } catch { throw answer.unusable(error) }
            renewed.oauth?.take(idToken: idToken)
        }
        return renewed
    }

    // MARK: requests

    /// Adds what a refresh token, and OpenID Connect, need, if the server knows it.
    private func scope(at server: AuthorizationServer) -> String? {
        let isOpenID = options.scope == nil && options.isUsers && !options.grant.isUnattended
        let scope = options.scope ?? (isOpenID && server.scopes.contains("openid") ? "openid" : nil)
        guard !options.grant.isUnattended, server.scopes.contains("offline_access") else { return scope }
        return OAuthScope.union(scope, "offline_access")
    }

    func wishes(_ scope: String?) -> [(name: String, value: String)] {
        [("scope", scope), ("resource", options.resource), ("audience", options.audience)].compactMap { name, value in
            value.map { (name, $0) }
        }
    }

    func endpoint(_ url: WebURL, _ client: OAuthClient) -> TokenEndpoint {
        TokenEndpoint(
            url: url, client: client, source: "'token_endpoint' of '\(options.issuer.folded(to: 120))'",
            agent: parts.agent)
    }

    private func byItself(
        _ server: AuthorizationServer, _ client: OAuthClient, _ scope: String?, _ deadline: Deadline
    ) throws(FedauthError) -> TokenAnswer {
        let place = try server.require(\.token, "token_endpoint")
        do throws(FedauthError) { return try unattended(place, client, scope, deadline) } catch {
            guard error.code == .refused, options.subject == nil, !client.isConfidential, let other = server.certified
            else { throw error }
            let origin = other.origin
            throw error.hinting(also: "'fedauth identity bind NAME \(origin)' shows a certificate there")
        }
    }

    private func unattended(
        _ url: WebURL, _ client: OAuthClient, _ scope: String?, _ deadline: Deadline
    ) throws(FedauthError) -> TokenAnswer {
        var grant = try grant(at: url, deadline)
        for wish in wishes(scope) { grant.add(wish.name, wish.value) }
        return try endpoint(url, client).send(grant, deadline: deadline)
    }
}

extension OAuthSignIn {
    /// Returns the client, its redirect address, and whether it was registered before; a new registration is for
    /// `scope`.
    func client(
        at server: AuthorizationServer, _ scope: String?, _ deadline: Deadline
    ) throws(FedauthError) -> (client: OAuthClient, redirect: WebURL, isKept: Bool) {
        let registrations = OAuthRegistrations(parts.store)
        if var client = options.client {
            client.key?.audience = server.issuer
            return (client, try redirect(), false)
        }
        // A registration is for people.
        guard !options.grant.isUnattended else {
            throw FedauthError(
                .inputNeeded, "a sign-in without a person needs a client that '\(server.issuer.folded(to: 120))' knows",
                hint: "name it by '--client-id' and the place of its secret; a profile keeps both")
        }
        if let kept = try registrations.registration(at: server.issuer),
            kept.serves(options.finish, at: now)
        {
            lacksDevice = kept.lacksDevice
            return (kept.asClient, kept.redirect, true)
        }
        let made = try OAuthRegistration.register(at: server, redirect: redirect(), scope: scope, parts.agent, deadline)
        try registrations.keep(made)
        parts.reporter.detail("registered as a client of '\(server.issuer.folded(to: 120))'")
        lacksDevice = made.lacksDevice
        return (made.asClient, made.redirect, false)
    }

    /// Returns the redirect address, with a port that is hardly in use.
    private func redirect() throws(FedauthError) -> WebURL {
        guard options.finish.isPortFree else { return options.finish.url }
        let digits = Hexadecimal.bytes(try parts.random(2).utf8) ?? []
        let number = digits.reduce(0) { $0 << 8 | UInt16($1) }
        // The dynamic ports (RFC 6335 section 6).
        return options.finish.url.with(port: 49_152 + number % 16_384)
    }
}
