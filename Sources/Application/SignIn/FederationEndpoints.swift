public import Core

/// The addresses that options and argument name for a sign-in by WS-Federation, and what the session is called.
public struct FederationEndpoints {
    let request: FederationRequest
    let finish: FinishEndpoint
    /// What the session is for.
    let target: WebURL
    let logouts: [Session.Logout]
    let sessionName: String
    /// How the token is changed for a platform's; nil: it is not.
    let exchange: ExchangeSetup?
    /// Where a token that came without pages is posted for cookies; nil: nowhere.
    let postTo: WebURL?
    /// All addresses that the user named.
    let named: [WebURL]

    init(
        _ settings: FederationSettings, presenter: PresenterChoice, service: String?, _ services: Services
    ) throws(FedauthError) {
        let profile = try CurrentProfile(services).profile(service, in: try services.profiles.configuration())
        guard let text = (profile == nil ? service : nil) ?? settings.adfs else {
            throw FedauthError(
                .usage,
                profile.map { "the profile '\($0.name)' has no 'adfs'" } ?? "no profile and no host was named",
                hint:
                    "write 'fedauth adfs HOST --realm URI', or add a profile by 'fedauth profile add NAME --method adfs "
                    + "--adfs HOST --realm URI'")
        }
        let endpoint = try Self.passive(text)
        let metadata = settings.metadataURL.map(Self.withScheme)
        guard let realm = settings.realm ?? metadata, !realm.isEmpty else {
            throw FedauthError(
                .usage, "no relying party was named that the token is for",
                hint: "give it by '--realm URI', as AD FS knows it: its identifier")
        }
        let reply = try settings.reply.map { (text) throws(FedauthError) in try FinishEndpoint(argument: text) }
        let platform = metadata.map(FederationRequest.reply(metadataURL:))
        let platformURL = try platform.map { (text) throws(FedauthError) in try WebURL(argument: text) }
        let replyURL = reply?.url ?? platformURL
        if let type = settings.active.tokenType { try ActiveSettings.check(tokenType: type) }
        exchange = try ExchangeSetup(settings.exchange)
        postTo = try settings.active.postTo.map { (text) throws(FedauthError) in try WebURL(argument: text) }
        let trust = try settings.active.trustEndpoint.map { (text) throws(FedauthError) in try WebURL(argument: text) }
        let random = try services.random.text(bytes: 18)
        let wctx = settings.wctx ?? random
        guard !wctx.isEmpty else {
            throw FedauthError(
                .usage, "the context is empty, so that nobody could tell whose sign-in an answer belongs to",
                hint: "leave '--wctx' out: the usual one is random")
        }
        let message = FederationMessage(consumer: replyURL, context: wctx, issuer: endpoint.origin)
        let realmURL = Self.address(realm)
        if let place = try Self.place(settings, presenter) {
            finish = place
        } else {
            if !settings.active.isActive { try Self.checkListener(presenter, reply) }
            finish = FinishEndpoint(
                replyURL ?? realmURL ?? endpoint, taking: message, isPortFree: reply?.isPortFree ?? false)
        }
        request = FederationRequest(
            endpoint: endpoint, realm: realm,
            reply: finish.isPortFree
                ? FederationRequest.finishPlace
                : settings.reply.map(Self.withScheme) ?? platform, context: wctx,
            requestID: try services.random.uuid())
        let isElsewhere = replyURL.map { !FinishChoice.isOnThisMachine($0) } ?? false
        target =
            finish.moment == .shown
            ? finish.url
            : postTo ?? exchange?.target ?? (isElsewhere ? replyURL : nil) ?? realmURL
                ?? endpoint.with(path: endpoint.path)
        let signOut = FederationRequest.signOut(
            at: endpoint, reply: isElsewhere ? settings.reply.map(Self.withScheme) : nil)
        let own = try settings.finish.logout
        logouts = [own, Session.Logout(url: signOut, isPost: false)].compactMap { $0 }
        sessionName = profile?.name ?? target.host
        named =
            [endpoint, finish.url, replyURL, postTo, trust, own?.url].compactMap { $0 }
            + (exchange?.addresses ?? [])
    }

    /// Where AD FS takes requests of the passive profile; another address with a path is taken as it is.
    public static func passive(_ text: String) throws(FedauthError) -> WebURL {
        let url = try WebURL(argument: text)
        return url.path == "/" ? url.with(path: "/adfs/ls/", query: url.query) : url
    }

    /// As the service must have it: who types an address may leave its scheme out.
    private static func withScheme(_ text: String) -> String {
        text.prefix { !"/?#".contains($0) }.hasSuffix(":") ? text : "https://" + text
    }

    /// The realm, where it is an address of the web: many are, and others are names.
    private static func address(_ realm: String) -> WebURL? {
        guard let url = try? WebURL(realm), !FinishChoice.isOnThisMachine(url) else { return nil }
        return url
    }

    /// The address that ends it: the relying party's page, whose cookies are wanted, or one of this machine that carries the
    /// token and is not asked. Nil: the answer itself is the end.
    private static func place(
        _ settings: FederationSettings, _ presenter: PresenterChoice
    ) throws(FedauthError) -> FinishEndpoint? {
        guard settings.finish.finish != nil else {
            return settings.metadataURL == nil
                ? nil : FinishEndpoint(try WebURL("http://localhost/"), moment: .asked)
        }
        guard let choice = try FinishChoice(settings.finish, presenter: presenter).finish else { return nil }
        guard !choice.isPortFree else {
            throw FedauthError(
                .usage, "the finish has no port, and nobody tells the platform the one that is free",
                hint: "write the port that the platform sends to, or 'http://localhost:0/' as '--reply'")
        }
        // What is http and here carries a token: nobody's cookies are fetched from there.
        return FinishChoice.isOnThisMachine(choice.url)
            ? FinishEndpoint(choice.url, moment: .asked) : choice.waiting(for: try settings.finish.cookie)
    }

    /// Who listens on this machine must be told where, and a port that is free is for who listens.
    private static func checkListener(
        _ presenter: PresenterChoice, _ reply: FinishEndpoint?
    ) throws(FedauthError) {
        let isHere = reply.map { FinishChoice.isOnThisMachine($0.url) } ?? false
        if presenter == .ours(.open) && !isHere {
            throw FedauthError(
                .usage, "'--presenter open' needs an answer that comes to this machine",
                hint: "give its address by '--reply http://localhost:0/', if the relying party may have that, or by "
                    + "'--finish', where a platform sends the token here")
        }
        if let reply, reply.isPortFree, presenter != .ours(.open), presenter != .ours(.remote) {
            throw FedauthError(
                .usage, "the reply has no port, and nobody who chooses one",
                hint: "'--presenter open' listens at a free port and shows the login in your browser")
        }
    }
}
