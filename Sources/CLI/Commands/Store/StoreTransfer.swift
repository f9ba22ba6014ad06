import Core

/// Entries on their way into another store. What to do with each is decided before anything is written.
struct StoreTransfer {
    /// New there, or replaced.
    private(set) var added: [StoreDraft] = []
    /// There already, the same or left as they are.
    private(set) var skipped: [StoreDraft] = []
    private let store: any CredentialStore

    /// Throws `version-conflict` for an entry that is there with other contents, unless it may be overwritten or
    /// skipped.
    init(
        _ drafts: [StoreDraft], into store: any CredentialStore, overwrites: Bool, skips: Bool
    ) throws(FedauthError) {
        self.store = store
        var conflicts: [String] = []
        let names = Set(try store.list().map(\.name))
        for draft in drafts {
            guard names.contains(draft.name), let old = try store.get(draft.name) else {
                added.append(draft)
                continue
            }
            if skips || draft.says(whatIsIn: old) {
                skipped.append(draft)
            } else if overwrites {
                added.append(draft)
            } else {
                conflicts.append(draft.name)
            }
        }
        if let first = conflicts.first {
            let others = conflicts.count > 1 ? " and \(conflicts.count - 1) more" : ""
            throw FedauthError(
                .versionConflict, "there is an entry '\(first.folded(to: 60))'\(others) with other contents",
                hint: "nothing was written; '--overwrite' replaces such entries")
        }
    }

    /// Writes.
    func run() throws(FedauthError) { try store.put(added, expecting: .any) }

    /// "3 entries (1 was there already)".
    var summary: String {
        "\(added.count) \(added.count == 1 ? "entry" : "entries")"
            + (skipped.isEmpty ? "" : " (\(skipped.count) \(skipped.count == 1 ? "was" : "were") there already)")
    }
}

extension StoreDraft {
    /// Whether writing it would change nothing but times and version.
    fileprivate func says(whatIsIn item: StoreItem) -> Bool {
        let entry = item.entry
        return kind == entry.kind && attributes == entry.attributes && contentType == entry.contentType
            && expires == entry.expires && value == item.value
    }
}

/// A transfer as `--json` shows it.
struct TransferReport: Encodable {
    /// Names of entries that were written.
    var added: [String]
    /// Names of entries that were there already.
    var skipped: [String]

    init(_ transfer: StoreTransfer) {
        added = transfer.added.map(\.name)
        skipped = transfer.skipped.map(\.name)
    }
}
