public import Core

/// A store that ends with the command (`--no-store`): it holds the session for the same command, and nothing reaches a disk.
public final class TransientStore: CredentialStore {
    private var items: [ExactName: StoreItem] = [:]
    private let clock: any WallClock

    /// Creates an empty store.
    public init(clock: any WallClock) { self.clock = clock }

    /// `memory`.
    public var backend: String { "memory" }
    /// `this command`, by which `isTransient` knows it.
    public var location: String { "this command" }

    /// Always `ready`.
    public func state() throws(FedauthError) -> StoreState { .ready }

    /// Returns an entry that this command has put.
    public func get(_ name: String) throws(FedauthError) -> StoreItem? { items[ExactName(name)] }

    /// Keeps an entry until the command ends.
    @discardableResult
    public func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry {
        try draft.check()
        let name = ExactName(draft.name)
        let entry = try draft.entry(over: items[name]?.entry, expecting: expecting, now: clock.now)
        items[name] = StoreItem(entry: entry, value: draft.value)
        return entry
    }

    /// Removes an entry.
    @discardableResult
    public func delete(_ name: String, expecting: StoreExpectation) throws(FedauthError) -> Bool {
        guard let item = items[ExactName(name)] else { return false }
        try expecting.check(item.entry, name: name)
        items[ExactName(name)] = nil
        return true
    }

    /// Returns the entries of this command, sorted by name.
    public func list() throws(FedauthError) -> [StoreEntry] { items.values.map(\.entry).sorted { $0.name < $1.name } }

    /// Does nothing.
    public func initialise() throws(FedauthError) {}

    /// Does nothing: there is no key.
    public func lock() throws(FedauthError) {}

    /// Does nothing.
    public func unlock(forSeconds seconds: Int64?) throws(FedauthError) {}
}
