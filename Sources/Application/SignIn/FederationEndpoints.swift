public import Core

/// The addresses of a sign-in by WS-Federation from options and argument, and the session's name.
public struct FederationEndpoints {
    let request: FederationRequest
    let finish: FinishEndpoint
    /// The address that the session is for.
    let target: WebURL
    let logouts: [Session.Logout]
    let sessionName: String
    /// The exchange for a platform's token; nil: none.
    let exchange: ExchangeSetup?
    /// The address to which a token from WS-Trust is posted for cookies; nil: none.
    let postTo: WebURL?
    /// All addresses that the user named.
    let named: [WebURL]

    init(
        _ settings: FederationSettings, presenter: PresenterChoice, profile: Profile?, service: String?,
        _ services: any Services
    ) throws(FedauthError) {
        guard let text = (profile == nil ? service : nil) ?? settings.adfs else {
            throw FedauthError(
                .usage, profile.map { "the profile '\($0.name)' has no 'adfs'" } ?? "no profile and no host was named",
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
        let platformURL = try WebURL.argument(ifAny: platform)
        let replyURL = reply?.url ?? platformURL
        if let type = settings.active.tokenType { try ActiveSettings.check(tokenType: type) }
        exchange = try ExchangeSetup(settings.exchange)
        postTo = try WebURL.argument(ifAny: settings.active.postTo)
        let trust = try WebURL.argument(ifAny: settings.active.trustEndpoint)
        let random = try services.randomText(bytes: 18)
        let wctx = settings.wctx ?? random
        guard !wctx.isEmpty else {
            throw FedauthError(
                .usage, "the context is empty: an answer could not be matched to its sign-in",
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
            requestID: try services.randomUUID())
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

    /// Returns the passive endpoint of AD FS; an address with another path is used unchanged.
    public static func passive(_ text: String) throws(FedauthError) -> WebURL {
        let url = try WebURL(argument: text)
        return url.path == "/" ? url.with(path: "/adfs/ls/", query: url.query) : url
    }

    /// Adds the scheme, which the service requires and users may leave out.
    private static func withScheme(_ text: String) -> String {
        text.prefix { !"/?#".contains($0) }.hasSuffix(":") ? text : "https://" + text
    }

    /// Returns the realm if it is an http or https address; other realms are names.
    private static func address(_ realm: String) -> WebURL? {
        guard let url = try? WebURL(realm), !FinishChoice.isOnThisMachine(url) else { return nil }
        return url
    }

    /// Returns the address that ends the sign-in: the relying party's page, whose cookies are wanted, or a loopback
    /// address that carries the token and is not requested. Nil: the answer itself is the end.
    private static func place(
        _ settings: FederationSettings, _ presenter: PresenterChoice
    ) throws(FedauthError) -> FinishEndpoint? {
        guard settings.finish.finish != nil else {
            return settings.metadataURL == nil ? nil : FinishEndpoint(try WebURL("http://localhost/"), moment: .asked)
        }
        guard let choice = try FinishChoice(settings.finish, presenter: presenter).finish else { return nil }
        guard !choice.isPortFree else {
            throw FedauthError(
                .usage, "the finish has no port, and the platform cannot know which one is free",
                hint: "write the port that the platform sends to, or 'http://localhost:0/' as '--reply'")
        }
        // A loopback http address carries a token; its cookies are not wanted.
        return FinishChoice.isOnThisMachine(choice.url)
            ? FinishEndpoint(choice.url, moment: .asked) : choice.waiting(for: try settings.finish.cookie)
    }

    /// Throws when `open` gets no address on this machine, or when a free port is chosen without a listener.
    private static func checkListener(_ presenter: PresenterChoice, _ reply: FinishEndpoint?) throws(FedauthError) {
        let isHere = reply.map { FinishChoice.isOnThisMachine($0.url) } ?? false
        if presenter == .ours(.open) && !isHere {
            throw FedauthError(
                .usage, "'--presenter open' needs an answer that comes to this machine",
                hint: "give its address by '--reply http://localhost:0/', if the relying party may have that, or by "
                    + "'--finish', where a platform sends the token here")
        }
        if let reply, reply.isPortFree, presenter != .ours(.open), presenter != .ours(.remote) {
            throw FedauthError(
                .usage, "the reply has no port, and this presenter chooses none",
                hint: "'--presenter open' listens at a free port and shows the login in your browser")
        }
    }
}
