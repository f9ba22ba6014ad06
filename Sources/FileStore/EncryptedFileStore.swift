public import Core
internal import Secrets

/// The encrypted file: `store` in a private folder, in the format that FORMAT.md describes. Without a usable key
/// cache every command needs the passphrase.
public final class EncryptedFileStore: SlottedStore, CredentialStore {
    /// The name, if it is a named store.
    public let name: String?
    let folderPath: String
    let lockWaitSeconds: Int64
    /// The state that `list` opened, for the calls of `get` that follow.
    private var listed: OpenStore?

    /// `name` is for messages, nil for the usual store. The first write creates `directory` with mode 0700;
    /// `stateDirectory` records the last state seen, to detect an older copy. `passphrases` is nil when there is no
    /// source for keys. `lockWaitSeconds`: how long a write waits for another process; `scryptLogN`: the cost of new
    /// passphrases, 15 to 20. `usesCache`: whether to read and keep the data key in `cacheBackend`.
    public init(
        name: String? = nil, directory: String, stateDirectory: String, passphrases: (any StorePassphraseSource)?,
        clock: any WallClock, lockWaitSeconds: Int64 = 5, scryptLogN: Int = SlottedStore.defaultLogN,
        usesCache: Bool = true, cacheBackend: any KeyCacheBackend = KernelKeys()
    ) {
        self.name = name
        folderPath = directory
        self.lockWaitSeconds = lockWaitSeconds
        super.init(
            stateDirectory: stateDirectory, passphrases: passphrases, clock: clock, scryptLogN: scryptLogN,
            usesCache: usesCache, cacheBackend: cacheBackend)
    }

    /// `file`.
    public var backend: String { "file" }
    /// The path of the file.
    public override var location: String { folderPath + "/" + StoreWriter.name }
    /// The location, as part of a sentence.
    override var place: String { name.map { "the store '\($0)' ('\(location)')" } ?? "the store '\(location)'" }
    override var selector: String? { name }

    override func header() throws(FedauthError) -> ParsedHeader? { try openHeader()?.parsed }

    override func rewriteHeader(
        dropsPrevious: Bool, _ change: (inout StoreHeader, SharedSecret) throws(FedauthError) -> SharedSecret?
    ) throws(FedauthError) { try write(newStore: nil, dropsPrevious: dropsPrevious, header: change) { _ in } }

    /// Accepts the current file as the newest state, after a backup was restored.
    public override func acceptOlder() throws(FedauthError) {
        guard let (_, parsed) = try openHeader() else { return }
        _ = try dataKey(for: parsed, offered: nil, keepsInCache: true)
        seen(parsed.header.storeID).remember(parsed)
    }

    /// Returns `locked` when neither this process nor the cache has the key. Reads only the header; throws
    /// `store-damaged`, `store-altered`, `store-unsafe` or `store-unavailable` when that fails.
    public func state() throws(FedauthError) -> StoreState {
        guard let (_, parsed) = try openHeader() else { return .absent }
        return try rememberedKey(for: parsed) == nil ? .locked : .ready
    }

    /// Returns the entry with this name; nil when there is none, or no store. Asks for the passphrase if necessary.
    public func get(_ name: String) throws(FedauthError) -> StoreItem? {
        try StoreLimits.check(name: name)
        guard let store = try listedOrCurrent(), let position = store.index.position(of: name) else { return nil }
        return try store.item(at: position)
    }

    /// Returns all entries, sorted by name; none when there is no store. Asks for the passphrase if necessary.
    public func list() throws(FedauthError) -> [StoreEntry] {
        listed = try openStore()
        return try listed?.records().map(\.entry).sorted { $0.name < $1.name } ?? []
    }

    /// Returns the state that was listed, if no other has replaced it: opening costs as much as the rest of a `get`, and whoever
    /// looks for a session gets all that were listed.
    private func listedOrCurrent() throws(FedauthError) -> OpenStore? {
        if let listed, let folder = try StoreDirectory(existing: folderPath, files), listed.isCurrent(in: folder) {
            return listed
        }
        listed = nil
        return try openStore()
    }

    /// Passes the items of one state of the file to `body`.
    public func visit(
        only names: Set<ExactName>?, _ body: (StoreItem) throws(FedauthError) -> Void
    ) throws(FedauthError) {
        guard let store = try openStore() else { return }
        var found: [(name: String, position: Int)] = []
        for position in store.index.rows.indices {
            if let names {
                guard let name = store.index.name(at: position), names.contains(name) else { continue }
            }
            found.append((try store.record(at: position).entry.name, position))
        }
        for (_, position) in found.sorted(by: { $0.name < $1.name }) { try body(try store.item(at: position)) }
    }

    /// Rewrites the file under its lock, reads it back and moves it into place; creates the store when there is none.
    /// Throws `busy` when the lock is not free in time, `version-conflict` when `expecting` is not met.
    @discardableResult
    public func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry {
        guard let entry = try put([draft], expecting: expecting).first else {
            throw FedauthError(.other, "the entry '\(draft.name)' was not written")
        }
        return entry
    }

    /// Writes all entries in one write, or none.
    @discardableResult
    public func put(_ drafts: [StoreDraft], expecting: StoreExpectation) throws(FedauthError) -> [StoreEntry] {
        for draft in drafts { try draft.check() }
        guard !drafts.isEmpty else { return [] }
        let random = random
        let now = clock.now
        return try write(newStore: try prepare()) { (contents) throws(FedauthError) -> [StoreEntry] in
            var entries: [StoreEntry] = []
            for draft in drafts {
                let old = try contents.entry(draft.name)
                let entry = try draft.entry(over: old, expecting: expecting, now: now)
                try contents.set(StoreItem(entry: entry, value: draft.value), random: random)
                entries.append(entry)
            }
            return entries
        }
    }

    /// Rewrites the file without this name. Returns false, and writes nothing, when there is no such entry.
    @discardableResult
    public func delete(_ name: String, expecting: StoreExpectation) throws(FedauthError) -> Bool {
        let deleted = try delete([name]) { (old) throws(FedauthError) in
            try expecting.check(old, name: name)
            return true
        }
        return !deleted.isEmpty
    }

    /// Rewrites the file without these names. Writes nothing when none of them exists.
    @discardableResult
    public func delete(_ names: [String]) throws(FedauthError) -> [String] { try delete(names) { _ in true } }

    /// Rewrites the file without these entries.
    @discardableResult
    public func delete(unchanged entries: [StoreEntry]) throws(FedauthError) -> [String] {
        var versions: [ExactName: UInt64] = [:]
        for entry in entries { versions[ExactName(entry.name)] = entry.version }
        return try delete(entries.map(\.name)) { $0.version == versions[ExactName($0.name)] }
    }

    /// Deletes those of the entries that are meant.
    private func delete(
        _ names: [String], where isMeant: (StoreEntry) throws(FedauthError) -> Bool
    ) throws(FedauthError) -> [String] {
        for name in names { try StoreLimits.check(name: name) }
        guard let store = try openStore() else { return [] }
        let wanted = Set(names.map { ExactName($0) })
        let isThere = store.index.rows.indices.contains { store.index.name(at: $0).map(wanted.contains) ?? false }
        guard isThere else { return [] }
        return try write(newStore: nil) { (contents) throws(FedauthError) -> [String] in
            var found: [String] = []
            for name in names { if let old = try contents.entry(name), try isMeant(old) { found.append(name) } }
            contents.remove(found)
            return found
        }
    }

    /// Creates an empty store with a new key, which it requests. Throws `busy` when the store exists.
    public func initialise() throws(FedauthError) {
        guard try openHeader() == nil else { throw existing }
        try write(newStore: try makeStore(), mustBeNew: true) { _ in }
    }

    /// Removes the key from this process and from the cache, even for a store that can no longer be read. Throws
    /// `store-unavailable` when the cache keeps it nevertheless.
    public func lock() throws(FedauthError) {
        listed = nil
        try forgetKey(of: try storeID())
        _ = try openHeader()
    }

    /// Throws `store-unsafe` when another user could replace what is in a folder; a missing one is no error.
    public static func checkFolder(_ path: String) throws(FedauthError) {
        _ = try StoreDirectory(existing: path, PosixFiles())
    }

    var existing: FedauthError {
        FedauthError(
            .busy, "there is a store already: '\(location)'",
            hint: "to start again, move it and its '.prev' away yourself")
    }
}
