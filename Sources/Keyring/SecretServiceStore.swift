public import Core
internal import Secrets

/// The desktop keyring: items of ours in the default collection of the session's secret service
/// (org.freedesktop.Secret, through libsecret).
///
/// An item is found by its name alone and nothing confidential is in its attributes or label, which any program
/// of the session may read; kind, times and attributes of an entry are within the secret. A service that does
/// not answer is given up after the deadline; from then on every call answers `timed-out`.
public final class SecretServiceStore: CredentialStore {
    private let passwords: (any StorePassphraseSource)?
    private let vault: any ValueVault
    private let clock: any WallClock
    private let hasDisplay: Bool
    private let deadlineMilliseconds: UInt32
    private let library: String
    private var opened: SecretServiceConnection?

    /// - Parameters:
    ///   - passwords: who knows the keyring's password; nil when nobody can be asked.
    ///   - vault: the lock, and the files for values above 64 KiB.
    ///   - hasDisplay: whether the service's own prompt can be seen by somebody; only `unlock` lets it come up.
    ///   - deadlineMilliseconds: for each call that must not ask anybody.
    public convenience init(
        passwords: (any StorePassphraseSource)?, vault: any ValueVault, clock: any WallClock,
        hasDisplay: Bool,
        deadlineMilliseconds: UInt32 = 3000
    ) {
        self.init(
            passwords: passwords, vault: vault, clock: clock, hasDisplay: hasDisplay,
            deadlineMilliseconds: deadlineMilliseconds, library: SecretLibrary.name)
    }

    /// The same with another libsecret, for tests of a machine without it.
    package init(
        passwords: (any StorePassphraseSource)?, vault: any ValueVault, clock: any WallClock,
        hasDisplay: Bool,
        deadlineMilliseconds: UInt32, library: String
    ) {
        self.passwords = passwords
        self.vault = vault
        self.clock = clock
        self.hasDisplay = hasDisplay
        self.deadlineMilliseconds = deadlineMilliseconds
        self.library = library
    }

    /// Looks, without asking anybody, whether a keyring can be used; starts nothing but what D-Bus activates.
    public static func probe(deadlineMilliseconds: UInt32 = 3000) -> KeyringProbe {
        do throws(FedauthError) {
            let connection = try SecretServiceConnection(
                library: SecretLibrary.name, milliseconds: deadlineMilliseconds)
            guard let collection = try connection.defaultCollection() else {
                return .unavailable(KeyringFailure.noCollection)
            }
            return try connection.isLocked(collection) ? .locked : .ready
        } catch {
            return .unavailable(error)
        }
    }

    /// `keyring`.
    public var backend: String { "keyring" }

    /// For a person; a keyring has no path.
    public var location: String { "the desktop keyring" }

    /// Whether the default collection is there and open. Throws `store-unavailable` without a secret service,
    /// `timed-out` when it does not answer.
    public func state() throws(FedauthError) -> StoreState {
        let connection = try connect()
        guard let collection = try connection.defaultCollection() else { return .absent }
        return try connection.isLocked(collection) ? .locked : .ready
    }

    /// The item with this name. Throws `store-locked` rather than answer nil when the keyring is not open,
    /// `store-damaged` when two items have the name or the item is none of ours.
    public func get(_ name: String) throws(FedauthError) -> StoreItem? {
        try StoreLimits.check(name: name)
        guard let found = try find(name) else { return nil }
        return try item(found.payload)
    }

    /// Writes the item under a lock among our own processes, reads it back and compares. Throws `store-unavailable`
    /// when the service changed what it was given, `version-conflict` when `expecting` is not met.
    @discardableResult
    public func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry {
        try StoreLimits.check(name: draft.name)
        try StoreLimits.check(valueBytes: draft.value.count)
        return try vault.exclusively { () throws(FedauthError) in
            let found = try find(draft.name)
            let old = found?.payload
            // An entry stays in its collection, also when another one has become the default since.
            let collection =
                if let found { Self.collection(of: found.path) } else { try unlockedCollection() }
            try expecting.check(old?.entry, name: draft.name)
            let now = clock.now
            let entry = StoreEntry(
                name: draft.name, kind: draft.kind, attributes: draft.attributes,
                contentType: draft.contentType,
                created: old?.entry.created ?? now, modified: now, expires: draft.expires,
                version: (old?.entry.version ?? 0) + 1)
            guard ItemCodec.encode(entry).count <= ItemCodec.entryBytes else {
                throw FedauthError(
                    .usage, "what describes '\(draft.name)' takes more than \(ItemCodec.entryBytes) bytes",
                    hint: "put long texts into the value")
            }
            let item = StoreItem(entry: entry, value: draft.value)
            if draft.value.count <= KeyringPayload.inlineBytes {
                try write(KeyringPayload.encode(item), entry, collection)
            } else {
                try writeOutside(item, collection)
            }
            if case .outside(_, let fileName, _, _) = old { try vault.remove(fileName) }
            return entry
        }
    }

    /// Removes the item and the file that holds its value, if it has one; false when it is not there.
    @discardableResult
    public func delete(_ name: String) throws(FedauthError) -> Bool {
        try StoreLimits.check(name: name)
        return try vault.exclusively { () throws(FedauthError) in
            guard let path = try locate(name) else { return false }
            let payload = try connect().secret(of: path)?.withBytes { KeyringPayload($0) }
            try connect().delete(path)
            if case .outside(_, let fileName, _, _) = payload { try vault.remove(fileName) }
            return true
        }
    }

    /// All items of ours, sorted by name. Throws `store-locked` when one of them cannot be looked into.
    public func list() throws(FedauthError) -> [StoreEntry] {
        let connection = try connect()
        let found = try connection.search(nil)
        guard found.locked.isEmpty else { throw KeyringFailure.locked }
        if found.unlocked.isEmpty { _ = try unlockedCollection() }
        var entries: [StoreEntry] = []
        for path in found.unlocked {
            // What another process deleted in between is no entry any more.
            guard let secret = try connection.secret(of: path) else { continue }
            guard let payload = secret.withBytes({ KeyringPayload($0) }) else {
                throw KeyringFailure.damaged(path, "holds what no fedauth wrote")
            }
            entries.append(payload.entry)
        }
        return entries.sorted { $0.name < $1.name }
    }

    /// Makes the default collection where there is none.
    public func initialise() throws(FedauthError) {
        let connection = try connect()
        guard try connection.defaultCollection() == nil else {
            throw FedauthError(
                .busy, "the desktop keyring has a default collection already",
                hint: "use it: fedauth store put")
        }
        guard let passwords else {
            throw FedauthError(
                .inputNeeded, "a new keyring needs a password, and nobody can be asked",
                hint: "give it by --store-passphrase-file FILE or FEDAUTH_STORE_PASSPHRASE")
        }
        let password = try passwords.passphrase(for: location, new: true)
        guard try connection.createDefaultCollection(password: password) else {
            throw FedauthError(
                .storeUnavailable, "this secret service makes no collection without its own program",
                hint: "make a default keyring or database there, or \(KeyringFailure.fileInstead)")
        }
    }

    /// Locks the default collection; throws `store-unavailable` when the service would have to ask first.
    public func lock() throws(FedauthError) {
        let connection = try connect()
        guard let collection = try connection.defaultCollection() else { return }
        if try connection.isLocked(collection) { return }
        guard try !connection.lock(collection), try connection.isLocked(collection) else {
            throw FedauthError(
                .storeUnavailable, "the desktop keyring wants to ask before it locks", hint: "lock it there")
        }
    }

    /// Unlocks the default collection; a keyring knows no time limit of ours, so `seconds` has no effect.
    public func unlock(forSeconds seconds: Int64?) throws(FedauthError) {
        let connection = try connect()
        guard let collection = try connection.defaultCollection() else { throw KeyringFailure.noCollection }
        guard try connection.isLocked(collection) else { return }
        if let passwords {
            let password = try passwords.passphrase(for: location, new: false)
            if try connection.unlock(collection, password: password) {
                guard try !connection.isLocked(collection) else {
                    throw KeyringFailure.wrongPassphrase("still locked")
                }
                return
            }
        }
        guard hasDisplay else { throw KeyringFailure.asksFirst }
        guard try connection.unlockByPrompt(collection, milliseconds: 120_000) else {
            throw FedauthError(.cancelled, "the desktop keyring was not unlocked", hint: "try again")
        }
    }

    private func connect() throws(FedauthError) -> SecretServiceConnection {
        if let opened { return opened }
        let connection = try SecretServiceConnection(library: library, milliseconds: deadlineMilliseconds)
        opened = connection
        return connection
    }

    private func unlockedCollection() throws(FedauthError) -> String {
        let connection = try connect()
        guard let collection = try connection.defaultCollection() else { throw KeyringFailure.noCollection }
        guard try !connection.isLocked(collection) else { throw KeyringFailure.locked }
        return collection
    }

    /// The path of the one item with this name; nil when it is certain that there is none.
    private func locate(_ name: String) throws(FedauthError) -> String? {
        let connection = try connect()
        let found = try connection.search(name)
        guard found.locked.isEmpty else { throw KeyringFailure.locked }
        guard let path = found.unlocked.first else {
            // KeePassXC hides the items of a locked database: nothing found is certain only when all is open.
            _ = try unlockedCollection()
            return nil
        }
        guard found.unlocked.count == 1 else { throw KeyringFailure.damaged(name, "is there twice") }
        return path
    }

    private static func collection(of item: String) -> String {
        String(item[..<(item.lastIndex(of: "/") ?? item.endIndex)])
    }

    private func find(_ name: String) throws(FedauthError) -> (path: String, payload: KeyringPayload)? {
        guard let path = try locate(name) else { return nil }
        guard let secret = try connect().secret(of: path) else {
            _ = try unlockedCollection()
            return nil
        }
        guard let payload = secret.withBytes({ KeyringPayload($0) }), payload.entry.name == name else {
            throw KeyringFailure.damaged(name, "holds what no fedauth wrote")
        }
        return (path, payload)
    }

    private func item(_ payload: KeyringPayload) throws(FedauthError) -> StoreItem {
        switch payload {
        case .whole(let item): return item
        case .outside(let entry, let fileName, let key, let count):
            let value = try vault.read(fileName, key: key)
            guard value.count == count else {
                throw KeyringFailure.damaged(entry.name, "has a value of another length than was written")
            }
            return StoreItem(entry: entry, value: value)
        }
    }

    private func writeOutside(_ item: StoreItem, _ collection: String) throws(FedauthError) {
        let fileID = try vault.random(16)
        let key = SharedSecret(try vault.random(32))
        let fileName = fileID.withBytes { KeyringPayload.fileName($0) }
        try vault.write(item.value, name: fileName, key: key)
        // When this fails the file stays: the service may have kept the item and only not have said so.
        let payload = KeyringPayload.encode(item.entry, fileID: fileID, key: key, count: item.value.count)
        try write(payload, item.entry, collection)
    }

    /// Writes, reads back, compares: some services change what they are given, or acknowledge what they lose.
    private func write(_ payload: consuming Secret, _ entry: StoreEntry, _ collection: String)
        throws(FedauthError)
    {
        let connection = try connect()
        let path = try connection.write(
            payload, name: entry.name, label: "fedauth: \(entry.name)", collection: collection)
        guard let back = try connection.secret(of: path), back.equals(payload) else {
            throw FedauthError(
                .storeUnavailable, "the desktop keyring changed what it was given",
                hint: KeyringFailure.fileInstead)
        }
    }
}
