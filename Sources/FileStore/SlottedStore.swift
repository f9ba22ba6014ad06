public import Core
internal import Crypto
internal import Secrets

/// An encrypted store whose header has key slots: what opens it, caches its data key and changes its slots, wherever
/// the header is kept. `EncryptedFileStore` keeps it in a file, `EngineStore` with a program. The data key comes from
/// memory, from a cache that outlives the process (`KeyCacheBackend`), or from a key slot, in this order.
public class SlottedStore {
    /// The default cost of a passphrase: scrypt with N = 2^17, 128 MiB, about 0.3 s.
    public static let defaultLogN = 17

    let stateFolderPath: String
    let passphrases: (any StorePassphraseSource)?
    let clock: any WallClock
    let logN: Int
    let usesCache: Bool
    let cacheBackend: any KeyCacheBackend
    /// Other ones only in tests, as `files`.
    var random: any RandomSource = SystemRandom()
    var files = PosixFiles()
    /// The data key of the last state that was opened.
    var held: SharedSecret?
    /// The key for a new store, if it was requested before the first write.
    var newKey: StoreKey?

    init(
        stateDirectory: String, passphrases: (any StorePassphraseSource)?, clock: any WallClock, scryptLogN: Int,
        usesCache: Bool, cacheBackend: any KeyCacheBackend
    ) {
        stateFolderPath = stateDirectory
        self.passphrases = passphrases
        self.clock = clock
        logN = Self.clamped(scryptLogN)
        self.usesCache = usesCache
        self.cacheBackend = cacheBackend
    }

    /// Limits a cost to the allowed range.
    static func clamped(_ logN: Int) -> Int { min(max(logN, StoreFormat.logN.lowerBound), StoreFormat.logN.upperBound) }

    /// Where the header is, for messages.
    public var location: String { "" }
    /// The location, as part of a sentence.
    var place: String { "the store '\(location)'" }
    /// The word of `--store` that selects it; nil where no option is needed.
    var selector: String? { nil }

    /// Returns the header; nil when there is no store.
    func header() throws(FedauthError) -> ParsedHeader? { nil }

    /// Writes a changed header, if it did not change since; `dropsPrevious` removes the previous state, which the old
    /// keys open. `change` changes it, given the data key; returns a data key if it is to be replaced.
    func rewriteHeader(
        dropsPrevious: Bool, _ change: (inout StoreHeader, SharedSecret) throws(FedauthError) -> SharedSecret?
    ) throws(FedauthError) {}

    /// Is called with the identifier of a store whose header turned out to be authentic, before its key is cached.
    func foundAuthentic(_ storeID: [UInt8]) {}

    /// Accepts the current state as the newest, after a backup was restored.
    public func acceptOlder() throws(FedauthError) {}

    /// What to do about a locked store.
    var waysOn: String {
        let source = "give --store-key-file FILE, --store-passphrase-file FILE or FEDAUTH_STORE_PASSPHRASE"
        guard !usesCache || cacheBackend.isUsable else {
            return "the kernel keeps no keys here: \(source) to each command"
        }
        return "run 'fedauth store unlock\(selector.map { " --store " + $0.shellQuoted } ?? "")', or \(source)"
    }

    /// Returns the record of the last state seen.
    func seen(_ storeID: [UInt8]) -> RollbackGuard {
        RollbackGuard(
            folder: stateFolderPath + "/seen", storeID: storeID, files: files,
            cacheBackend: usesCache ? cacheBackend : nil)
    }

    /// Requests the first key, and makes a data key and its slot.
    func makeStore() throws(FedauthError) -> NewStore {
        guard let passphrases else { throw StoreFailure.locked(self) }
        let key = if let newKey { newKey } else { try passphrases.newKey(for: place) }
        let storeID = try random.bytes(16)
        let dataKey = SharedSecret(try random.secret(32))
        let slot = try KeySlot.sealing(dataKey.copy(), by: key, logN: logN, storeID: storeID, random: random)
        return NewStore(key: key, storeID: storeID, dataKey: dataKey, slot: slot)
    }

    /// Asks for the passphrase of a store that does not exist yet.
    public func prepareForWriting() throws(FedauthError) {
        guard let passphrases, !passphrases.isGiven, newKey == nil, try header() == nil else { return }
        newKey = try passphrases.newKey(for: place)
    }

    /// Removes the key of a store from this process and from the cache. Throws `store-unavailable` when the cache keeps it.
    func forgetKey(of storeID: [UInt8]?) throws(FedauthError) {
        held = nil
        guard let storeID else { return }
        guard !usesCache || keyCache(storeID).forget() else {
            throw FedauthError(
                .storeUnavailable, "the kernel still holds the key of '\(location)'",
                hint: "look for 'fedauth:key:' in: keyctl show @u")
        }
    }

    /// Keeps the key in the cache for exactly `seconds`; nil for 15 minutes, extended by use up to 8 hours. Throws
    /// `store-unavailable` when there is no store or no usable cache.
    public func unlock(forSeconds seconds: Int64?) throws(FedauthError) {
        let parsed = try existingHeader()
        // A key that was given explicitly must be checked, even when the cache has one.
        let isGiven = passphrases?.isGiven ?? false
        let key = try dataKey(for: parsed, offered: nil, keepsInCache: false, mayRemember: !isGiven)
        guard usesCache else { return }
        guard keyCache(parsed.header.storeID).keep(key.copy(), forSeconds: seconds) else {
            throw FedauthError(
                .storeUnavailable, "the kernel keeps no keys here, as in most containers, so nothing stays unlocked",
                hint:
                    "a key file or a passphrase source opens it for each command: '--store-key-file FILE' (after 'fedauth store "
                    + "slot add --new-key-file FILE'), '--store-passphrase-file FILE' or FEDAUTH_STORE_PASSPHRASE")
        }
    }

    func keyCache(_ storeID: [UInt8]) -> KeyCache {
        KeyCache(storeID: storeID, clock: clock, cacheBackend: cacheBackend)
    }

    /// Returns the header of a store that must exist.
    func existingHeader() throws(FedauthError) -> ParsedHeader {
        guard let parsed = try header() else {
            throw FedauthError(
                .storeUnavailable, "there is no store '\(location)' yet", hint: "make it by 'fedauth store init'")
        }
        return parsed
    }

    /// Returns whether the header was written with this data key.
    private func opens(_ parsed: ParsedHeader, _ dataKey: borrowing Secret) throws(FedauthError) -> Bool {
        guard try parsed.isAuthentic(dataKey) else { return false }
        foundAuthentic(parsed.header.storeID)
        return true
    }

    /// Returns the data key if this process or the key cache has the right one; drops a wrong one.
    func rememberedKey(for parsed: ParsedHeader) throws(FedauthError) -> SharedSecret? {
        if let held {
            if try opens(parsed, held.copy()) { return held }
            self.held = nil
        }
        guard usesCache else { return nil }
        let cache = keyCache(parsed.header.storeID)
        guard let cached = cache.get() else { return nil }
        guard try opens(parsed, cached) else {
            _ = cache.forget()
            return nil
        }
        let key = SharedSecret(cached)
        held = key
        return key
    }

    /// Returns the data key, asking for a key if necessary.
    func dataKey(
        for parsed: ParsedHeader, offered: StoreKey?, keepsInCache: Bool, mayRemember: Bool = true
    ) throws(FedauthError) -> SharedSecret {
        try passphrases?.check()
        if mayRemember, let key = try rememberedKey(for: parsed) { return key }
        let slots = parsed.header.slots
        let keys = if let offered { [offered] } else { try ask(Set(slots.compactMap(\.kind))) }
        for key in keys.flatMap(\.spellings) {
            for slot in slots {
                guard let dataKey = try slot.open(key, storeID: parsed.header.storeID) else { continue }
                guard try opens(parsed, dataKey) else {
                    throw StoreFailure.altered(location, "its header was not written with its own key")
                }
                if usesCache, keepsInCache { _ = keyCache(parsed.header.storeID).keep(dataKey, forSeconds: nil) }
                let shared = SharedSecret(dataKey)
                held = shared
                return shared
            }
        }
        throw StoreFailure.wrongKey(place, keys.last, Set(slots.compactMap(\.kind)))
    }

    /// Returns the keys to try, from the passphrase source.
    private func ask(_ kinds: Set<StoreKeyKind>) throws(FedauthError) -> [StoreKey] {
        guard !kinds.isEmpty else {
            throw FedauthError(
                .storeUnavailable, "the store '\(location)' is opened by keys of kinds that this fedauth does not know",
                hint: "update fedauth")
        }
        guard let passphrases else { throw StoreFailure.locked(self) }
        do throws(FedauthError) {
            return try passphrases.keys(for: place, among: kinds)
        } catch { throw error.code == .storeLocked && error.hint == nil ? error.hinting(waysOn) : error }
    }
}

/// The keys of a store that does not exist yet.
struct NewStore {
    var key: StoreKey
    var storeID: [UInt8]
    var dataKey: SharedSecret
    var slot: KeySlot
}
