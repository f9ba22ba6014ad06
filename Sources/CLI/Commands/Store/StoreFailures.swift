import Core

/// What commands of the store have to say again and again.
enum StoreFailures {
    static func noEntry(_ name: String, in store: any CredentialStore) -> FedauthError {
        if (try? store.state()) == .absent { return noStore(.notFound, store) }
        let meant = SpellingSuggestion.best(name, among: ((try? store.list()) ?? []).map(\.name))
        return FedauthError(
            .notFound, "there is no entry '\(name.folded(to: 60))' in \(store.placeName)",
            hint: (meant.map { "'\($0)' was meant? " } ?? "") + "'fedauth store list' shows the names")
    }

    /// Returns the error for a store that does not exist; most often another home directory is meant.
    static func noStore(_ code: ErrorCode, _ store: any CredentialStore) -> FedauthError {
        FedauthError(
            code, "there is no store '\(store.location)' yet",
            hint: "'fedauth store init' makes one; HOME and XDG_DATA_HOME say where it is looked for")
    }
}

extension ErrorCode {
    /// The entry is there, and of no use any more; status 10.
    static let expired = ErrorCode("expired", .notFound)
}

extension CredentialStore {
    /// For a sentence: `the store '/…'`, `the desktop keyring`.
    var placeName: String { location.hasPrefix("/") ? "the store '\(location)'" : location }
}
