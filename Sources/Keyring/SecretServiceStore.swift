public import Core
internal import Glibc
internal import Secrets

/// The desktop keyring: items in the default collection of the session's secret service (org.freedesktop.Secret,
/// through libsecret). An item is found by its name alone. Attributes and labels contain nothing confidential, because
/// any program of the session can read them; the kind, times and attributes of an entry are part of the secret. When
/// the service does not answer by the deadline, that call and all later ones throw `timed-out`.
public final class SecretServiceStore: CredentialStore {
    let passwords: (any StorePassphraseSource)?
    let largeValues: any LargeValueStore
    let clock: any WallClock
    let hasDisplay: Bool
    let busAddress: SessionBusAddress?
    let deadlineMilliseconds: UInt32
    private(set) var opened: SecretServiceConnection?
    /// The way without libsecret, while that is not open.
    var direct: DirectSecretService?
    private let warn: (FedauthError) -> Void
    private var hasWarned = false
    /// The error of a call without an answer.
    var silence: FedauthError?
    /// The pauses in microseconds, the last one first, after which what was not handed out, or not as it was written, is asked for
    /// again: KWallet under load gives neither for a moment. There are few, so that a list of bad entries does not take long.
    private var pauses: [UInt32] = [400_000, 100_000]

    /// Without a `bus`, every call throws `store-unavailable`; `passwords` has the keyring's password. `largeValues`:
    /// the lock, and the files for values above 64 KiB. `hasDisplay`: the service's prompt is visible; only `unlock`
    /// allows it. `deadlineMilliseconds` limits each call without a prompt. `warn`: some are unreadable.
    public init(
        bus: SessionBusAddress?, passwords: (any StorePassphraseSource)?, largeValues: any LargeValueStore,
        clock: any WallClock, hasDisplay: Bool, deadlineMilliseconds: UInt32 = 3000,
        warn: @escaping (FedauthError) -> Void = { _ in }
    ) {
        busAddress = bus
        (self.passwords, self.largeValues, self.clock) = (passwords, largeValues, clock)
        (self.hasDisplay, self.deadlineMilliseconds, self.warn) = (hasDisplay, deadlineMilliseconds, warn)
    }

    /// How long `probe` waits for each answer, by default.
    public static let probeMilliseconds: UInt32 = 3000

    /// Returns the state without prompting; throws why it cannot be used. Starts only what D-Bus activates.
    public static func probe(
        bus: SessionBusAddress?, deadlineMilliseconds: UInt32 = probeMilliseconds
    ) throws(FedauthError) -> StoreState {
        guard bus != nil else { throw KeyringFailure.noBus }
        let connection = try SecretServiceConnection(bus: bus, milliseconds: deadlineMilliseconds)
        guard let collection = try connection.defaultCollection() else { throw KeyringFailure.noCollection }
        return try connection.isLocked(collection) ? .locked : .ready
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
    /// `store-damaged` when two items have
    /// the name or the item is malformed, `entry-withheld` when the service finds it and does not hand it out.
    public func get(_ name: String) throws(FedauthError) -> StoreItem? {
        try StoreLimits.check(name: name)
        if let known = try readDirectly(name) {
            guard let payload = known.first else { return nil }
            if payload.entry.name == name { return try item(payload) }
        }
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
                if let found { .item(found.path, before: found.bytes) } else { .collection(try unlockedCollection()) }
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
            let paths = try locateAll(name)
            guard !paths.isEmpty else { return false }
            // An entry that cannot be read can still be removed.
            if expecting != .any { try expecting.check(try find(name)?.payload.entry, name: name) }
            for path in paths { try remove(path, name) }
            return true
        }
    }

    /// Removes an item, and the file with its value, unless another item has that (`kept`), too, as a copy has.
    func remove(_ path: String, _ name: String, keeping kept: String? = nil) throws(FedauthError) {
        let connection = try connect()
        let payload = (try? connection.secret(of: path))?.withBytes { KeyringPayload($0) }
        try connection.delete(path)
        // Searches only for this item: items that other collections hide do not matter here.
        let left = try connection.search(name)
        guard !left.unlocked.contains(path), !left.locked.contains(path) else { throw KeyringFailure.notDeleted(name) }
        if case .outside(_, let fileName, _, _) = payload, fileName != kept { try largeValues.remove(fileName) }
    }

    /// Returns all items of fedauth, sorted by name, those that cannot be read as `StoreEntry(unreadable:)`; says once
    /// that there are such. Throws `store-locked` when one of them is locked.
    public func list() throws(FedauthError) -> [StoreEntry] {
        if let known = try readDirectly(nil)?.map(\.entry), Set(known.map { ExactName($0.name) }).count == known.count {
            return known.sorted { $0.name < $1.name }
        }
        var entries: [ExactName: StoreEntry] = [:]
        try eachContent { (path, content) throws(FedauthError) in
            let entry =
                if case .payload(let payload, _) = content {
                    payload.entry
                } else {
                    StoreEntry(unreadable: try connect().name(of: path) ?? path)
                }
            // No lookup can tell which of two entries of one name is meant.
            let name = ExactName(entry.name)
            entries[name] = entries[name] == nil ? entry : StoreEntry(unreadable: entry.name)
        }
        let listed = entries.values.sorted { $0.name < $1.name }
        let unreadable = listed.filter(\.isUnreadable).map(\.name)
        if !unreadable.isEmpty, !hasWarned {
            hasWarned = true
            warn(KeyringFailure.unreadable(unreadable))
        }
        return listed
    }

    /// Passes every item of fedauth to `body`. Throws `store-locked` when one is locked, or may be hidden.
    func eachContent(_ body: (_ path: String, KeyringContent) throws(FedauthError) -> Void) throws(FedauthError) {
        let connection = try connect()
        var found = try connection.search(nil)
        if let locked = found.locked.first { throw try whyLocked(locked, nil) }
        if found.unlocked.isEmpty {
            _ = try unlockedCollection()
            if connection.hasOpened { found = try connection.search(nil) }
        }
        try connection.refuseHidingPlaces(nil)
        try connection.eachSecret(of: found.unlocked) { (path, bytes) throws(FedauthError) in
            if let bytes, let payload = KeyringPayload(bytes) {
                try body(path, .payload(payload, SharedSecret(copying: bytes)))
            } else if let content = try content(of: path, nil) {
                try body(path, content)
            }
        }
    }

    /// Returns what an item that a search has named holds; nil when it was deleted since then. Throws `store-locked` when
    /// it was locked since then.
    func content(of path: String, _ name: String?) throws(FedauthError) -> KeyringContent? {
        while true {
            let content = try contentNow(of: path, name)
            switch content {
            case .payload, nil: return content
            case .damaged, .withheld:
                guard let pause = pauses.popLast() else { return content }
                usleep(pause)
            }
        }
    }

    private func contentNow(of path: String, _ name: String?) throws(FedauthError) -> KeyringContent? {
        let connection = try connect()
        do throws(FedauthError) {
            let isWhole = { (secret: SharedSecret) in secret.withBytes { KeyringPayload($0) } != nil }
            if let secret = try connection.secret(of: path, where: isWhole),
                let payload = secret.withBytes({ KeyringPayload($0) })
            {
                return .payload(payload, secret)
            }
            if try connection.secret(of: path) != nil { return .damaged }
        } catch {
            // A service that has ended fails at the search, too.
            guard error.code == .storeUnavailable else { throw error }
        }
        let found = try connection.search(name)
        if found.locked.contains(path) { throw try whyLocked(path, name) }
        if found.unlocked.contains(path) { return .withheld }
        // KeePassXC hides the items of a database that is locked.
        if try connection.isLocked(SecretServiceConnection.collection(of: path)) { throw KeyringFailure.locked }
        return nil
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
        let paths = try locateAll(name)
        guard paths.count <= 1 else { throw KeyringFailure.twice(name) }
        return paths.first
    }

    /// Returns the paths of the items with this name; none when it is certain that there is none.
    private func locateAll(_ name: String) throws(FedauthError) -> [String] {
        let connection = try connect()
        let found = try connection.search(name)
        if let locked = found.locked.first { throw try whyLocked(locked, name) }
        guard found.unlocked.isEmpty else { return found.unlocked }
        _ = try unlockedCollection()
        try connection.refuseHidingPlaces(name)
        return connection.hasOpened ? try connection.search(name).unlocked : []
    }

    /// Explains a locked item. An item can be locked in an unlocked collection: KeePassXC uses this to say that it
    /// would ask the user first.
    private func whyLocked(_ item: String, _ name: String?) throws(FedauthError) -> FedauthError {
        let connection = try connect()
        let collection = SecretServiceConnection.collection(of: item)
        guard try connection.isLocked(collection) else { return KeyringFailure.entryGuarded(name) }
        guard try connection.defaultCollection() != collection else { return KeyringFailure.locked }
        return KeyringFailure.locked(try connection.label(of: collection), hiding: name, isCertain: true)
    }

    private func find(
        _ name: String
    ) throws(FedauthError) -> (path: String, payload: KeyringPayload, bytes: SharedSecret)? {
        guard let path = try locate(name), let content = try content(of: path, name) else { return nil }
        guard case .payload(let payload, let bytes) = content, payload.entry.name == name else {
            throw content.failure(name)
        }
        return (path, payload, bytes)
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
