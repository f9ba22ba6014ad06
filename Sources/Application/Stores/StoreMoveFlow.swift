public import Core

/// What to move, and between which stores.
public struct StoreMoveSettings {
    /// The entries; empty: all.
    public var names: [String]
    /// The store that `--store`, the environment or `[defaults]` names; nil or `auto`: none.
    public var origin: StoreBackend?
    /// The stores that the environment or `[defaults]` names for all commands.
    public var usual: [StoreBackend] = []
    /// The store to move to.
    public var destination: StoreBackend
    /// Whether the entries stay in the old place too.
    public var keeps = false
    /// Whether entries of the same name with other contents are replaced there.
    public var overwrites = false

    /// Creates settings.
    public init(_ names: [String] = [], from origin: StoreBackend? = nil, to destination: StoreBackend) {
        (self.names, self.origin, self.destination) = (names, origin, destination)
    }
}

/// What became of a move.
public struct StoreMove {
    /// What was written.
    public let transfer: StoreTransfer
    /// The places of both stores, for messages.
    public let origin, destination: String
    /// Whether the destination is used from now on.
    public let isRemembered: Bool
    /// The entries that another process changed meanwhile: the old store keeps them too.
    public let changed: [String]
    /// The entries that cannot be read, which are still in the old store only.
    public let unreadable: [String]
}

/// Moves entries from one store to another. All are written and read back there before any is removed here.
public struct StoreMoveFlow {
    private let named: any NamedStores
    private let memory: any StoreChoiceMemory
    private let open: (StoreBackend) throws(FedauthError) -> any CredentialStore

    /// Creates the flow; opens nothing.
    public init(
        named: any NamedStores, memory: any StoreChoiceMemory,
        open: @escaping (StoreBackend) throws(FedauthError) -> any CredentialStore
    ) { (self.named, self.memory, self.open) = (named, memory, open) }

    /// Moves the entries. Throws `usage` when it is not clear where they come from, `not-found` for a name that no entry has,
    /// `version-conflict` before anything is written when the destination has other contents under a name.
    public func run(_ settings: StoreMoveSettings) throws(FedauthError) -> StoreMove {
        let from = try origin(settings)
        let source = try open(from)
        let destination = try open(settings.destination)
        let (items, unreadable) = try source.items(named: settings.names)
        let transfer = try StoreTransfer(
            items.map { StoreDraft(moving: $0) }, into: destination, overwrites: settings.overwrites, skips: false)
        try transfer.check(ways: "'--overwrite' replaces such entries")
        try transfer.run()
        // Some stores are used only where they are named, so moving into or out of one chooses nothing.
        let isRemembered =
            settings.names.isEmpty && from.isFoundByItself && settings.destination.isFoundByItself
        if isRemembered { try memory.remember(settings.destination) }
        var changed: [String] = []
        if !settings.keeps {
            let gone = Set(try source.delete(unchanged: items.map(\.entry)).map { ExactName($0) })
            changed = items.map(\.entry.name).filter { !gone.contains(ExactName($0)) }
        }
        return StoreMove(
            transfer: transfer, origin: source.location, destination: destination.location,
            isRemembered: isRemembered, changed: changed, unreadable: unreadable)
    }

    /// Returns where the entries come from: the named store, else the only other one.
    private func origin(_ settings: StoreMoveSettings) throws(FedauthError) -> StoreBackend {
        if let origin = settings.origin, origin != .auto {
            guard origin == settings.destination else { return origin }
            // The store of all commands is not meant as the origin of this one.
            guard settings.usual.contains(origin) else {
                throw FedauthError(
                    .usage, "'--store' and '--to' name the same store",
                    hint: "'--store' names the store that the entries come from")
            }
        }
        let others = named.everyStore().filter { $0 != settings.destination }
        guard others.count != 1 else { return others[0] }
        let choices = others.map { "'\($0.rawValue)'" }
        throw FedauthError(
            .usage,
            "entries can move to '\(settings.destination.rawValue)' from "
                + "\(choices.dropLast().joined(separator: ", ")) or \(choices.last ?? "")",
            hint: "name one of them by '--store'")
    }
}
