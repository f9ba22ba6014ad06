/// A passkey and its entry.
public struct StoredPasskey: Sendable {
    /// The entry: its name, and when it was first and last written.
    public var entry: StoreEntry
    /// The passkey.
    public var passkey: Passkey
}

/// The passkeys in a store.
public struct PasskeyStore {
    private let store: any CredentialStore
    /// The attempts to write a counter that another process is writing, too.
    private static let attempts = 5

    /// Uses `store`, which is read on each call.
    public init(_ store: any CredentialStore) { self.store = store }

    /// Returns the entries of all passkeys, sorted by name, without opening them.
    public func entries() throws(FedauthError) -> [StoreEntry] { try store.list().filter(PasskeyEntry.isPasskey) }

    /// Returns all passkeys, sorted by name. Throws `store-damaged` when this version cannot read one.
    public func all() throws(FedauthError) -> [StoredPasskey] { try named(entries().map(\.name)) }

    /// Returns the passkeys in the entries with these names; skips entries that have gone.
    public func named(_ names: [String]) throws(FedauthError) -> [StoredPasskey] {
        var found: [StoredPasskey] = []
        for name in names {
            if let stored = try named(name) { found.append(stored) }
        }
        return found
    }

    /// Returns the passkey in the entry called `name`; nil when there is none.
    public func named(_ name: String) throws(FedauthError) -> StoredPasskey? {
        try store.get(name).map { (item) throws(FedauthError) in
            StoredPasskey(entry: item.entry, passkey: try PasskeyEntry.passkey(item))
        }
    }

    /// Stores a new passkey beside those that are there, and returns the name of its entry. An authenticator would replace the one
    /// of the same account; but any page below the relying party's domain can name that account. Throws `version-conflict` when
    /// another process writes the entry meanwhile.
    public func add(_ passkey: Passkey) throws(FedauthError) -> String {
        let name = PasskeyEntry.name(passkey, isTaken: try store.get(PasskeyEntry.name(passkey, isTaken: false)) != nil)
        try store.put(PasskeyEntry.draft(passkey, named: name), expecting: .absent)
        return name
    }

    /// Stores the counter after an assertion. A lower one than the stored one is of an assertion that was earlier.
    public func count(_ signCount: Int64, of passkey: Passkey) throws(FedauthError) {
        for attempt in 1...Self.attempts {
            let entry = try entries().first { entry in
                PasskeyEntry.isOf(passkey.credentialID, entry)
                    && PasskeyEntry.relyingParty(entry) == passkey.relyingParty
            }
            guard let entry, let item = try store.get(entry.name) else { return }
            var stored = try PasskeyEntry.passkey(item)
            guard stored.signCount < signCount else { return }
            stored.signCount = signCount
            do throws(FedauthError) {
                try store.put(PasskeyEntry.draft(stored, named: entry.name), expecting: .version(item.entry.version))
                return
            } catch  where error.code == .versionConflict && attempt < Self.attempts {}
        }
    }

    /// Removes the passkey called `name`: an entry's name, or the part after `passkey/`. Returns the name of the entry that is
    /// gone; nil when there was none.
    public func remove(_ name: String) throws(FedauthError) -> String? {
        let name = name.hasPrefix(PasskeyEntry.prefix) ? name : PasskeyEntry.prefix + name
        guard let entry = try entries().first(where: { $0.name.isExactly(name) }) else { return nil }
        return try store.delete(entry.name) ? entry.name : nil
    }
}
