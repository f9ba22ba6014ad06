public import Core
internal import Crypto
internal import Secrets

/// The encrypted file: `store` in a folder of ours, in the format that FORMAT.md describes.
///
/// The data key comes from memory, from what keeps keys beyond a process (`KeyKeeper`: the kernel or an agent), or out
/// of a key slot that the passphrase opens, in this order. Where nothing keeps keys (`cacheIsUsable` is false) every
/// command needs the passphrase.
public final class EncryptedFileStore: CredentialStore {
    /// The usual cost of a passphrase: scrypt with N = 2^17, 128 MiB, about 0.3 s.
    public static let defaultLogN = 17

    let folderPath: String
    let stateFolderPath: String
    let passphrases: (any StorePassphraseSource)?
    let clock: any WallClock
    let lockWaitSeconds: Int64
    let logN: Int
    let usesCache: Bool
    let keeper: any KeyKeeper
    let random: any RandomSource
    let files: any FileOperations
    /// The data key of the state that was opened last.
    var held: SharedSecret?

    /// - Parameters:
    ///   - directory: the folder of the store; made with mode 0700 by the first write.
    ///   - stateDirectory: where the last state seen is remembered, to notice an older copy.
    ///   - passphrases: nil when nobody can be asked and nothing was given.
    ///   - lockWaitSeconds: how long a write waits for another process.
    ///   - scryptLogN: the cost of new passphrases, 15 to 20.
    ///   - usesCache: whether the data key is looked for, and kept, beyond this process.
    ///   - keeper: where it is kept.
    public convenience init(
        directory: String, stateDirectory: String, passphrases: (any StorePassphraseSource)?,
        clock: any WallClock,
        lockWaitSeconds: Int64 = 5, scryptLogN: Int = EncryptedFileStore.defaultLogN, usesCache: Bool = true,
        keeper: any KeyKeeper = KernelKeys()
    ) {
        self.init(
            directory: directory, stateDirectory: stateDirectory, passphrases: passphrases, clock: clock,
            lockWaitSeconds: lockWaitSeconds, scryptLogN: scryptLogN, usesCache: usesCache,
            keeper: keeper, random: SystemRandom(), files: PosixFiles())
    }

    init(
        directory: String, stateDirectory: String, passphrases: (any StorePassphraseSource)?,
        clock: any WallClock,
        lockWaitSeconds: Int64, scryptLogN: Int, usesCache: Bool,
        keeper: any KeyKeeper = KernelKeys(), random: any RandomSource, files: any FileOperations
    ) {
        folderPath = directory
        stateFolderPath = stateDirectory
        self.passphrases = passphrases
        self.clock = clock
        self.lockWaitSeconds = lockWaitSeconds
        logN = min(max(scryptLogN, StoreFormat.logN.lowerBound), StoreFormat.logN.upperBound)
        self.usesCache = usesCache
        self.keeper = keeper
        self.random = random
        self.files = files
    }

    /// `file`.
    public var backend: String { "file" }

    /// The path of the file.
    public var location: String { folderPath + "/" + StoreWriter.name }

    /// Whether keys are kept for us here; if not, `unlock` cannot last beyond this process.
    public var cacheIsUsable: Bool { keeper.isUsable }

    /// `locked` when neither this process nor the keeper has the key. Reads the header only; throws `store-damaged`,
    /// `store-altered`, `store-unsafe` or `store-unavailable` when that cannot be read.
    public func state() throws(FedauthError) -> StoreState {
        guard let (_, parsed) = try openHeader() else { return .absent }
        return try rememberedKey(for: parsed) == nil ? .locked : .ready
    }

    /// The entry with this name; nil when there is none, or no store. Asks for the passphrase if need be.
    public func get(_ name: String) throws(FedauthError) -> StoreItem? {
        try StoreLimits.check(name: name)
        guard let store = try openStore(), let position = store.index.position(of: name) else { return nil }
        return try store.item(at: position)
    }

    /// All entries, sorted by name; none when there is no store. Asks for the passphrase if need be.
    public func list() throws(FedauthError) -> [StoreEntry] {
        guard let store = try openStore() else { return [] }
        return store.index.records.map(\.entry).sorted { $0.name < $1.name }
    }

    /// Writes the whole file anew under its lock, reads it back and puts it in place; makes the store when there is
    /// none. Throws `busy` when the lock is not free in time, `version-conflict` when `expecting` is not met.
    @discardableResult
    public func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry {
        try StoreLimits.check(name: draft.name)
        try StoreLimits.check(valueBytes: draft.value.count)
        let random = random
        let now = clock.now
        return try write(newStore: try prepare()) { (contents) throws(FedauthError) in
            let old = contents.entry(draft.name)
            try expecting.check(old, name: draft.name)
            let entry = StoreEntry(
                name: draft.name, kind: draft.kind, attributes: draft.attributes,
                contentType: draft.contentType,
                created: old?.created ?? now, modified: now, expires: draft.expires,
                version: (old?.version ?? 0) + 1)
            guard ItemCodec.encode(entry).count <= ItemCodec.entryBytes else {
                throw FedauthError(
                    .usage, "what describes '\(draft.name)' takes more than \(ItemCodec.entryBytes) bytes",
                    hint: "put long texts into the value")
            }
            try contents.set(StoreItem(entry: entry, value: draft.value), random: random)
            return entry
        }
    }

    /// Writes the file anew without this name; false, and nothing is written, when it is not there.
    @discardableResult
    public func delete(_ name: String) throws(FedauthError) -> Bool {
        try StoreLimits.check(name: name)
        guard let store = try openStore(), store.index.position(of: name) != nil else { return false }
        return try write(newStore: nil) { contents in
            let wasThere = contents.entry(name) != nil
            contents.remove(name)
            return wasThere
        }
    }

    /// Makes an empty store under a new passphrase, which is asked for; throws `busy` when there is one.
    public func initialise() throws(FedauthError) {
        guard try openHeader() == nil else { throw existing }
        try write(newStore: try makeStore(), mustBeNew: true) { _ in }
    }

    /// Forgets the key here and in the keeper; throws `store-unavailable` when that holds it all the same.
    public func lock() throws(FedauthError) {
        held = nil
        guard let (_, parsed) = try openHeader() else { return }
        guard !usesCache || KeyCache(storeID: parsed.header.storeID, clock: clock, keeper: keeper).forget() else {
            throw FedauthError(
                .storeUnavailable, "the \(keeper.name) still holds the key of '\(location)'",
                hint: "look for 'fedauth:key:' in: keyctl show @u; for a process 'fedauth store agent', and end it")
        }
    }

    /// Keeps the key beyond this process for exactly `seconds`; nil: for 15 minutes, prolonged by use up to 8 hours. Throws
    /// `store-unavailable` when there is no store, or when nothing keeps keys here.
    public func unlock(forSeconds seconds: Int64?) throws(FedauthError) {
        guard let (_, parsed) = try openHeader() else {
            throw FedauthError(
                .storeUnavailable, "there is no store '\(location)' yet",
                hint: "make it by 'fedauth store init'")
        }
        let key = try dataKey(for: parsed, offered: nil, keepsInCache: false)
        guard usesCache else { return }
        guard
            KeyCache(storeID: parsed.header.storeID, clock: clock, keeper: keeper).keep(key.copy(), forSeconds: seconds)
        else {
            throw FedauthError(
                .storeUnavailable, "the \(keeper.name) keeps no keys here, so nothing stays unlocked",
                hint: "give the passphrase to each command: --store-passphrase-file FILE or"
                    + " FEDAUTH_STORE_PASSPHRASE; 'fedauth store doctor' says what is in the way")
        }
    }

    var existing: FedauthError {
        FedauthError(
            .busy, "there is a store already: '\(location)'",
            hint: "to begin anew, move it away yourself: mv '\(location)' '\(location).old'")
    }
}
