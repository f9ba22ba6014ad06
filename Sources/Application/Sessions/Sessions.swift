public import Core

/// The sessions in a store.
public struct Sessions {
    private let store: any CredentialStore
    private let reporter: any Reporter
    private static let prefix = Session.entryName("")

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
        try entries().max { $0.modified < $1.modified }.map { String($0.name.dropFirst(Self.prefix.count)) }
    }

    /// Returns the names of all sessions.
    public func names() throws(FedauthError) -> [String] {
        try entries().map { String($0.name.dropFirst(Self.prefix.count)) }
    }

    /// Returns all readable sessions; warns about the others.
    public func all() throws(FedauthError) -> [StoredSession] {
        var sessions: [StoredSession] = []
        for entry in try entries() {
            do throws(FedauthError) {
                if let session = try named(String(entry.name.dropFirst(Self.prefix.count))) { sessions.append(session) }
            } catch {
                guard error.code == .storeDamaged else { throw error }
                reporter.warning(error.message)
            }
        }
        return sessions
    }

    private func entries() throws(FedauthError) -> [StoreEntry] {
        try store.list().filter { $0.name.hasPrefix(Self.prefix) && $0.name.count > Self.prefix.count }
    }
}
