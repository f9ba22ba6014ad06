public import Core

/// The sessions in a store.
public struct Sessions {
    private let store: any CredentialStore
    private let reporter: any Reporter

    /// Reads nothing yet.
    public init(_ store: any CredentialStore, reporter: any Reporter) {
        self.store = store
        self.reporter = reporter
    }

    /// Returns the session called `name`; nil when there is none.
    public func named(_ name: String) throws(FedauthError) -> StoredSession? {
        try store.get(Session.entryName(name)).map { (item) throws(FedauthError) in try StoredSession(item) }
    }

    /// Returns the token's session for an address that no profile is for, that of the nearest resource; nil when there is none.
    public func token(for url: WebURL) throws(FedauthError) -> StoredSession? {
        let names = try names(at: url.origin).filter { $0 == url.host || $0.hasPrefix(url.origin.hostAndPort + "/") }
        var nearest: StoredSession?
        for name in names {
            if let found = try readable(name), found.session.isBearerToken(for: url),
                found.session.url.path.utf8.count > nearest?.session.url.path.utf8.count ?? -1
            {
                nearest = found
            }
        }
        return nearest
    }

    /// Returns nil also for a damaged session, which hides no other one.
    private func readable(_ name: String) throws(FedauthError) -> StoredSession? {
        do throws(FedauthError) { return try named(name) } catch  where error.code == .storeDamaged { return nil }
    }

    /// Returns the name of a session for a resource without a profile: its host or, where that is the name of another one, also its
    /// port and path.
    func name(for url: WebURL) throws(FedauthError) -> String {
        guard let session = try named(url.host)?.session, session.url.description != url.description else {
            return url.host
        }
        return url.origin.hostAndPort + url.path
    }

    /// Returns the name of the session with the latest sign-in.
    public func latestName() throws(FedauthError) -> String? {
        try store.list().filter { Session.name(ofEntry: $0.name) != nil }.max { $0.modified < $1.modified }
            .flatMap { Session.name(ofEntry: $0.name) }
    }

    /// Returns the names of all sessions, without those whose entries name another service than `origin`.
    public func names(at origin: Origin? = nil) throws(FedauthError) -> [String] {
        let service = origin?.description
        return try store.list().compactMap { entry in
            let own = entry.attributes[Session.serviceAttribute]
            return service == nil || own == nil || own == service ? Session.name(ofEntry: entry.name) : nil
        }
    }

    /// Returns all readable sessions, or those of a service; warns about the others.
    public func all(at origin: Origin? = nil) throws(FedauthError) -> [StoredSession] {
        var sessions: [StoredSession] = []
        for name in try names(at: origin) {
            do throws(FedauthError) {
                guard let session = try named(name), origin.map({ $0 == session.session.url.origin }) != false else {
                    continue
                }
                sessions.append(session)
            } catch {
                guard error.code == .storeDamaged || error.code == .entryWithheld else { throw error }
                reporter.warning(error.message)
            }
        }
        return sessions
    }
}
