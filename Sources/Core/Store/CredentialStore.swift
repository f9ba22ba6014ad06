/// Whether a store can be used as it is.
public enum StoreState: Sendable, Equatable {
    /// Open: reads and writes need nothing more.
    case ready
    /// There, but a passphrase or an unlock is needed.
    case locked
    /// Not made yet (`store init` makes it).
    case absent
}

/// A place that keeps entries: the desktop keyring, the encrypted file, or memory in tests. One contract test
/// suite runs over all of them.
///
/// A store tells its states apart and never answers "not found" when it could not look: it throws
/// `store-unavailable` (8), `store-locked` (12), `wrong-passphrase` (13), `store-damaged`, `store-altered` or
/// `store-older` (14), `busy` or `version-conflict` (16), `timed-out` (6).
public protocol CredentialStore: AnyObject {
    /// `keyring`, `file` or `memory`.
    var backend: String { get }
    /// Where it is, for a person: a path, or the keyring's collection.
    var location: String { get }

    /// Looks, without asking anybody and without changing anything.
    func state() throws(FedauthError) -> StoreState

    /// The entry with this name, or nil when it is certain that there is none.
    func get(_ name: String) throws(FedauthError) -> StoreItem?

    /// Writes, reads back and compares; throws `version-conflict` when `expecting` is not met.
    @discardableResult
    func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry

    /// Removes exactly this name; false when it was not there. Throws `version-conflict`, and removes nothing, when it
    /// is there and not as expected.
    @discardableResult
    func delete(_ name: String, expecting: StoreExpectation) throws(FedauthError) -> Bool

    /// The same for several entries, all or none of them where the store can do that: one write of a file, one after
    /// the other in a keyring. Names occur once.
    @discardableResult
    func put(_ drafts: [StoreDraft], expecting: StoreExpectation) throws(FedauthError) -> [StoreEntry]

    /// Removes exactly these names, in one write where the store can do that; answers those that were there.
    @discardableResult
    func delete(_ names: [String]) throws(FedauthError) -> [String]

    /// Removes these entries as far as they still have the version that they had when they were read; answers the names
    /// of those that went. What was written since is another entry, and stays.
    @discardableResult
    func delete(unchanged entries: [StoreEntry]) throws(FedauthError) -> [String]

    /// All entries without their bytes, sorted by name.
    func list() throws(FedauthError) -> [StoreEntry]

    /// Hands out the items of these names, or all, sorted by name, one after the other; those of one moment where the
    /// store can do that.
    func visit(
        only names: Set<ExactName>?, _ body: (StoreItem) throws(FedauthError) -> Void
    ) throws(FedauthError)

    /// Makes an empty store; throws `busy` when there is one.
    func initialise() throws(FedauthError)

    /// Asks now what the first write would have to ask, and makes nothing: for a write that comes behind something which
    /// must not be done twice.
    func prepareForWriting() throws(FedauthError)

    /// Forgets what opens it, so that the next reader must unlock.
    func lock() throws(FedauthError)

    /// Opens it, asking for the passphrase if need be, and keeps it open for `seconds` (nil: the store's default).
    func unlock(forSeconds seconds: Int64?) throws(FedauthError)
}

extension CredentialStore {
    /// A store that asks nobody.
    public func prepareForWriting() throws(FedauthError) {}

    /// Writes over whatever is there.
    @discardableResult
    public func put(_ draft: StoreDraft) throws(FedauthError) -> StoreEntry {
        try put(draft, expecting: .any)
    }

    /// Removes it whatever it is.
    @discardableResult
    public func delete(_ name: String) throws(FedauthError) -> Bool {
        try delete(name, expecting: .any)
    }

    /// One after the other.
    @discardableResult
    public func put(_ drafts: [StoreDraft], expecting: StoreExpectation) throws(FedauthError) -> [StoreEntry] {
        var entries: [StoreEntry] = []
        for draft in drafts { entries.append(try put(draft, expecting: expecting)) }
        return entries
    }

    /// As they are listed; what is deleted meanwhile is left out.
    public func visit(
        only names: Set<ExactName>?, _ body: (StoreItem) throws(FedauthError) -> Void
    ) throws(FedauthError) {
        for entry in try list() where names?.contains(ExactName(entry.name)) ?? true {
            if let item = try get(entry.name) { try body(item) }
        }
    }

    /// Hands out all items.
    public func visit(_ body: (StoreItem) throws(FedauthError) -> Void) throws(FedauthError) {
        try visit(only: nil, body)
    }

    /// One after the other.
    @discardableResult
    public func delete(_ names: [String]) throws(FedauthError) -> [String] {
        var deleted: [String] = []
        for name in names where try delete(name) { deleted.append(name) }
        return deleted
    }

    /// One after the other.
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

/// The rules for names, sizes and versions, the same for every store.
public enum StoreLimits {
    /// Bytes of one value.
    public static let valueBytes = 16 << 20
    /// Bytes of a name in UTF-8.
    public static let nameBytes = 512
    /// What `StoreEntry.version` can be. It ends where a signed number of 8 bytes does, which every program can read in
    /// an export; a count that has come so far stays there.
    public static let versions: ClosedRange<UInt64> = 1...UInt64(Int64.max)

    /// Throws `usage` when `name` cannot be kept.
    public static func check(name: String) throws(FedauthError) {
        guard !name.isEmpty, name.utf8.count <= nameBytes, !name.hasControls else {
            throw FedauthError(
                .usage, "'\(name.folded(to: 60))' is no name for an entry",
                hint: "use 1 to \(nameBytes) bytes without control characters")
        }
    }

    /// Bytes of a kind and of a media type, in UTF-8.
    public static let wordBytes = 255

    /// Throws `usage` when `kind` cannot be kept.
    public static func check(kind: String) throws(FedauthError) {
        guard !kind.isEmpty, kind.utf8.count <= wordBytes, !kind.hasControls else {
            throw FedauthError(
                .usage, "'\(kind.folded(to: 60))' is no kind of entry",
                hint: "use 1 to \(wordBytes) bytes without control characters")
        }
    }

    /// Throws `usage` when `contentType` cannot be kept.
    public static func check(contentType: String) throws(FedauthError) {
        guard contentType.utf8.count <= wordBytes, !contentType.hasControls else {
            throw FedauthError(
                .usage, "'\(contentType.folded(to: 60))' is no media type",
                hint: "use at most \(wordBytes) bytes without control characters, such as text/plain")
        }
    }

    /// Throws `usage` when an attribute's name cannot be kept. Its value is any text: a credential is found by what a server
    /// or a user is called, to the byte.
    public static func check(attribute name: String) throws(FedauthError) {
        guard !name.isEmpty, !name.hasControls else {
            throw FedauthError(
                .usage, "'\(name.folded(to: 60))' is no name for an attribute",
                hint: "use 1 byte or more, without control characters")
        }
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
