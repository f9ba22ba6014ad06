/// What became of what a provider gave, origin by origin: kept in the store, so that what worked is used again without
/// asking, and what failed is asked anew.
public final class ProviderBook {
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
        /// Of the entry that it was read from, or that it became.
        var version: UInt64?
    }

    /// Opens nothing yet.
    ///
    /// - Parameters:
    ///   - program: the provider, as the user calls it: another one's results are its own.
    ///   - user: who is to be signed in; another one's results are their own, too.
    ///   - store: opens the store.
    public init(
        program: String, user: String?, reporter: any Reporter, clock: any WallClock,
        store: @escaping () throws(FedauthError) -> any CredentialStore
    ) {
        self.program = program
        self.user = user
        self.reporter = reporter
        self.clock = clock
        self.store = store
    }

    /// What is known; nothing when the store cannot be read, for the provider can answer without it.
    ///
    /// - Parameter isDemanded: now a locked store is worth a question.
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

    /// Notes what became of what was given. What cannot be kept is said, once, and hinders nobody.
    ///
    /// - Parameter isKept: false: it is of use once only; what became of it is kept all the same.
    public func note(_ record: ProviderRecord, _ kind: ProviderKind, _ origin: Origin, isKept: Bool) {
        let place = Place(kind: kind, origin: origin)
        let old = known[place]
        var kept = record
        if !isKept { (kept.provided, kept.expires) = (nil, nil) }
        known[place] = Known(record: kept, version: old?.version)
        do throws(FedauthError) {
            // No store is made to remember a failure.
            if record.result == .failure, old?.version == nil, try store().state() != .ready { return }
            let draft = ProviderEntry.draft(kept, kind, origin, program: program, user: user)
            // What was refused is that which was read; a newer one of another command may be right.
            let expected = record.result == .failure ? old?.version.map { StoreExpectation.version($0) } : nil
            known[place]?.version = try store().put(draft, expecting: expected ?? .any).version
        } catch  where error.code == .versionConflict {
            known[place] = nil
        } catch {
            if !hasWarned {
                reporter.warning("what '\(program.folded(to: 100))' gives is used and not kept: \(error.message)")
            }
            hasWarned = true
        }
    }
}
