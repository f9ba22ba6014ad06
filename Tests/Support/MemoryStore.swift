public import Core

/// A store in memory, for tests.
public final class MemoryStore: CredentialStore {
    private var items: [ExactName: StoreItem]? = nil
    private var isLocked = false
    private let clock: any WallClock

    /// Not made yet: `initialise()` or the first write makes it.
    public init(clock: any WallClock = TestClock()) { self.clock = clock }

    /// `memory`.
    public var backend: String { "memory" }
    /// `memory`.
    public var location: String { "memory" }

    /// Looks.
    public func state() throws(FedauthError) -> StoreState {
        items == nil ? .absent : isLocked ? .locked : .ready
    }

    /// Throws `store-locked` while it is locked.
    public func get(_ name: String) throws(FedauthError) -> StoreItem? {
        try StoreLimits.check(name: name)
        return try opened()?[ExactName(name)]
    }

    /// Keeps it until the store goes.
    @discardableResult
    public func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry {
        try draft.check()
        var all = try opened() ?? [:]
        let entry = try draft.entry(over: all[ExactName(draft.name)]?.entry, expecting: expecting, now: clock.now)
        all[ExactName(draft.name)] = StoreItem(entry: entry, value: draft.value)
        items = all
        return entry
    }

    /// Forgets it.
    @discardableResult
    public func delete(_ name: String, expecting: StoreExpectation) throws(FedauthError) -> Bool {
        try StoreLimits.check(name: name)
        guard var all = try opened(), let item = all.removeValue(forKey: ExactName(name)) else { return false }
        try expecting.check(item.entry, name: name)
        items = all
        return true
    }

    /// Sorted by name.
    public func list() throws(FedauthError) -> [StoreEntry] {
        try (opened() ?? [:]).values.map(\.entry).sorted { $0.name < $1.name }
    }

    /// Throws `busy` when it is there.
    public func initialise() throws(FedauthError) {
        guard items == nil else { throw FedauthError(.busy, "there is a store already") }
        items = [:]
    }

    /// Until `unlock(forSeconds:)`.
    public func lock() throws(FedauthError) { isLocked = true }

    /// For as long as the store lives.
    public func unlock(forSeconds seconds: Int64?) throws(FedauthError) { isLocked = false }

    private func opened() throws(FedauthError) -> [ExactName: StoreItem]? {
        guard !isLocked else { throw FedauthError(.storeLocked, "the store is locked") }
        return items
    }
}
