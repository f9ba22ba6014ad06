public import Core

/// The copying of entries to another store. Decides what to do with each entry before it writes anything.
public struct StoreTransfer {
    /// Entries to add or replace.
    public private(set) var added: [StoreDraft] = []
    /// Entries that the other store has already; they stay as they are.
    private var skipped: [StoreDraft] = []
    /// Names of entries that exist there with other contents, and may be neither overwritten nor skipped.
    public private(set) var conflicts: [String] = []
    private let store: any CredentialStore
    private let overwrites: Bool

    /// Reads both stores; changes nothing.
    public init(
        _ drafts: [StoreDraft], into store: any CredentialStore, overwrites: Bool, skips: Bool
    ) throws(FedauthError) {
        self.store = store
        self.overwrites = overwrites
        var wanted: [ExactName: StoreDraft] = [:]
        for draft in drafts { wanted[ExactName(draft.name)] = draft }
        var same: Set<ExactName> = []
        var different: [String] = []
        try store.visit(only: Set(wanted.keys)) { item in
            guard let draft = wanted[ExactName(item.entry.name)] else { return }
            if draft.says(whatIsIn: item) { same.insert(ExactName(draft.name)) } else { different.append(draft.name) }
        }
        let others = Set(different.map { ExactName($0) })
        let kept = skips ? same.union(others) : same
        let stopped = overwrites || skips ? [] : others
        added = drafts.filter { !kept.contains(ExactName($0.name)) && !stopped.contains(ExactName($0.name)) }
        skipped = drafts.filter { kept.contains(ExactName($0.name)) }
        conflicts = stopped.isEmpty ? [] : different.sorted()
    }

    /// Throws `version-conflict` when there are conflicts; the message names the `ways` (options) that resolve them.
    public func check(ways: String) throws(FedauthError) {
        guard let first = conflicts.first else { return }
        let others = conflicts.count > 1 ? " and \(conflicts.count - 1) more" : ""
        throw FedauthError(
            .versionConflict, "there is an entry '\(first.folded(to: 60))'\(others) with other contents",
            hint: "nothing was written; \(ways)")
    }

    /// Writes the entries. Throws `version-conflict` when another process has written an entry since it was read.
    public func run() throws(FedauthError) { try store.put(added, expecting: overwrites ? .any : .absent) }

    /// "3 entries (1 was there already)".
    public var summary: String {
        "\(added.count) \(added.count == 1 ? "entry" : "entries")"
            + (skipped.isEmpty ? "" : " (\(skipped.count) \(skipped.count == 1 ? "was" : "were") there already)")
    }
}

extension StoreDraft {
    /// Returns whether writing the item would change only times and version.
    fileprivate func says(whatIsIn item: StoreItem) -> Bool {
        let entry = item.entry
        return kind == entry.kind && attributes == entry.attributes && contentType == entry.contentType
            && expires == entry.expires && value == item.value
    }
}

extension StoreTransfer {
    /// The transfer as one object; `left`: what another program has and was left out, and why; nil for an export.
    public func json(left: [String]? = nil) -> JSONValue {
        .sorted([
            "added": .texts(added.map(\.name)), "skipped": .texts(skipped.map(\.name)),
            // In a dry run only.
            "conflicts": .texts(conflicts), "left": left.map(JSONValue.texts),
        ])
    }
}
