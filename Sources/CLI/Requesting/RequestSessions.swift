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
            signIn: { [self] (response) throws(FedauthError) in try signIn(asDemandedBy: response) })
    }

    /// Where the command line points; only there its profile counts.
    private func isFirst(_ url: WebURL) throws(FedauthError) -> Bool {
        url.origin == (try WebURL(argument: command.url)).origin
    }

    /// The profile for an address; of the first one it may be named.
    private func profile(for url: WebURL) throws(FedauthError) -> Profile? {
        guard let name = command.profile, try isFirst(url) else { return configuration.profile(for: url.origin) }
        return try CurrentProfile(context).profile(name, in: configuration)
    }

    private func known(_ url: WebURL) throws(FedauthError) -> Session? {
        let first = try isFirst(url)
        let isNamed = first && command.profile != nil
        let profile = try profile(for: url)
        let name = profile?.name ?? (isNamed ? command.profile : nil) ?? url.host
        guard let stored = try Sessions(store, reporter: context.streams).named(name) else { return nil }
        // A session called like the host may be another service's, on another port.
        guard stored.session.url.origin == url.origin || isNamed else { return nil }
        guard stored.session.isValid(at: context.clock.now), stored.session.isFor(command.options.flow.signIn.user)
        else { return nil }
        used.append(stored)
        return stored.session
    }

    private func signIn(asDemandedBy response: Response) throws(FedauthError) -> Session {
        let url = response.url
        var flow = SAMLFlow(
            saml: command.options.saml, finish: command.options.finish, options: command.options.flow)
        let outcome: SignIn.Outcome
        let profile = try profile(for: url)
        let method = try profile.map { (profile) throws(FedauthError) in
            try Invocation.checkMethod(of: profile, in: context.configurationFile.path)
        }
        if let profile, method == ADFS.name {
            var flow = FederationFlow(wanted: command.options.wantedOfFederation, options: command.options.flow)
            flow.refused = used.first { $0.session.name == profile.name }?.session
            outcome = try flow.run(service: profile.name, in: context)
        } else if let profile, method == SAML.name {
            flow.refused = used.first { $0.session.name == profile.name }?.session
            outcome = try flow.run(service: profile.name, in: context)
        } else {
            flow.saml.authorizationUrl = nil
            flow.saml.sap = try isFirst(url) ? command.options.saml.sap : nil
            if flow.saml.sap == nil, response.header(SAPBackend.challengeField) != nil {
                flow.saml.sap = try backend(behind: url).description
            }
            flow.finishesAtData = flow.finish.finish == nil && flow.saml.sap == nil
            let name = flow.saml.sap == nil ? flow.finish.finish.flatMap { try? WebURL(argument: $0).host } : nil
            flow.refused = used.first { $0.session.name == name ?? url.host }?.session
            outcome = try flow.run(service: flow.saml.sap ?? url.description, in: context)
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

    /// What the service is derived from that challenged by SAP's field, without a profile that says so.
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
