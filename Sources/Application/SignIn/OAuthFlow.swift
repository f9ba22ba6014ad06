public import Core

/// Settings of a sign-in by OAuth 2.0 or OpenID Connect.
public struct OAuthSettings {
    /// The authorization server; nil: the resource names it.
    public var issuer: String?
    /// The address that the token is for; nil: the issuer's own.
    public var resource: String?
    /// Names the resource to the server (RFC 8707).
    public var sendsResource = true
    /// The scope to ask for; nil: the server's default.
    public var scope: String?
    /// The audience to ask for.
    public var audience: String?
    /// The way to the token; nil: the user signs in.
    public var grant: OAuthGrantType?
    /// Signs in on another device.
    public var usesDevice = false
    /// The source of the token of another issuer.
    public var subject: String?
    /// The client.
    public var client = ClientSettings()
    /// The redirect address; nil: a free port of this machine.
    public var finish: String?

    /// Creates settings without a server.
    public init() {}

    /// The way to the token.
    var way: OAuthGrantType { grant ?? (usesDevice ? .device : .code) }

    /// Returns the issuer that the user has written, perhaps without its scheme.
    static func issuer(_ text: String) -> String { text.contains("://") ? text : "https://" + text }

    /// Returns the settings that renew a token, which were those of its sign-in; nil when the profile names another
    /// server or client by now, and when what the server wants to see is not at hand: nothing is sent then. `profile`:
    /// where the client's secret is; nil: it has none, or the session has it.
    init?(renewing record: OAuthRecord, _ profile: Profile?) {
        let own = profile?.text("issuer").map(Self.issuer)
        guard own ?? record.issuer == record.issuer, profile?.text("client-id") ?? record.client == record.client
        else { return nil }
        issuer = record.issuer
        scope = record.scope
        audience = record.audience
        grant = record.grant
        if let profile, profile.text("client-id") != nil, own != nil {
            client.identifier = record.client
            client.identity = profile.text("client-identity")
            client.secret.file = profile.text("client-secret-file")
            client.secret.command = profile.text("client-secret-command")
            client.secret.entry = profile.text("client-secret-store")
            client.isInBody = profile.settings.says("client-in-body")
            client.isRaw = profile.settings.says("client-raw")
            subject = profile.text("subject-token")
        }
        let proves = record.secret != nil || client.secret.isNamed || client.identity != nil
        guard proves || !record.isConfidential, grant?.takesSubject != true || subject != nil else { return nil }
    }
}

/// Ensures that there is a valid session by OAuth 2.0 or OpenID Connect.
public struct OAuthFlow {
    private let services: any Services
    private let settings: OAuthSettings
    private let signIn: SignInSettings

    /// A sign-in of one session.
    struct Purpose {
        var name: String
        var issuer: String
        /// Whether the user named the issuer, and not the service.
        var isUsers: Bool
        /// Whether the session was made by that issuer before.
        var isFormer = false
        /// The address that the token is for.
        var target: WebURL
        /// What the server is told of it; nil: nothing.
        var resource: String?
        var scope: String?
        /// A new token for a wider scope, which no refresh token gets.
        var isStepUp = false
        /// Whether the host names the session, which may have others beside it.
        var isUnnamed = false
    }

    /// Reads nothing yet.
    public init(_ services: any Services, _ settings: OAuthSettings, _ signIn: SignInSettings) {
        (self.services, self.settings, self.signIn) = (services, settings, signIn)
    }

    /// Returns the present session, or signs in: for a profile, or at the issuer; nil: the current profile.
    public func run(service: String?) throws(FedauthError) -> SignIn.Outcome {
        let profile = try CurrentProfile(services).profile(service, in: try services.configuration())
        return try run(profile, (profile == nil ? service : nil) ?? settings.issuer, challenged: nil)
    }

    /// Returns the session that a service demands by a challenge for a bearer token (RFC 6750 section 3); nil when nothing is
    /// known of its authorization server.
    func run(_ profile: Profile?, challengedBy response: Response) throws(FedauthError) -> SignIn.Outcome? {
        if settings.issuer == nil, profile == nil, settings.resource == nil {
            let network = try network([response.url])
            guard let purpose = try discovered(at: response.url, profile, response, network) else { return nil }
            return try run(purpose, over: network)
        }
        return try run(profile, settings.issuer, challenged: response)
    }

    private func run(
        _ profile: Profile?, _ issuer: String?, challenged response: Response?
    ) throws(FedauthError) -> SignIn.Outcome {
        let resource = try WebURL.argument(ifAny: settings.resource)
        guard let text = issuer else {
            guard let resource else {
                throw FedauthError(
                    .usage,
                    profile.map { "the profile '\($0.name)' has neither 'issuer' nor 'resource'" }
                        ?? "no profile and no issuer was named",
                    hint: "write 'fedauth oauth ISSUER', or add a profile by 'fedauth profile add NAME --method oauth "
                        + "--issuer URL --resource URL'")
            }
            let network = try network([resource])
            guard let purpose = try discovered(at: resource, profile, response, network) else {
                throw FedauthError(
                    .badAnswer, "'\(resource.withoutQuery)' does not say which server issues its tokens",
                    hint: "name it by '--issuer URL'")
            }
            return try run(purpose, over: network)
        }
        let address = try WebURL(argument: text)
        var target = resource ?? address.with(path: address.path)
        var (identifier, scope) = (resource?.description, String?.none)
        if let response, profile == nil, resource == nil {
            // The user has named the server, not what the token is for: the resource says it, else it is the server that asks.
            let found = try metadata(at: response.url, response, over: network([address, response.url]))
            target = found?.url ?? response.url.with(path: "/")
            (identifier, scope) = (found?.identifier, found?.scope)
        }
        var purpose = Purpose(
            name: try name(profile, target), issuer: OAuthSettings.issuer(text),
            isUsers: true, target: target, scope: settings.scope, isUnnamed: profile == nil)
        if settings.sendsResource { purpose.resource = identifier }
        if let response { try widen(&purpose, by: response, sessions().named(purpose.name)?.session) }
        purpose.scope = purpose.scope ?? scope
        return try run(purpose, over: network([address, purpose.target]))
    }

    /// Returns the metadata of the resource at an address; nil when it has none.
    private func metadata(
        at url: WebURL, _ response: Response?, over network: Network
    ) throws(FedauthError) -> ProtectedResource? {
        try OAuthDiscovery(network.agent(for: [url]), deadline: network.deadline, tell: services.reporter.detail)
            .resource(for: url, at: response?.bearerChallenge?.parameter("resource_metadata"))
    }

    private func network(_ named: [WebURL]) throws(FedauthError) -> Network {
        try services.network(
            ProviderUse(named: named + [try signIn.checkedAddress()].compactMap(\.self), user: signIn.user))
    }

    private func sessions() throws(FedauthError) -> Sessions {
        Sessions(try services.store(), reporter: services.reporter)
    }

    private func name(_ profile: Profile?, _ target: WebURL) throws(FedauthError) -> String {
        if let profile { return profile.name }
        return try sessions().name(for: target)
    }

    /// Asks for what the session had and the challenge names, when the challenge says that the scope is too narrow.
    /// Throws `refused` when the token was asked for with that scope before, and for a service that wants ever more.
    private func widen(_ purpose: inout Purpose, by response: Response, _ session: Session?) throws(FedauthError) {
        guard let challenge = response.bearerChallenge else { return }
        guard let needed = response.insufficientScope else {
            purpose.scope = purpose.scope ?? challenge.parameter("scope")
            return
        }
        let record = session?.token?.oauth.flatMap { $0.issuer == purpose.issuer ? $0 : nil }
        let scope = OAuthScope.union(OAuthScope.union(purpose.scope, record?.scope), needed)
        if record?.covers(scope: needed) == true { throw response.refused(scope: needed) }
        guard OAuthScope.words(scope ?? "").count <= OAuthScope.maximumCount else {
            throw response.refused(scope: needed, "and more and more of them")
        }
        purpose.scope = scope
        purpose.isStepUp = true
    }

    /// Returns the server that a resource's token comes from: the one that issued the former, else one that knows this user's
    /// fedauth, else the one that the user chooses. Throws `input-needed` when nobody can be asked.
    private func issuer(of resource: ProtectedResource, _ session: Session?) throws(FedauthError) -> String {
        guard resource.issuers.count > 1 else { return resource.issuers[0] }
        if let former = session?.token?.oauth?.issuer, resource.issuers.contains(former) { return former }
        let registrations = OAuthRegistrations(try services.store())
        for issuer in resource.issuers where try registrations.registration(at: issuer) != nil { return issuer }
        let shown = resource.issuers.prefix(9).map { "'\($0.folded(to: 120))'" }
        guard signIn.wantedPresenter != .ours(.none), services.prompter().canAsk else {
            throw FedauthError(
                .inputNeeded,
                "'\(resource.url.withoutQuery)' takes tokens of several servers: \(shown.joined(separator: ", "))",
                hint:
                    "name one by '--issuer URL', and the resource by '--resource \(resource.url.withoutQuery.shellWord)'"
            )
        }
        services.reporter.instruct("'\(resource.url.withoutQuery)' takes tokens of several servers:")
        return resource.issuers[try services.number(of: "server", among: shown)]
    }

    /// Returns the sign-in that the metadata of a resource name (RFC 9728), or that its session was made by; nil when it has none.
    private func discovered(
        at url: WebURL, _ profile: Profile?, _ response: Response?, _ network: Network
    ) throws(FedauthError) -> Purpose? {
        let sessions = try sessions()
        let former =
            if let profile { try sessions.named(profile.name)?.session } else { try sessions.token(for: url)?.session }
        var found: Purpose?
        let asked = response?.bearerChallenge?.parameter("scope")
        if let former, let record = former.token?.oauth, record.grant.isUnattended, settings.grant == nil {
            let again = CurrentProfile.signIn(to: former, in: try services.configuration(), " --force")
            let what =
                "the token of '\(former.name.folded(to: 60))' was got without a person, by '\(record.grant.rawValue)'"
            // A job has nobody who could sign in instead.
            let isAny = signIn.wantedPresenter == .ours(.auto) || signIn.wantedPresenter == .ours(.none)
            let isJob = isAny && signIn.user == nil
            guard !isJob || services.prompter().canAsk else {
                throw FedauthError(
                    .inputNeeded, what + ", and what that takes is not at hand", hint: "get another by '\(again)'")
            }
            services.reporter.note(what + "; '\(again)' gets another, and here you are to sign in")
        }
        // The token for an address above it may be none for the resource that is there.
        var (resource, isNearer): (ProtectedResource?, Bool) = (nil, false)
        let place = response?.bearerChallenge?.parameter("resource_metadata")
        if let former, former.url.path != url.path,
            place.map({ !$0.hasSuffix(OAuthDiscovery.metadataPath(of: former.url)) }) ?? (response == nil),
            let found = try? metadata(at: url, response, over: network)
        {
            resource = found
            isNearer = found.url != former.url && found.url.isBelow(former.url)
        }
        if !isNearer, !signIn.isForced, let former, let record = former.token?.oauth, url.isBelow(former.url),
            former.isValid(at: services.clock.now) || former.token?.refresh != nil
        {
            found = Purpose(
                name: former.name, issuer: record.issuer, isUsers: false, target: former.url,
                resource: record.resource, scope: settings.scope ?? (record.covers(scope: asked) ? record.scope : nil))
        } else {
            if resource == nil { resource = try metadata(at: url, response, over: network) }
            guard let resource else { return nil }
            found = Purpose(
                name: try name(profile, resource.url),
                issuer: try issuer(of: resource, former), isUsers: false, target: resource.url,
                resource: settings.sendsResource ? resource.identifier : nil,
                scope: settings.scope ?? response?.bearerChallenge?.parameter("scope") ?? resource.scope,
                isUnnamed: profile == nil)
        }
        let isFormer = former?.token?.oauth?.issuer == found?.issuer
        found?.isFormer = isFormer
        if var purpose = found, let response {
            try widen(&purpose, by: response, former)
            return purpose
        }
        return found
    }

    /// Returns the session of a purpose, or signs in.
    func run(_ purpose: Purpose, over network: Network) throws(FedauthError) -> SignIn.Outcome {
        do throws(FedauthError) {
            return try once(purpose, over: network)
        } catch  where error.code == .busy && purpose.isUnnamed {
            // Another process has given the host's name to another resource.
            var other = purpose
            other.name = try sessions().name(for: purpose.target)
            guard other.name != purpose.name else { throw error }
            return try once(other, over: network)
        }
    }

    private func once(_ purpose: Purpose, over network: Network) throws(FedauthError) -> SignIn.Outcome {
        let store = try services.store()
        let checked = try signIn.checkedAddress() ?? purpose.target
        // What a service names is not what the user allows.
        let named = purpose.isUsers ? [try WebURL(purpose.issuer)] : []
        // Any service may name the user's own provider, and would get a token of it without a question: there, nothing is used
        // by itself that proves who the user is.
        let agreesWith = { (origin: Origin) in
            network.agent.site(of: origin.host) == network.agent.site(of: purpose.target.host)
        }
        let issuer = try WebURL(purpose.issuer).origin
        let isTrusted = purpose.isUsers || purpose.isFormer || agreesWith(issuer)
        var (signIn, network) = (signIn, network)
        if !isTrusted {
            signIn.integrated = .never
            network = try services.enrollment.network(
                ProviderUse(kinds: [], named: [], user: nil),
                identities: IdentitiesOfSite(services.enrollment.storedIdentities(), isOfSite: agreesWith),
                authority: nil)
            services.reporter.detail(
                "what is kept for '\(purpose.issuer.folded(to: 120))' is not used, since only the service names it; '--issuer' does"
            )
        }
        let agent = network.agent(for: named + [purpose.target, checked])
        let answers = try LoginCredentials(signIn, usesStored: isTrusted, network, store, services)
        if let scope = purpose.scope { answers.scopes = OAuthScope.words(scope + " openid offline_access") }
        var options = OAuthSignIn.Options(issuer: purpose.issuer, finish: try finish())
        options.isUsers = purpose.isUsers
        options.grant = settings.way
        options.leavesOthers = purpose.isUnnamed
        options.mayUseDevice =
            settings.grant == nil && signIn.wantedPresenter == .ours(.auto) && services.prompter().canAsk
        options.client = try settings.client.client(store, services)
        options.scope = purpose.scope
        options.resource = purpose.resource
        options.audience = settings.audience
        options.isForced = signIn.isForced
        if let subject = try OAuthSubject(settings, services) {
            options.subject = { (deadline) throws(FedauthError) in
                try subject.read(for: purpose.issuer, agent, deadline)
            }
        }
        options.hasPerson = signIn.wantedPresenter != .ours(.none) && services.prompter().canAsk
        let services = services
        let (presented, certified) = (signIn, network)
        var parts = OAuthSignIn.Parts(
            agent, store: store, hashing: services.hashing, reporter: services.reporter,
            probe: SessionProbe(agent, url: checked),
            bound: { () throws(FedauthError) in try certified.identities?.boundOrigins() ?? [] },
            presenter: { () throws(FedauthError) in
                try services.presenter(presented, over: certified, answers: answers)
            },
            random: { (count) throws(FedauthError) in try services.randomText(bytes: count) },
            wait: { services.enrollment.wait(milliseconds: $0) })
        parts.hasAnswered = { answers.hasAnswered }
        let method = OAuthSignIn(target: purpose.target, user: signIn.user, options, parts)
        var renewal = signIn.renewal(purpose.name, store, services, over: agent, as: options.client) {
            (token, deadline) throws(FedauthError) in
            try method.renew(token, deadline: deadline)
        }
        renewal.isForced = renewal.isForced || purpose.isStepUp
        return try answers.signIn(
            purpose.name, by: RenewingSignIn(method, renewal), options: signIn.flow(over: network),
            SignIn(services, store))
    }

    /// Returns the redirect address (RFC 8252 section 7.3).
    private func finish() throws(FedauthError) -> FinishEndpoint {
        let finish = try FinishEndpoint(argument: settings.finish ?? "http://127.0.0.1:0/callback", moment: .asked)
        guard let port = signIn.remotePort, finish.isPortFree else { return finish }
        return FinishEndpoint(finish.url.with(port: port), moment: .asked)
    }
}

/// Shows client certificates to the servers of one site only.
private final class IdentitiesOfSite: IdentitiesInFront {
    private let isOfSite: (Origin) -> Bool

    init(_ others: any ClientIdentities, isOfSite: @escaping (Origin) -> Bool) {
        self.isOfSite = isOfSite
        super.init(others)
    }

    override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
        isOfSite(origin) ? try super.identity(for: origin, isDemanded: isDemanded) : nil
    }

    override func boundOrigins() throws(FedauthError) -> [Origin] { try super.boundOrigins().filter(isOfSite) }
}
