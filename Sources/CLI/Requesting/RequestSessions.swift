import Application
import Core
import Secrets

/// The sessions for requests: those of the store, and new ones that the profiles' methods create.
final class RequestSessions {
    private let command: RequestCommand
    private let byOrigin: OptionsByOrigin
    private let network: Network
    private let store: any CredentialStore
    private let context: CommandContext
    private var used: [StoredSession] = []

    init(
        _ command: RequestCommand, _ byOrigin: OptionsByOrigin, _ network: Network, _ store: any CredentialStore,
        in context: CommandContext
    ) {
        self.command = command
        self.byOrigin = byOrigin
        self.network = network
        self.store = store
        self.context = context
    }

    var source: SessionAnswerer.Source {
        SessionAnswerer.Source(
            known: { [self] (url) throws(FedauthError) in try known(url) },
            isToken: { [self] (url) throws(FedauthError) in try isToken(url) },
            signIn: { [self] (response, isForToken) throws(FedauthError) in
                do throws(FedauthError) {
                    return try signIn(asDemandedBy: response, forToken: isForToken)
                } catch  where error.code == .inputNeeded && !byOrigin.named.contains(response.url.origin) {
                    var error = error
                    error.hint = NamedOrigins.hint(response.url.origin)
                    throw error
                }
            })
    }

    private func known(_ url: WebURL) throws(FedauthError) -> Session? {
        let now = context.clock.now
        let user = try byOrigin.options(for: url.origin).options.flow.signIn.user
        let valid = try stored(for: url).filter { $0.session.isValid(at: now) && $0.session.isFor(user) }
        // Prefers the session made for this address, then one with credentials for it: two services may share a name,
        // and a profile is found by its name alone.
        let chosen =
            valid.first { $0.session.url.path == url.path } ?? valid.first { $0.session.shows(at: url, now) }
            ?? valid.first
        guard let chosen else { return nil }
        if let doubt = chosen.session.clockDoubt(at: context.clock.now) { context.streams.warning(doubt) }
        used.append(chosen)
        return chosen.session
    }

    /// Returns the stored sessions for an address, including expired ones: the session of its profile, then the one
    /// named after the host.
    private func stored(for url: WebURL) throws(FedauthError) -> [StoredSession] {
        let isNamed = try isNamed(url)
        let profile = try byOrigin.profile(for: url.origin)
        let name = profile?.name ?? (isNamed ? command.profile : nil) ?? url.host
        let sessions = Sessions(store, reporter: context.streams)
        var found = try sessions.named(name).map { [$0] } ?? []
        if !isNamed, name != url.host {
            do throws(FedauthError) {
                if let other = try sessions.named(url.host) { found.append(other) }
            } catch {
                guard error.code == .storeDamaged else { throw error }
                context.streams.warning(error.message)
            }
        }
        // A session named after the host may belong to another service, on another port.
        return found.filter { $0.session.url.origin == url.origin || isNamed }
    }

    /// Returns whether the command line names the profile for the origin of an address.
    private func isNamed(_ url: WebURL) throws(FedauthError) -> Bool {
        guard command.profile != nil else { return false }
        return url.origin == (try WebURL(argument: command.url)).origin
    }

    /// Returns whether a sign-in for an address gets a token for it, or did so before.
    private func isToken(_ url: WebURL) throws(FedauthError) -> Bool {
        if try stored(for: url).contains(where: { $0.session.isBearerToken(for: url) }) { return true }
        let exchange = try byOrigin.options(for: url.origin).options.exchange
        guard let profile = try byOrigin.profile(for: url.origin), try method(of: profile) == ADFS.name,
            exchange.exchange?.scheme != nil, let target = exchange.exchangeFor ?? exchange.exchangeUrl
        else { return false }
        return try WebURL(argument: target).origin == url.origin
    }

    private func method(of profile: Profile) throws(FedauthError) -> String {
        try Invocation.checkMethod(of: profile, in: context.configurationFile.path)
    }

    /// Throws an error because no profile describes how to get the token: `input-needed` when it has expired, `refused`
    /// when the server rejected it.
    private func requireToken(for url: WebURL) throws(FedauthError) {
        guard let session = try stored(for: url).first(where: { $0.session.isBearerToken(for: url) })?.session else {
            return
        }
        let configuration = try context.configuration()
        _ = try CurrentProfile(context).validSession(session.name, in: configuration, store, at: context.clock.now)
        throw FedauthError(
            .refused, "'\(url.withoutQuery)' refused the token of the session '\(session.name)'",
            hint: "sign in again by '\(CurrentProfile.signIn(to: session, in: configuration, " --force"))'")
    }

    /// Returns whether a session fits: a sign-in by AD FS that ends with a token does not help a service that needs
    /// cookies.
    private func fits(
        _ profile: Profile, _ options: MethodOptions, forToken isForToken: Bool, at url: WebURL
    ) throws(FedauthError) -> Bool {
        guard !isForToken, try !isNamed(url), try method(of: profile) == ADFS.name else { return true }
        guard options.active.postTo == nil else { return true }
        return options.finish.finishToken == nil
            && options.finish.finish.map { !FinishChoice.isOnThisMachine($0) } ?? false
    }

    private func signIn(
        asDemandedBy response: Response, forToken isForToken: Bool
    ) throws(FedauthError) -> Session {
        let url = response.url
        let options = try byOrigin.options(for: url.origin).options
        let found = try byOrigin.profile(for: url.origin)
        var profile = found
        var finish = options.finish
        if let found, try !fits(found, options, forToken: isForToken, at: url) {
            // The token arrives at that profile's own finish address.
            finish.finish = nil
            finish.finishToken = nil
            profile = nil
        }
        var method: String?
        if let profile { method = try self.method(of: profile) }
        if isForToken, method == nil || method == Basic.methodName || method == SLSEnroll.methodName {
            try requireToken(for: url)
        }
        let services = context.services(options.flow)
        var signIn = options.flow.signIn.values
        let outcome: SignIn.Outcome
        if let profile, method == ADFS.name {
            signIn.refused = used.first { $0.session.name == profile.name }?.session
            outcome = try FederationFlow(services, options.federationSettings, signIn).run(service: profile.name)
        } else if let profile, method == SAML.name {
            signIn.refused = used.first { $0.session.name == profile.name }?.session
            outcome = try SAMLFlow(services, options.saml.values(finish), signIn).run(service: profile.name)
        } else {
            var saml = options.saml.values(finish)
            saml.authorizationURL = nil
            if saml.sap == nil, response.header(SAPBackend.challengeField) != nil {
                saml.sap = try backend(behind: url).description
            }
            saml.finishesAtData = saml.finish.finish == nil && saml.sap == nil
            let name = saml.sap == nil ? saml.finish.finish.flatMap { try? WebURL(argument: $0).host } : nil
            signIn.refused = used.first { $0.session.name == name ?? url.host }?.session
            outcome = try SAMLFlow(services, saml, signIn).run(service: saml.sap ?? url.description)
        }
        let session = outcome.session
        if outcome.isFresh {
            context.streams.note("signed in to '\(session.name)', valid until \(session.expires.iso8601)")
        }
        if let stored = try Sessions(store, reporter: context.streams).named(session.name) {
            used.removeAll { $0.session.name == session.name }
            used.append(stored)
        }
        return session
    }

    /// Returns the backend of a service that sent SAP's challenge, for which there is no profile.
    private func backend(behind url: WebURL) throws(FedauthError) -> WebURL {
        let found = try SAPBackend(
            transport: network.transport, policy: network.policy(for: [url]),
            deadline: Deadline(seconds: network.timeoutSeconds, from: context.clock)
        ).find(for: url)
        guard let found else {
            throw FedauthError(
                .inputNeeded,
                "'\(url.withoutQuery)' asks for a sign-in to SAP mobile services, and does not show at which address",
                hint: "name its backend: 'fedauth profile add NAME --sap BACKEND-URL'")
        }
        context.streams.detail("the backend is '\(found.withoutQuery)'")
        return found
    }

    /// Saves cookies that the responses changed. Does not overwrite a session that another process has changed since.
    func keep(_ jar: CookieJar) throws(FedauthError) {
        for stored in used {
            var session = stored.session
            var renewed = session.jar
            for cookie in jar.cookies where cookie.isSent(to: session.url) {
                renewed.insert(cookie, now: context.clock.now)
            }
            renewed.removeExpired(at: context.clock.now)
            guard renewed != session.jar, !renewed.cookies(for: session.url, now: context.clock.now).isEmpty else {
                continue
            }
            session.jar = renewed
            _ = try stored.replace(with: session, in: store)
        }
    }
}
