/// Whether a store can be used in its current state.
public enum StoreState: String, Sendable, Equatable {
    /// Open: reads and writes work.
    case ready
    /// Exists, but needs a passphrase or an unlock.
    case locked
    /// Does not exist yet (`store init` creates it).
    case absent
}

/// A place that stores entries: the desktop keyring, the encrypted file, or memory in tests. All pass the same contract
/// test suite. A store never returns "not found" when it could not look. It throws `store-unavailable` (8),
/// `store-locked` (12), `wrong-passphrase` (13), `store-damaged`, `store-altered` or `store-older` (14), `busy` or
/// `version-conflict` (16), `timed-out` (6).
public protocol CredentialStore: AnyObject {
    /// `keyring`, `file` or `memory`.
    var backend: String { get }
    /// Its location, for messages: a path, or the keyring's collection.
    var location: String { get }

    /// Returns the state, without prompting and without changing anything.
    func state() throws(FedauthError) -> StoreState

    /// Returns the entry with this name; nil only when it is certain that there is none.
    func get(_ name: String) throws(FedauthError) -> StoreItem?

    /// Writes an entry, reads it back and compares. Throws `version-conflict` when `expecting` is not met.
    @discardableResult
    func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry

    /// Removes the entry with exactly this name. Returns false when there is none. Throws `version-conflict`, and
    /// removes nothing, when the entry is not as expected.
    @discardableResult
    func delete(_ name: String, expecting: StoreExpectation) throws(FedauthError) -> Bool

    /// Writes several entries: a file in one write, all or none; a keyring one after the other. Names are unique.
    @discardableResult
    func put(_ drafts: [StoreDraft], expecting: StoreExpectation) throws(FedauthError) -> [StoreEntry]

    /// Removes the entries with exactly these names, in one write if possible. Returns the names that existed.
    @discardableResult
    func delete(_ names: [String]) throws(FedauthError) -> [String]

    /// Removes these entries, except any written since they were read. Returns the names of those removed.
    @discardableResult
    func delete(unchanged entries: [StoreEntry]) throws(FedauthError) -> [String]

    /// Returns all entries without their values, sorted by name. One that cannot be read is among them as
    /// `StoreEntry(unreadable:)`, so that it is neither missed nor in the way of the others; `get` throws its error.
    func list() throws(FedauthError) -> [StoreEntry]

    /// Passes the items with these names, or all, to `body`, sorted by name; from one snapshot if possible.
    func visit(only names: Set<ExactName>?, _ body: (StoreItem) throws(FedauthError) -> Void) throws(FedauthError)

    /// Creates an empty store; throws `busy` when it exists.
    func initialise() throws(FedauthError)

    /// Asks for what the first write needs, and creates nothing: before an action that must not be repeated.
    func prepareForWriting() throws(FedauthError)

    /// Forgets the key, so that the next access must unlock.
    func lock() throws(FedauthError)

    /// Unlocks the store, asking for the passphrase if necessary, for `seconds` (nil for the store's default).
    func unlock(forSeconds seconds: Int64?) throws(FedauthError)
}

extension CredentialStore {
    /// Does nothing, for stores that never prompt.
    public func prepareForWriting() throws(FedauthError) {}

    /// Writes an entry, replacing any existing one.
    @discardableResult
    public func put(_ draft: StoreDraft) throws(FedauthError) -> StoreEntry { try put(draft, expecting: .any) }

    /// Removes an entry, whatever its version.
    @discardableResult
    public func delete(_ name: String) throws(FedauthError) -> Bool { try delete(name, expecting: .any) }

    /// Writes the entries one after the other.
    @discardableResult
    public func put(_ drafts: [StoreDraft], expecting: StoreExpectation) throws(FedauthError) -> [StoreEntry] {
        var entries: [StoreEntry] = []
        for draft in drafts { entries.append(try put(draft, expecting: expecting)) }
        return entries
    }

    /// Passes the listed items to `body`; skips those deleted meanwhile.
    public func visit(
        only names: Set<ExactName>?, _ body: (StoreItem) throws(FedauthError) -> Void
    ) throws(FedauthError) {
        for entry in try list() where names?.contains(ExactName(entry.name)) ?? true {
            if let item = try get(entry.name) { try body(item) }
        }
    }

    /// Passes all items to `body`.
    public func visit(_ body: (StoreItem) throws(FedauthError) -> Void) throws(FedauthError) {
        try visit(only: nil, body)
    }

    /// Removes the entries one after the other.
    @discardableResult
    public func delete(_ names: [String]) throws(FedauthError) -> [String] {
        var deleted: [String] = []
        for name in names where try delete(name) { deleted.append(name) }
        return deleted
    }

    /// Removes the entries one after the other.
    @discardableResult
    public func delete(unchanged entries: [StoreEntry]) throws(FedauthError) -> [String] {
        var deleted: [String] = []
        for entry in entries {
            do throws(FedauthError) {
                if try delete(entry.name, expecting: .version(entry.version)) { deleted.append(entry.name) }
            } catch  where error.code == .versionConflict {}
        }
        return deleted
    }
}

/// The limits for names, sizes and versions, the same for every store.
public enum StoreLimits {
    /// The largest value, in bytes.
    public static let valueBytes = 16 << 20
    /// The longest name, in bytes of UTF-8.
    public static let nameBytes = 512
    /// The range of `StoreEntry.version`. It ends with the largest signed 64-bit number, which every program can read
    /// in an export; the count then stays there.
    public static let versions: ClosedRange<UInt64> = 1...UInt64(Int64.max)

    /// Throws `usage` when `name` is not allowed.
    public static func check(name: String) throws(FedauthError) {
        guard !name.isEmpty, name.utf8.count <= nameBytes, !name.hasControls else {
            throw refusal(name, "a name for an entry", "use 1 to \(nameBytes) bytes without control characters")
        }
    }

    /// The longest kind or media type, in bytes of UTF-8.
    public static let wordBytes = 255

    /// Throws `usage` when `kind` is not allowed.
    public static func check(kind: String) throws(FedauthError) {
        guard !kind.isEmpty, kind.utf8.count <= wordBytes, !kind.hasControls else {
            throw refusal(kind, "a kind of entry", "use 1 to \(wordBytes) bytes without control characters")
        }
    }

    /// Throws `usage` when `contentType` is not allowed.
    public static func check(contentType: String) throws(FedauthError) {
        guard contentType.utf8.count <= wordBytes, !contentType.hasControls else {
            throw refusal(
                contentType, "a media type",
                "use at most \(wordBytes) bytes without control characters, such as text/plain")
        }
    }

    /// Throws `usage` when the name of an attribute is not allowed. Its value may be any text, because credentials are
    /// found by the exact names of servers and users.
    public static func check(attribute name: String) throws(FedauthError) {
        guard !name.isEmpty, !name.hasControls else {
            throw refusal(name, "a name for an attribute", "use 1 byte or more, without control characters")
        }
    }

    private static func refusal(_ text: String, _ wanted: String, _ hint: String) -> FedauthError {
        FedauthError(.usage, "'\(text.folded(to: 60))' is not \(wanted)", hint: hint)
    }

    /// Throws `usage` when a value is too long.
    public static func check(valueBytes count: Int) throws(FedauthError) {
        guard count <= valueBytes else {
            throw FedauthError(
                .usage, "the value has \(count) bytes, a store takes \(valueBytes) at most",
                hint: "seal it as a file (age, gpg) and keep its key in the store")
        }
    }
}
