public import Core

extension CredentialStore {
    /// Returns the entry of that name. Throws `not-found`.
    public func required(_ name: String) throws(FedauthError) -> StoreItem {
        guard let item = try get(name) else { throw noEntry(name) }
        return item
    }

    /// Returns the entry of that name while it is valid. Throws `not-found` and `expired`.
    func required(_ name: String, at now: Timestamp) throws(FedauthError) -> StoreItem {
        let item = try required(name)
        guard !item.entry.isExpired(at: now) else {
            throw FedauthError(.expired, "the entry '\(name.folded(to: 60))' has expired")
        }
        return item
    }

    /// Returns the error for a name that no entry has.
    public func noEntry(_ name: String) -> FedauthError {
        if (try? state()) == .absent { return noStore(.notFound) }
        let meant = SpellingSuggestion.best(name, among: ((try? list()) ?? []).map(\.name))
        let isPattern = name.contains { "*?[".contains($0) }
        return FedauthError(
            .notFound, "there is no entry '\(name.folded(to: 60))' in \(placeName)",
            hint: isPattern
                ? "a pattern is for 'fedauth store search', which shows the names"
                : (meant.map { "did you mean '\($0)'? " } ?? "") + "'fedauth store list' shows the names")
    }

    /// Returns the error for a store that does not exist. The usual cause is another home directory.
    public func noStore(_ code: ErrorCode) -> FedauthError {
        FedauthError(
            code, "there is no store '\(location)' yet",
            hint: "'fedauth store init' makes one; HOME and XDG_DATA_HOME say where it is looked for")
    }
}
