public import Core

/// A value for an entry, new or replaced.
public struct EntryUpdate {
    /// The entry with its value; its kind and content type are those of a new entry, unless others are given.
    public var draft: StoreDraft
    /// The kind; nil: that of the entry that is replaced.
    public var kind: String?
    /// The content type; nil: that of the entry that is replaced.
    public var contentType: String?
    /// What must be there.
    public var expectation: StoreExpectation = .any
    /// Whether nothing is taken over from the entry that is replaced.
    public var isFresh = false
    /// Checks the entry before it is written.
    public var check: (StoreDraft) throws(FedauthError) -> Void = { (_) throws(FedauthError) in }

    /// Creates an update that takes over what it does not name.
    public init(_ draft: StoreDraft) { self.draft = draft }

    /// Writes the entry. Keeps attributes that are not named, except the expiry, which belongs to the old value.
    public func write(to store: any CredentialStore) throws(FedauthError) -> StoreEntry {
        if isFresh || expectation == .absent { return try put(over: nil, into: store, expecting: expectation) }
        var attempts = 0
        while true {
            let old = try store.get(draft.name)?.entry
            do throws(FedauthError) {
                let seen: StoreExpectation = old.map { .version($0.version) } ?? .absent
                return try put(over: old, into: store, expecting: expectation == .any ? seen : expectation)
            } catch  where error.code == .versionConflict && expectation == .any && attempts < 20 {
                // Another process has written the entry since it was read: use the present entry.
                attempts += 1
            }
        }
    }

    private func put(
        over old: StoreEntry?, into store: any CredentialStore, expecting: StoreExpectation
    ) throws(FedauthError) -> StoreEntry {
        var draft = draft
        draft.kind = kind ?? old?.kind ?? draft.kind
        draft.contentType = contentType ?? old?.contentType ?? draft.contentType
        if let old { draft.attributes = old.attributes.merging(draft.attributes) { $1 } }
        try check(draft)
        return try store.put(draft, expecting: expecting)
    }
}

extension CredentialStore {
    /// Returns the entries of these names; without names, all that can be read, and the names of the others. Throws
    /// `not-found` for a name that no entry has.
    public func items(named names: [String]) throws(FedauthError) -> (read: [StoreItem], unreadable: [String]) {
        var wanted = Set(names.map { ExactName($0) })
        var unreadable: [String] = []
        if names.isEmpty {
            for entry in try list() {
                if entry.isUnreadable { unreadable.append(entry.name) } else { wanted.insert(ExactName(entry.name)) }
            }
        }
        var items: [StoreItem] = []
        try visit(only: wanted) { items.append($0) }
        try require(names, among: items.map(\.entry.name))
        return (items, unreadable)
    }

    /// Removes entries, and returns the names of those that were there. Throws `not-found` for a name that no entry
    /// has, before anything is removed; not if `allowsMissing`.
    public func remove(_ names: [String], allowsMissing: Bool) throws(FedauthError) -> [String] {
        var seen: Set<ExactName> = []
        let names = names.filter { seen.insert(ExactName($0)).inserted }
        // For a single name, the deletion itself reports a missing entry.
        if !allowsMissing, names.count > 1 { try require(names, among: try list().map(\.name)) }
        let deleted = try delete(names)
        if !allowsMissing { try require(names, among: deleted) }
        return deleted
    }

    /// Gives an entry another name: writes it under that one, then removes the old one. Throws `usage` for a name
    /// outside the group where fedauth looks for such entries, `version-conflict` when the new name is taken, unless
    /// `overwrites`. Returns the new entry, and whether the old one stays because another process changed it meanwhile.
    public func rename(
        _ item: StoreItem, to newName: String, overwrites: Bool
    ) throws(FedauthError) -> (entry: StoreEntry, staysToo: Bool) {
        let old = item.entry
        if let group = EntryGroups.of(old.name), !newName.hasPrefix(group) {
            throw FedauthError(
                .usage, "'\(old.name.folded(to: 60))' must stay below '\(group)', where fedauth looks for it",
                hint: "give it a name that begins with '\(group)'")
        }
        var draft = StoreDraft(moving: item)
        draft.name = newName
        let entry: StoreEntry
        do throws(FedauthError) {
            entry = try put(draft, expecting: overwrites ? .any : .absent)
        } catch  where error.code == .versionConflict && !overwrites {
            throw FedauthError(
                .versionConflict, "there is an entry '\(newName.folded(to: 60))' already",
                hint: "'--overwrite' replaces it")
        }
        return (entry, try delete(unchanged: [old]).isEmpty)
    }

    private func require(_ names: [String], among present: [String]) throws(FedauthError) {
        let present = Set(present.map { ExactName($0) })
        if let missing = names.first(where: { !present.contains(ExactName($0)) }) { throw noEntry(missing) }
    }
}
