public import Core

/// The answers of providers that the store keeps.
public struct ProvidedEntries {
    let store: any CredentialStore
    let reporter: any Reporter

    /// Deletes the answers for these servers (nil: all) and reports it; returns false when there were none.
    @discardableResult
    public func forget(at origins: Set<Origin>?) throws(FedauthError) -> Bool {
        let kept = try store.list().filter { entry in
            guard let origins else { return ProviderEntry.isKept(entry, for: nil) }
            return origins.contains { ProviderEntry.isKept(entry, for: $0) }
        }
        guard !kept.isEmpty else { return false }
        try store.delete(kept.map(\.name))
        let places = Set(kept.compactMap(ProviderEntry.origin)).sorted().joined(separator: ", ")
        reporter.note("what a provider gave for \(places.folded(to: 200)) is forgotten")
        return true
    }
}
