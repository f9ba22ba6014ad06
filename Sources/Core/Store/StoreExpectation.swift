/// The condition on the old entry under which a write happens.
public enum StoreExpectation: Sendable, Equatable {
    /// Always writes.
    case any
    /// Writes only when the name is free.
    case absent
    /// Replaces only exactly this version.
    case version(UInt64)

    /// Throws `version-conflict` when `old`, the entry called `name`, does not meet the expectation.
    public func check(_ old: StoreEntry?, name: String) throws(FedauthError) {
        switch (self, old) {
        case (.any, _), (.absent, nil): return
        case (.absent, let old?):
            throw FedauthError(
                .versionConflict, "there is an entry '\(name)' already, with version \(old.version)",
                hint: "nothing was written")
        case (.version(let wanted), let old):
            guard old?.version != wanted else { return }
            let state = old.map { "has version \($0.version)" } ?? "does not exist"
            throw FedauthError(
                .versionConflict, "'\(name)' \(state), version \(wanted) was expected",
                hint: "nothing was written; read it again, then decide")
        }
    }
}
