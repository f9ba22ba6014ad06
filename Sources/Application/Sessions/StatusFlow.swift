public import Core

/// A session, and its server's answer about it.
public struct SessionStatus: Equatable, Sendable {
    /// The session, with the cookies that the server renewed.
    public var session: Session
    /// Whether the server accepts the session; nil: the server was not asked.
    public var checked: Bool?
    /// Why its token is not renewed without a person, although the server would renew it; nil: it is.
    public var hindrance: String?
}

/// Lists sessions, and asks their servers if wanted.
public struct StatusFlow {
    private let services: any Services
    private let asksServer: Bool
    private var clock: any WallClock { services.clock }
    private var reporter: any Reporter { services.reporter }

    /// Reads nothing yet.
    public init(_ services: any Services, asksServer: Bool) {
        self.services = services
        self.asksServer = asksServer
    }

    /// Returns all sessions. A server that does not answer causes a warning and hides no other session.
    public func all() throws(FedauthError) -> [SessionStatus] {
        let store = try services.store()
        let configuration = try services.configuration()
        var found: [SessionStatus] = []
        for stored in try Sessions(store, reporter: reporter).all() {
            if let doubt = stored.session.clockDoubt(at: clock.now) { reporter.warning(doubt) }
            do throws(FedauthError) {
                found.append(try complete(stored, configuration, store))
            } catch {
                let session = stored.session
                reporter.warning("'\(session.name)' could not be checked: \(error.message)")
                found.append(SessionStatus(session: session))
            }
        }
        return found
    }

    /// Returns a profile's session, or one by its name; nil: the current one. Throws `not-found` when there is none.
    public func one(_ word: String?) throws(FedauthError) -> SessionStatus {
        let store = try services.store()
        let configuration = try services.configuration()
        return try complete(CurrentProfile(services).session(word, in: configuration, store), configuration, store)
    }

    private func complete(
        _ stored: StoredSession, _ configuration: Configuration, _ store: any CredentialStore
    ) throws(FedauthError) -> SessionStatus {
        var status = try status(stored, configuration, store)
        status.hindrance = OAuthSettings.hindrance(to: status.session, configuration.profile(stored.session.name))
        return status
    }

    /// Asks the server with the session's cookies, its token, or a credential.
    private func isAlive(
        _ session: inout Session, at url: WebURL, _ network: Network, _ store: any CredentialStore
    ) throws(FedauthError) -> Bool {
        let deadline = network.deadline
        let agent = network.agent(for: [url])
        guard session.access != nil else {
            return try SessionProbe(agent, url: url).isAlive(&session, deadline: deadline)
        }
        return try AccessProbe(
            agent, hashing: services.hashing, store: store, reporter: reporter, url: url
        ).isAlive(&session, deadline: deadline)
    }

    private func status(
        _ stored: StoredSession, _ configuration: Configuration, _ store: any CredentialStore
    ) throws(FedauthError) -> SessionStatus {
        let session = stored.session
        guard asksServer && session.isValid(at: clock.now) else { return SessionStatus(session: session) }
        let network = try services.network(for: session, in: configuration)
        let address = configuration.profile(session.name)?.text("check")
        if session.result == .token, let token = session.token, address == nil || token.kind != .bearer {
            reporter.note(
                token.kind == .bearer
                    ? "'\(session.name)' is a token, and no address is known that shows whether it is valid: a profile names "
                        + "one by 'check'"
                    : "'\(session.name)' is \(token.kind.text), of which no server can be asked whether it is valid")
            return SessionStatus(session: session)
        }
        let url = try WebURL.argument(ifAny: address) ?? session.url
        var checked = session
        let isAlive = try self.isAlive(&checked, at: url, network, store)
        if !isAlive {
            // A session that the server has ended expires here too, so that the next sign-in does not use it.
            checked.expires = min(checked.expires, clock.now)
        }
        if checked != session, try !stored.replace(with: checked, in: store),
            let newer = try Sessions(store, reporter: reporter).named(session.name)
        {
            return SessionStatus(session: newer.session)
        }
        return SessionStatus(session: checked, checked: isAlive)
    }
}
