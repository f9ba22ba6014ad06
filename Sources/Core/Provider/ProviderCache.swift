/// The results of a provider's credentials for each origin, kept in the store: a credential that worked is used again
/// without asking, after a failure the provider is asked again.
public final class ProviderCache {
    private let program: String
    private let user: String?
    private let reporter: any Reporter
    private let clock: any WallClock
    private let store: () throws(FedauthError) -> any CredentialStore
    private var known: [Place: Known] = [:]
    private var hasWarned = false

    private struct Place: Hashable {
        var kind: ProviderKind
        var origin: Origin
    }

    private struct Known {
        var record: ProviderRecord
        /// The version of the entry that was read or written.
        var version: UInt64?
    }

    /// Opens nothing yet. Each provider, as the user wrote it, has its own results, and so has each user to sign in.
    public init(
        program: String, user: String?, reporter: any Reporter, clock: any WallClock,
        store: @escaping () throws(FedauthError) -> any CredentialStore
    ) { (self.program, self.user, self.reporter, self.clock, self.store) = (program, user, reporter, clock, store) }

    /// Returns what is known; an empty record when the store cannot be read, because the provider can answer without
    /// it. `isDemanded`: the server requires a credential, so a locked store justifies a prompt.
    public func record(_ kind: ProviderKind, _ origin: Origin, isDemanded: Bool) -> ProviderRecord {
        let place = Place(kind: kind, origin: origin)
        let found = known[place] ?? look(place, isDemanded: isDemanded)
        guard var record = found?.record else { return ProviderRecord(result: .none) }
        if let expires = record.expires, expires <= clock.now { record.provided = nil }
        return record
    }

    private func look(_ place: Place, isDemanded: Bool) -> Known? {
        do throws(FedauthError) {
            let store = try store()
            if !isDemanded, try store.state() != .ready { return nil }
            let item = try store.get(ProviderEntry.name(place.kind, place.origin, program: program, user: user))
            let found = Known(
                record: item.flatMap(ProviderEntry.record) ?? ProviderRecord(result: .none),
                version: item?.entry.version)
            known[place] = found
            return found
        } catch {
            reporter.detail("what '\(program)' gave before cannot be looked for: \(error.message)")
            return nil
        }
    }

    /// Records the result of a credential, and that if it may be used again. Reports once that it cannot be stored.
    public func note(_ record: ProviderRecord, _ kind: ProviderKind, _ origin: Origin, isKept: Bool) {
        let place = Place(kind: kind, origin: origin)
        let old = known[place]
        var kept = record
        if !isKept { (kept.provided, kept.expires) = (nil, nil) }
        known[place] = Known(record: kept, version: old?.version)
        do throws(FedauthError) {
            // A failure alone does not justify creating a store.
            if record.result == .failure, old?.version == nil, try store().state() != .ready { return }
            let draft = ProviderEntry.draft(kept, kind, origin, program: program, user: user)
            // The refused credential is the one that was read; a newer one of another command may be valid.
            let expected = record.result == .failure ? old?.version.map { StoreExpectation.version($0) } : nil
            known[place]?.version = try store().put(draft, expecting: expected ?? .any).version
        } catch  where error.code == .versionConflict {
            known[place] = nil
        } catch {
            if !hasWarned {
                reporter.warning("the answer of '\(program.folded(to: 100))' is used and not kept: \(error.message)")
            }
            hasWarned = true
        }
    }
}
