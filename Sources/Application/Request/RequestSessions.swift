import Core

/// The sessions for requests: those of the store, and new ones that the profiles' methods create.
final class RequestSessions {
    let byOrigin: SettingsByOrigin
    private let network: Network
    let store: any CredentialStore
    let services: any Services
    private var used: [StoredSession] = []

    init(_ byOrigin: SettingsByOrigin, _ network: Network, _ store: any CredentialStore, _ services: any Services) {
        (self.byOrigin, self.network, self.store, self.services) = (byOrigin, network, store, services)
    }

    var source: SessionAnswerer.Source {
        var source = SessionAnswerer.Source(
            known: { [self] (url) throws(FedauthError) in try known(url) },
            isToken: { [self] (url) throws(FedauthError) in try isToken(url) },
            hasPages: { [self] (url) throws(FedauthError) in
                guard let profile = try byOrigin.profile(for: url.origin) else { return false }
                let begins = profile.settings.contains { ["authorization-url", "sap"].contains($0.key) }
                return profile.signInMethod == .adfs || profile.signInMethod == .saml && begins
            },
            signIn: { [self] (response, isForToken) throws(FedauthError) in
                do throws(FedauthError) {
                    return try signIn(asDemandedBy: response, forToken: isForToken)
                } catch  where error.code == .inputNeeded && !byOrigin.named.contains(response.url.origin) {
                    throw error.hinting(NamedOrigins.hint(response.url.origin))
                }
            })
        source.discovers = { [self] (url) throws(FedauthError) in
            try byOrigin.profile(for: url.origin).map { (profile) throws(FedauthError) in
                try method(of: profile) == .oauth
            } ?? true
        }
        source.isAlive = { [self] (session) throws(FedauthError) in
            var session = session
            return try probe(of: session).isAlive(&session, deadline: network.deadline)
        }
        source.surelyHolds = { [self] (session) throws(FedauthError) in
            var session = session
            let probe = try probe(of: session)
            guard try probe.isAlive(&session, deadline: network.deadline) else { return false }
            return try !probe.isOpen(deadline: network.deadline)
        }
        return source
    }

    private func probe(of session: Session) throws(FedauthError) -> SessionProbe {
        let check = try byOrigin.profile(for: session.url.origin)?.text("check")
        let url = try WebURL.argument(ifAny: check) ?? session.url
        return SessionProbe(network.agent(for: [url]), url: url)
    }

    // MARK: sessions in the store

    private func known(_ url: WebURL) throws(FedauthError) -> Session? {
        let now = services.clock.now
        let signIn = try byOrigin.signIn(for: url.origin).signIn.settings.signIn
        var valid: [StoredSession] = []
        for stored in try stored(for: url) where stored.session.isFor(signIn.user) {
            let stored = stored.session.isBearerToken(for: url) ? try renewed(stored) : stored
            if stored.session.isValid(at: now) { valid.append(stored) }
        }
        // The profile's session comes first, if it has credentials for this address: two services may share a name, and
        // a profile is found by its name alone.
        let chosen = valid.first { $0.session.shows(at: url, now) } ?? valid.first
        guard let chosen else { return nil }
        // The service names its server only to those who show no token.
        if signIn.isForced, chosen.session.token?.oauth != nil { return nil }
        if let doubt = chosen.session.clockDoubt(at: services.clock.now) { services.reporter.warning(doubt) }
        used.append(chosen)
        return chosen.session
    }

    /// Returns the stored sessions for an address, including expired ones: the session of its profile, then the one
    /// named after the host.
    func stored(for url: WebURL) throws(FedauthError) -> [StoredSession] {
        let isNamed = byOrigin.namesProfile(for: url.origin)
        let profile = try byOrigin.profile(for: url.origin)
        let name = profile?.name ?? (isNamed ? byOrigin.profileName : nil) ?? url.host
        let sessions = Sessions(store, reporter: services.reporter)
        var found = try sessions.named(name).map { [$0] } ?? []
        if !isNamed, name != url.host {
            do throws(FedauthError) {
                if let other = try sessions.named(url.host) { found.append(other) }
            } catch {
                guard error.code == .storeDamaged else { throw error }
                services.reporter.warning(error.message)
            }
        }
        let isNearest = found.contains { stored in
            stored.session.isBearerToken(for: url)
                && (profile != nil || stored.session.token?.oauth == nil || stored.session.url.path == url.path)
        }
        if !isNamed, !isNearest, let other = try sessions.token(for: url),
            !found.contains(where: { $0.session.name == other.session.name })
        {
            found.insert(other, at: 0)
        }
        // A session named after the host may belong to another service, on another port.
        return found.filter { $0.session.url.origin == url.origin || isNamed }
    }

    /// Saves cookies that the responses of a session's own server changed. Does not overwrite a session that another
    /// process has changed since.
    func keep(_ jar: CookieJar) throws(FedauthError) {
        for stored in used where stored.session.token?.oauth == nil {
            var session = stored.session
            var renewed = session.jar
            let (url, origin) = (session.url, session.url.origin)
            for cookie in jar.cookies where cookie.isSent(to: url) && cookie.isConfined(to: origin) {
                renewed.insert(cookie, now: services.clock.now)
            }
            renewed.removeExpired(at: services.clock.now)
            guard renewed != session.jar, !renewed.cookies(for: session.url, now: services.clock.now).isEmpty else {
                continue
            }
            session.jar = renewed
            _ = try stored.replace(with: session, in: store)
        }
    }

    /// Returns the session that requests to an origin use; nil: none.
    func session(at origin: Origin) -> Session? { used.last { $0.session.url.origin == origin }?.session }

    /// Returns the user whose stored password the session at an origin uses; nil for other sessions.
    func passwordUser(at origin: Origin) -> String? {
        guard let session = session(at: origin), let access = session.access, access.scheme != .negotiate else {
            return nil
        }
        return session.user
    }

    // MARK: new sessions

    func method(of profile: Profile) throws(FedauthError) -> SignInMethodName {
        if let method = profile.signInMethod { return method }
        try services.checkProfile(profile.name, in: try services.configuration())
        throw FedauthError(.configuration, "the profile '\(profile.name)' has an unknown method")
    }

    /// Returns whether a session fits: a sign-in by AD FS that ends with a token does not help a service that needs
    /// cookies.
    private func fits(
        _ method: SignInMethodName, _ federation: FederationSettings, forToken isForToken: Bool, at url: WebURL
    ) -> Bool {
        if method == .oauth { return isForToken }
        guard !isForToken, !byOrigin.namesProfile(for: url.origin), method == .adfs, federation.active.postTo == nil
        else { return true }
        let finish = federation.finish
        return finish.finishToken == nil && finish.finish.map { !FinishChoice.isOnThisMachine($0) } ?? false
    }

    private func signIn(
        asDemandedBy response: Response, forToken isForToken: Bool
    ) throws(FedauthError) -> SignIn.Outcome {
        let url = response.url
        // The sign-in may wait for another process, or for the user.
        network.agent.transport.closeConnections()
        let place = try byOrigin.signIn(for: url.origin).signIn
        var saml = place.settings.saml
        var named: (profile: Profile, method: SignInMethodName)?
        if let profile = try byOrigin.profile(for: url.origin) {
            let method = try method(of: profile)
            if fits(method, place.settings.federation, forToken: isForToken, at: url) {
                named = (profile, method)
            } else {
                // The token arrives at that profile's own finish address.
                saml.finish.finish = nil
                saml.finish.finishToken = nil
            }
        }
        var signIn = place.settings.signIn
        if isForToken, named == nil || named?.method == .oauth, !(try isOthers(url)) {
            signIn.refused =
                named.map { session($0.profile.name) } ?? used.last { $0.session.isBearerToken(for: url) }?.session
            let flow = OAuthFlow(place.services, place.settings.oauth, signIn)
            if let outcome = try flow.run(named?.profile, challengedBy: response) { return try use(outcome) }
            throw response.unanswerable
        }
        if isForToken, named == nil || named?.method == .basic || named?.method == .sls { try requireToken(for: url) }
        let outcome: SignIn.Outcome
        var isFirst = false
        switch named {
        case (let profile, .adfs)?:
            signIn.refused = session(profile.name)
            outcome = try FederationFlow(place.services, place.settings.federation, signIn).run(service: profile.name)
        case (let profile, .saml)?:
            signIn.refused = session(profile.name)
            outcome = try SAMLFlow(place.services, saml, signIn).run(service: profile.name)
        default:
            try adapt(&saml, to: response)
            let name = saml.sap == nil ? saml.finish.finish.flatMap { try? WebURL(argument: $0).host } : nil
            signIn.refused = session(name ?? url.host)
            isFirst = try !Sessions(store, reporter: services.reporter).names().contains(name ?? url.host)
            signIn.coversOrigin = saml.finishesAtData
            outcome = try SAMLFlow(place.services, saml, signIn).run(service: saml.sap ?? url.description)
        }
        let used = try use(outcome)
        // For a person, and once: a script would read it each day.
        if isFirst, outcome.isFresh, services.reporter.showsWaits {
            services.reporter.note("'fedauth profile add NAME URL' saves how, for scripts too")
        }
        return used
    }

    /// Adapts the settings of a sign-in to a service without a profile: it begins, and ends, at the address.
    private func adapt(_ saml: inout SAMLSettings, to response: Response) throws(FedauthError) {
        saml.authorizationURL = nil
        if saml.sap == nil, response.header(SAPBackend.challengeField) != nil {
            saml.sap = try backend(behind: response.url).description
        }
        saml.finishesAtData = saml.finish.finish == nil && saml.sap == nil
    }

    /// Returns the session that the requests used and a server has refused.
    private func session(_ name: String) -> Session? { used.first { $0.session.name == name }?.session }

    /// Reports a sign-in, and uses its session for further requests.
    private func use(_ outcome: SignIn.Outcome) throws(FedauthError) -> SignIn.Outcome {
        let session = outcome.session
        if outcome.isFresh, !outcome.isRenewed {
            services.reporter.note(
                "signed in to '\(session.name)', valid until \(services.reporter.shown(session.expires))")
        }
        if let stored = try Sessions(store, reporter: services.reporter).named(session.name) {
            used.removeAll { $0.session.name == session.name }
            used.append(stored)
        }
        return outcome
    }

    /// Returns the backend of a service that sent SAP's challenge, for which there is no profile.
    private func backend(behind url: WebURL) throws(FedauthError) -> WebURL {
        let found = try SAPBackend(network.agent(for: [url]), deadline: network.deadline).find(for: url)
        guard let found else {
            throw FedauthError(
                .inputNeeded,
                "'\(url.withoutQuery)' asks for a sign-in to SAP mobile services, and does not show at which address",
                hint: "name its backend: 'fedauth profile add NAME --sap BACKEND-URL'")
        }
        services.reporter.detail("the backend is '\(found.withoutQuery)'")
        return found
    }
}
