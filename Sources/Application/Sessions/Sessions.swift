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

    /// Returns the name of the session with the latest sign-in.
    public func latestName() throws(FedauthError) -> String? {
        try store.list().filter { Session.name(ofEntry: $0.name) != nil }.max { $0.modified < $1.modified }
            .flatMap { Session.name(ofEntry: $0.name) }
    }

    /// Returns the names of all sessions.
    public func names() throws(FedauthError) -> [String] {
        try store.list().compactMap { Session.name(ofEntry: $0.name) }
    }

    /// Returns all readable sessions; warns about the others.
    public func all() throws(FedauthError) -> [StoredSession] {
        var sessions: [StoredSession] = []
        for name in try names() {
            do throws(FedauthError) {
                if let session = try named(name) { sessions.append(session) }
            } catch {
                guard error.code == .storeDamaged || error.code == .entryWithheld else { throw error }
                reporter.warning(error.message)
            }
        }
        return sessions
    }
}
