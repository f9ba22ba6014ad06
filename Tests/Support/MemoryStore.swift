public import Core

/// A store in memory, for tests.
public final class MemoryStore: CredentialStore {
    private var items: [ExactName: StoreItem]? = nil
    private var isLocked = false
    private let clock: any WallClock
    /// Names of entries that cannot be read, as those of a keyring that another program has changed.
    public var unreadable: Set<String> = []

    /// Creates a store that does not exist yet; `initialise()` or the first write creates it.
    public init(clock: any WallClock = TestClock()) { self.clock = clock }

    /// The name `memory`.
    public var backend: String { "memory" }
    /// The name `memory`.
    public var location: String { "memory" }

    /// Returns the state.
    public func state() throws(FedauthError) -> StoreState {
        items == nil ? .absent : isLocked ? .locked : .ready
    }

    /// Returns an entry. Throws `store-locked` while the store is locked.
    public func get(_ name: String) throws(FedauthError) -> StoreItem? {
        try StoreLimits.check(name: name)
        guard !unreadable.contains(name) else { throw FedauthError(.storeDamaged, "'\(name)' cannot be read") }
        return try opened()?[ExactName(name)]
    }

    /// Stores an entry as long as this object lives.
    @discardableResult
    public func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry {
        try draft.check()
        _ = try get(draft.name)
        var all = try opened() ?? [:]
        let entry = try draft.entry(over: all[ExactName(draft.name)]?.entry, expecting: expecting, now: clock.now)
        all[ExactName(draft.name)] = StoreItem(entry: entry, value: draft.value)
        items = all
        return entry
    }

    /// Removes an entry.
    @discardableResult
    public func delete(_ name: String, expecting: StoreExpectation) throws(FedauthError) -> Bool {
        try StoreLimits.check(name: name)
        guard var all = try opened(), let item = all.removeValue(forKey: ExactName(name)) else { return false }
        try expecting.check(item.entry, name: name)
        items = all
        return true
    }

    /// Returns the entries, sorted by name.
    public func list() throws(FedauthError) -> [StoreEntry] {
        let read = try (opened() ?? [:]).values.map(\.entry).filter { !unreadable.contains($0.name) }
        return (read + unreadable.map { StoreEntry(unreadable: $0) }).sorted { $0.name < $1.name }
    }

    /// Creates the store. Throws `busy` if it exists.
    public func initialise() throws(FedauthError) {
        guard items == nil else { throw FedauthError(.busy, "there is a store already") }
        items = [:]
    }

    /// Locks the store until `unlock(forSeconds:)`.
    public func lock() throws(FedauthError) { isLocked = true }

    /// Unlocks the store; the duration is ignored.
    public func unlock(forSeconds seconds: Int64?) throws(FedauthError) { isLocked = false }

    private func opened() throws(FedauthError) -> [ExactName: StoreItem]? {
        guard !isLocked else { throw FedauthError(.storeLocked, "the store is locked") }
        return items
    }
}
