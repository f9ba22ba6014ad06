public import Core
internal import Secrets

/// The desktop keyring: items in the default collection of the session's secret service (org.freedesktop.Secret,
/// through libsecret).
///
/// An item is found by its name alone. Attributes and labels contain nothing confidential, because any program of the
/// session can read them; the kind, times and attributes of an entry are part of the secret. When the service does not
/// answer by the deadline, that call and all later ones throw `timed-out`.
public final class SecretServiceStore: CredentialStore {
    let passwords: (any StorePassphraseSource)?
    let largeValues: any LargeValueStore
    let clock: any WallClock
    let hasDisplay: Bool
    let busAddress: SessionBusAddress?
    let deadlineMilliseconds: UInt32
    private(set) var opened: SecretServiceConnection?
    /// The error of a call without an answer.
    var silence: FedauthError?

    /// - Parameters:
    ///   - bus: the address of the session bus; nil when there is none, and every call throws `store-unavailable`.
    ///   - passwords: the source of the keyring's password; nil when none is available.
    ///   - largeValues: the lock, and the files for values above 64 KiB.
    ///   - hasDisplay: whether the service's own prompt would be visible; only `unlock` allows it.
    ///   - deadlineMilliseconds: the limit for each call without a prompt.
    public init(
        bus: SessionBusAddress?, passwords: (any StorePassphraseSource)?, largeValues: any LargeValueStore,
        clock: any WallClock, hasDisplay: Bool,
        deadlineMilliseconds: UInt32 = 3000
    ) {
        busAddress = bus
        self.passwords = passwords
        self.largeValues = largeValues
        self.clock = clock
        self.hasDisplay = hasDisplay
        self.deadlineMilliseconds = deadlineMilliseconds
    }

    /// Checks, without prompting, whether a keyring can be used. Starts only what D-Bus activates.
    public static func probe(bus: SessionBusAddress?, deadlineMilliseconds: UInt32 = 3000) -> KeyringProbe {
        guard bus != nil else { return .unavailable(KeyringFailure.noBus) }
        do throws(FedauthError) {
            let connection = try SecretServiceConnection(bus: bus, milliseconds: deadlineMilliseconds)
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

    /// A description for messages; a keyring has no path.
    public var location: String { "the desktop keyring" }

    /// Returns whether the default collection exists and is unlocked. Throws `store-unavailable` without a secret
    /// service, `timed-out` when it does not answer.
    public func state() throws(FedauthError) -> StoreState {
        let connection = try connect()
        guard let collection = try connection.defaultCollection() else { return .absent }
        return try connection.isLocked(collection) ? .locked : .ready
    }

    /// Returns the item with this name. Throws `store-locked` instead of returning nil when the keyring is locked,
    /// `store-damaged` when two items have the name or the item is malformed.
    public func get(_ name: String) throws(FedauthError) -> StoreItem? {
        try StoreLimits.check(name: name)
        if let content = try readDirectly(name) { return try item(try payload(content, name)) }
        guard let found = try find(name) else { return nil }
        return try item(found.payload)
    }

    /// Writes the item, under a lock between fedauth's processes, reads it back and compares. Throws
    /// `store-unavailable` when the service changed the content, `version-conflict` when `expecting` is not met.
    @discardableResult
    public func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry {
        try draft.check()
        return try largeValues.exclusively { () throws(FedauthError) in
            let found = try find(draft.name)
            let old = found?.payload
            // An entry stays in its collection, even when another one has become the default.
            let place: Place =
                if let found {
                    .item(found.path, before: found.bytes)
                } else {
                    .collection(try unlockedCollection())
                }
            let entry = try draft.entry(over: old?.entry, expecting: expecting, now: clock.now)
            let item = StoreItem(entry: entry, value: draft.value)
            if draft.value.count <= KeyringPayload.inlineBytes {
                try write(KeyringPayload.encode(item), entry, place)
            } else {
                try writeOutside(item, place)
            }
            if case .outside(_, let fileName, _, _) = old { try largeValues.remove(fileName) }
            return entry
        }
    }

    /// Removes the item, and the file with its value if there is one. Returns false when there is no such item.
    @discardableResult
    public func delete(_ name: String, expecting: StoreExpectation) throws(FedauthError) -> Bool {
        try StoreLimits.check(name: name)
        return try largeValues.exclusively { () throws(FedauthError) in
            guard let path = try locate(name) else { return false }
            let payload = try connect().secret(of: path)?.withBytes { KeyringPayload($0) }
            if expecting != .any { try expecting.check(payload?.entry, name: name) }
            try connect().delete(path)
            // Searches only for this item: items that other collections hide do not matter here.
            let left = try connect().search(name)
            guard !left.unlocked.contains(path), !left.locked.contains(path) else {
                throw KeyringFailure.notDeleted(name)
            }
            if case .outside(_, let fileName, _, _) = payload { try largeValues.remove(fileName) }
            return true
        }
    }

    /// Returns all items of fedauth, sorted by name. Throws `store-locked` when one of them cannot be read.
    public func list() throws(FedauthError) -> [StoreEntry] {
        var entries: [StoreEntry] = []
        try eachPayload { (path, payload) throws(FedauthError) in
            guard let payload else {
                throw KeyringFailure.damaged(
                    try connect().name(of: path) ?? path, "contains data that fedauth did not write")
            }
            entries.append(payload.entry)
        }
        return entries.sorted { $0.name < $1.name }
    }

    /// Passes every item of fedauth to `body`, nil for a malformed one. Throws `store-locked` when one of them cannot
    /// be read, or when items may be hidden.
    func eachPayload(
        _ body: (_ path: String, KeyringPayload?) throws(FedauthError) -> Void
    ) throws(FedauthError) {
        let connection = try connect()
        let found = try connection.search(nil)
        if let locked = found.locked.first { throw try whyLocked(locked, nil) }
        if found.unlocked.isEmpty { _ = try unlockedCollection() }
        try refuseHidingPlaces(nil)
        try connection.eachSecret(of: found.unlocked) { (path, bytes) throws(FedauthError) in
            if let bytes { return try body(path, KeyringPayload(bytes)) }
            // An item that was deleted meanwhile is skipped; one that was locked meanwhile is an error.
            if let secret = try connection.secret(of: path) {
                return try body(path, secret.withBytes { KeyringPayload($0) })
            }
            if try connection.isLocked(SecretServiceConnection.collection(of: path)) {
                throw KeyringFailure.locked
            }
        }
    }

    func connect() throws(FedauthError) -> SecretServiceConnection {
        if let opened { return opened }
        if let silence { throw silence }
        let connection = try SecretServiceConnection(bus: busAddress, milliseconds: deadlineMilliseconds)
        opened = connection
        return connection
    }

    func unlockedCollection() throws(FedauthError) -> String {
        let connection = try connect()
        guard let collection = try connection.defaultCollection() else { throw KeyringFailure.noCollection }
        guard try !connection.isLocked(collection) else { throw KeyringFailure.locked }
        return collection
    }

    /// Returns the path of the only item with this name; nil when it is certain that there is none.
    func locate(_ name: String) throws(FedauthError) -> String? {
        let connection = try connect()
        let found = try connection.search(name)
        if let locked = found.locked.first { throw try whyLocked(locked, name) }
        guard let path = found.unlocked.first else {
            _ = try unlockedCollection()
            try refuseHidingPlaces(name)
            return nil
        }
        guard found.unlocked.count == 1 else { throw KeyringFailure.twice(name) }
        return path
    }

    /// Throws `store-locked` when a locked collection may hide entries, which stay in their collection when another one
    /// becomes the default. KeePassXC hides the items of a locked database. gnome-keyring, recognised by its password
    /// interface, lists those of a locked keyring.
    private func refuseHidingPlaces(_ name: String?) throws(FedauthError) {
        let connection = try connect()
        guard try !connection.takesPasswords() else { return }
        for collection in try connection.collections() where try connection.isLocked(collection) {
            throw KeyringFailure.mayHide(name, try connection.label(of: collection))
        }
    }

    /// Explains a locked item. An item can be locked in an unlocked collection: KeePassXC uses this to say that it
    /// would ask the user first.
    private func whyLocked(_ item: String, _ name: String?) throws(FedauthError) -> FedauthError {
        try connect().isLocked(SecretServiceConnection.collection(of: item))
            ? KeyringFailure.locked : KeyringFailure.entryGuarded(name)
    }

    private func find(
        _ name: String
    ) throws(FedauthError) -> (path: String, payload: KeyringPayload, bytes: SharedSecret)? {
        guard let path = try locate(name) else { return nil }
        guard let secret = try connect().secret(of: path) else {
            if try connect().isLocked(SecretServiceConnection.collection(of: path)) { throw KeyringFailure.locked }
            return nil
        }
        return (path, try payload(secret, name), SharedSecret(secret))
    }

    private func payload(_ content: borrowing Secret, _ name: String) throws(FedauthError) -> KeyringPayload {
        guard let payload = content.withBytes({ KeyringPayload($0) }), payload.entry.name == name else {
            throw KeyringFailure.damaged(name, "contains data that fedauth did not write")
        }
        return payload
    }

    func item(_ payload: KeyringPayload) throws(FedauthError) -> StoreItem {
        switch payload {
        case .whole(let item): return item
        case .outside(let entry, let fileName, let key, let count):
            let value = try largeValues.read(fileName, key: key)
            guard value.count == count else {
                throw KeyringFailure.damaged(entry.name, "has a value of another length than was written")
            }
            return StoreItem(entry: entry, value: value)
        }
    }
}
