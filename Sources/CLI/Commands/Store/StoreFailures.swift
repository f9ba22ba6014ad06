import Application
import Core

/// Errors that several commands of the store share.
enum StoreFailures {
    static func noEntry(_ name: String, in store: any CredentialStore) -> FedauthError {
        if (try? store.state()) == .absent { return noStore(.notFound, store) }
        let meant = SpellingSuggestion.best(name, among: ((try? store.list()) ?? []).map(\.name))
        let isPattern = name.contains { "*?[".contains($0) }
        return FedauthError(
            .notFound, "there is no entry '\(name.folded(to: 60))' in \(store.placeName)",
            hint: isPattern
                ? "a pattern is for 'fedauth store search', which shows the names"
                : (meant.map { "did you mean '\($0)'? " } ?? "") + "'fedauth store list' shows the names")
    }

    /// Returns the error for a store that does not exist. The usual cause is another home directory.
    static func noStore(_ code: ErrorCode, _ store: any CredentialStore) -> FedauthError {
        FedauthError(
            code, "there is no store '\(store.location)' yet",
            hint: "'fedauth store init' makes one; HOME and XDG_DATA_HOME say where it is looked for")
    }
}

extension ErrorCode {
    /// The entry exists, but has expired; status 10.
    static let expired = ErrorCode("expired", .notFound)
}
