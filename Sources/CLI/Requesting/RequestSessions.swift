import Core
import Secrets

/// The sessions that requests are sent with: those of the store, and new ones by the methods of the profiles.
final class RequestSessions {
    private let command: RequestCommand
    private let network: Network
    private let store: any CredentialStore
    private let context: CommandContext
    private let configuration: Configuration
    private var used: [StoredSession] = []

    init(
        _ command: RequestCommand, _ network: Network, _ store: any CredentialStore, in context: CommandContext
    ) throws(FedauthError) {
        self.command = command
        self.network = network
        self.store = store
        self.context = context
        configuration = try context.configuration()
    }

    var source: SessionAnswerer.Source {
        SessionAnswerer.Source(
            known: { [self] (url) throws(FedauthError) in try known(url) },
            signIn: { [self] (url, demand) throws(FedauthError) in try signIn(at: url, demand) })
    }

    /// The profile for an address; of the first one it may be named.
    private func profile(for url: WebURL) throws(FedauthError) -> Profile? {
        guard let name = command.profile, url.origin == (try WebURL(argument: command.url)).origin else {
            return configuration.profile(for: url.origin)
        }
        return try CurrentProfile(context).profile(name, in: configuration)
    }

    private func name(for url: WebURL) throws(FedauthError) -> String {
        try profile(for: url)?.name ?? command.profile ?? url.host
    }

    private func known(_ url: WebURL) throws(FedauthError) -> Session? {
        guard let stored = try Sessions(store, reporter: context.streams).named(try name(for: url)) else { return nil }
        // A session called like the host may be another service's, on another port.
        guard stored.session.url.origin == url.origin || command.profile != nil else { return nil }
        guard stored.session.isValid(at: context.clock.now), stored.session.isFor(command.options.flow.signIn.user)
        else { return nil }
        used.append(stored)
        return stored.session
    }

    private func signIn(at url: WebURL, _ demand: SignInDemand) throws(FedauthError) -> Session {
        var options = command.options
        let profile = try profile(for: url)
        // The server has just said that the session which is there does not do.
        options.flow.signIn.force = true
        var method = options
        let outcome: SignIn.Outcome
        if let profile, try Invocation.checkMethod(of: profile, in: context.configurationFile.path) == SAML.name {
            outcome = try SAMLFlow(saml: options.saml, options: options.flow).run(service: profile.name, in: context)
        } else {
            method.saml.authorizationUrl = nil
            method.saml.sap = nil
            outcome = try SAMLFlow(saml: method.saml, options: method.flow).run(service: url.description, in: context)
        }
        let session = outcome.session
        context.streams.note("signed in to '\(session.name)', valid until \(session.expires.iso8601)")
        if let stored = try Sessions(store, reporter: context.streams).named(session.name) {
            used.removeAll { $0.session.name == session.name }
            used.append(stored)
        }
        return session
    }

    /// Keeps what the answers' cookies changed. A session that somebody else has changed since stays theirs.
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
