public import Core
internal import Crypto
internal import Secrets
internal import System

/// A store that a program of the user's keeps (`ProgramEngine`), for several machines. The program sees the names of records,
/// sealed bytes and the times of writes; each answer is checked. The record `keys` is an encrypted file without entries: its
/// key slots open the store from any machine. Every other record has a generation, which grows with each write; `RollbackGuard`
/// has the newest one that this machine has seen of each, so an older one is noticed. A deletion first raises the generation of
/// the record `floor`, below which no new record begins, and leaves a mark of its own here: a deleted record that comes back is
/// noticed, and so is one that only disappears. `KnownStores` records the store itself.
public final class EngineStore: SlottedStore, CredentialStore {
    /// `exec`.
    public let backend = "exec"
    let engine: ProgramEngine
    /// The header that this command has read, and its revision.
    private var known: (parsed: ParsedHeader, revision: String)?
    private var seal: RecordSeal?

    /// `stateDirectory` records the last states seen; `passphrases` is nil when there is no source for keys;
    /// `usesCache`: whether to read and keep the data key in the key cache.
    public init(
        _ engine: ProgramEngine, stateDirectory: String, passphrases: (any StorePassphraseSource)?,
        clock: any WallClock, scryptLogN: Int = SlottedStore.defaultLogN, usesCache: Bool = true,
        cacheBackend: any KeyCacheBackend = KernelKeys()
    ) {
        self.engine = engine
        super.init(
            stateDirectory: stateDirectory, passphrases: passphrases, clock: clock, scryptLogN: scryptLogN,
            usesCache: usesCache, cacheBackend: cacheBackend)
    }

    /// `exec:PROGRAM`.
    public override var location: String { "exec:" + engine.name }
    override var selector: String? { "'\(location.folded(to: 100))'" }

    // MARK: Keys

    /// Asks the program, and looks for the key; asks for none.
    public func state() throws(FedauthError) -> StoreState {
        guard try engine.isReady() else { return .locked }
        guard let parsed = try header() else { return .absent }
        return try rememberedKey(for: parsed) == nil ? .locked : .ready
    }

    /// Returns the header; nil when there is no store, and this machine knows none under this name. Throws `store-older`
    /// when it knows another one, before anybody is asked for a key.
    override func header() throws(FedauthError) -> ParsedHeader? {
        let last = try knownStores.last
        guard let parsed = try stored() else {
            guard last == nil else { throw EngineFailure.gone(location) }
            return nil
        }
        guard last == nil || last == parsed.header.storeID else { throw EngineFailure.exchanged(location) }
        return parsed
    }

    /// Returns the header that the program has.
    private func stored() throws(FedauthError) -> ParsedHeader? {
        if let known { return known.parsed }
        guard let record = try engine.get(EngineName.keys) else { return nil }
        let bytes = record.head.withBytes { Array($0) }
        do throws(FedauthError) {
            let parsed = try ParsedHeader(bytes, fileBytes: bytes.count, path: location)
            known = (parsed, record.revision)
            return parsed
        } catch  where error.code == .storeDamaged || error.code == .storeAltered {
            throw EngineFailure.altered(location, EngineName.keys, error.message)
        }
    }

    private var knownStores: KnownStores {
        get throws(FedauthError) { try KnownStores(of: engine.name, stateFolder: stateFolderPath, files) }
    }

    override func foundAuthentic(_ storeID: [UInt8]) { try? knownStores.remember(storeID) }

    /// Opens the store; nil when there is none. Asks for a key if necessary.
    func open() throws(FedauthError) -> RecordSeal? {
        if let seal { return seal }
        var attempts = 0
        while true {
            guard let parsed = try header() else { return nil }
            let key = try dataKey(for: parsed, offered: nil, keepsInCache: true)
            do throws(FedauthError) {
                try seen(parsed.header.storeID).check(parsed, path: location)
            } catch {
                // Another process may have seen newer slots since they were read.
                attempts += 1
                guard attempts < 3 else { throw error }
                known = nil
                continue
            }
            let made = RecordSeal(dataKey: key, storeID: parsed.header.storeID)
            seal = made
            return made
        }
    }

    /// Opens the store, or makes it.
    func openOrMake() throws(FedauthError) -> RecordSeal {
        if let seal = try open() { return seal }
        _ = try make()
        guard let seal = try open() else { throw FedauthError(.storeUnavailable, "the store '\(location)' went away") }
        return seal
    }

    /// Makes a store. Returns false when another process has made one meanwhile.
    private func make() throws(FedauthError) -> Bool {
        let new = try makeStore()
        let header = StoreHeader(
            storeID: new.storeID, generation: 1, bodySalt: [], entryCount: 0, indexBytes: 0, bodyBytes: 0,
            slots: [new.slot])
        guard try put(header, new.dataKey, expecting: nil) else { return false }
        held = new.dataKey
        foundAuthentic(new.storeID)
        if usesCache { _ = keyCache(new.storeID).keep(new.dataKey.copy(), forSeconds: nil) }
        return true
    }

    /// Makes an empty store with a new key, which it requests, also where this machine knows one that is missing. Throws
    /// `busy` when there is one.
    public func initialise() throws(FedauthError) {
        guard try stored() == nil, try make() else {
            throw FedauthError(
                .busy, "there is a store already: '\(location)'",
                hint: "to start again, delete what the program keeps yourself")
        }
    }

    /// Writes the record `keys`. Returns false when the present one is not the expected one.
    private func put(
        _ header: StoreHeader, _ dataKey: SharedSecret, expecting revision: String?
    ) throws(FedauthError) -> Bool {
        var header = header
        header.bodySalt = try random.bytes(32)
        header.indexBytes = StoreFormat.padded(0) + AESGCM.tagBytes
        header.bodyBytes = header.indexBytes
        var (bytes, checksum) = try header.encoded(dataKey.copy())
        try BodyCipher(header, checksum: checksum, dataKey: dataKey.copy()).seal(
            Secret(), number: 0, appendingTo: &bytes)
        let head = SharedSecret(Secret(bytes))
        known = nil
        seal = nil
        let result = try write(
            EngineName.keys, head: head, value: SharedSecret(Secret()), expecting: revision
        ) { $0?.revision == revision ? .unchanged : .changed }
        guard result == .done else { return false }
        // What was read back is what was written. Another answer would be remembered before it is authentic.
        seen(header.storeID).remember(try ParsedHeader(bytes, fileBytes: bytes.count, path: location))
        return true
    }

    override func rewriteHeader(
        dropsPrevious: Bool, _ change: (inout StoreHeader, SharedSecret) throws(FedauthError) -> SharedSecret?
    ) throws(FedauthError) {
        known = nil
        let parsed = try existingHeader()
        let key = try dataKey(for: parsed, offered: nil, keepsInCache: true)
        try seen(parsed.header.storeID).check(parsed, path: location)
        let revision = known?.revision
        var header = parsed.header
        header.generation += 1
        guard try change(&header, key) == nil else {
            throw FedauthError(
                .usage, "a store by a program keeps its data key",
                hint: "move its entries to a new one by 'fedauth store move', or leave out '--full'")
        }
        guard try put(header, key, expecting: revision) else {
            throw FedauthError(
                .busy, "another process has given the store '\(location)' other keys meanwhile", hint: "try again")
        }
    }

    /// Forgets what this machine has seen of the store, and accepts what the program has now, also another store.
    public override func acceptOlder() throws(FedauthError) {
        guard let parsed = try stored() else { return }
        _ = try dataKey(for: parsed, offered: nil, keepsInCache: true)
        let path = seenFolder(parsed.header.storeID)
        if let folder = try StoreDirectory(existing: path, files) {
            for name in FileNames.names(in: path) { try? files.unlink(folder.descriptor, name) }
        }
        seen(parsed.header.storeID).remember(parsed)
    }

    /// Removes the keys of all stores of this name from process and cache, also when the program cannot be asked.
    public func lock() throws(FedauthError) {
        seal = nil
        held = nil
        var failure: FedauthError?
        func forget(_ storeID: [UInt8]) {
            do throws(FedauthError) { try forgetKey(of: storeID) } catch { failure = failure ?? error }
        }
        let all = try knownStores.all
        for storeID in all { forget(storeID) }
        // It may be that nothing could be recorded.
        if let storeID = try? stored()?.header.storeID, !all.contains(storeID) { forget(storeID) }
        if let failure { throw failure }
    }

    // MARK: Entries

    /// Returns the entry with this name. Throws `store-altered` or `store-older` for an answer that is not the newest
    /// state that this machine knows.
    public func get(_ name: String) throws(FedauthError) -> StoreItem? {
        try StoreLimits.check(name: name)
        guard let seal = try open(), let record = try read(try EngineName.entry(name), seal) else { return nil }
        return try item(record, name, seal)
    }

    /// Returns all entries, sorted by name. Reads no values. Throws `store-older` when a record is missing that this
    /// machine has seen, and that was not deleted.
    public func list() throws(FedauthError) -> [StoreEntry] {
        guard let seal = try open() else { return [] }
        var entries: [StoreEntry] = []
        var names: Set<String> = []
        for record in try records(seal) where EngineName.isEntry(record.name) {
            guard names.insert(record.name).inserted else {
                throw EngineFailure.altered(location, record.name, "it is listed twice")
            }
            if let entry = try listed(record, seal) { entries.append(entry) }
        }
        return entries.sorted { $0.name < $1.name }
    }

    /// Returns nil when the record was deleted since it was listed.
    private func listed(_ record: EngineRecord, _ seal: RecordSeal) throws(FedauthError) -> StoreEntry? {
        let last = guarding(record.name, seal).newest()
        let opened = try opened(record, seal)
        // Another process may have seen a newer record since this one was listed.
        guard !opened.mark.isOlder(than: last) else { return try read(record.name, seal).map(entry) }
        guarding(record.name, seal).remember(opened.mark)
        return try entry(opened)
    }

    /// Writes an entry over the one that it has read, reads it back and compares. With `.any` it tries again while
    /// others write; throws `busy` when that takes too long. Throws `version-conflict` when `expecting` is not met, and
    /// `outcome-unknown` when it cannot be found out whether the entry was written.
    @discardableResult
    public func put(_ draft: StoreDraft, expecting: StoreExpectation) throws(FedauthError) -> StoreEntry {
        try draft.check()
        let seal = try openOrMake()
        let name = try EngineName.entry(draft.name)
        let contention = Contention(clock)
        while true {
            let old = try read(name, seal)
            let entry = try draft.entry(over: try old.map(entry), expecting: expecting, now: clock.now)
            let payload = SharedSecret(ItemCodec.encode(entry))
            switch try write(name, payload, value: draft.value, over: old, seal) {
            case .done: return entry
            case .conflict: try contention.wait(location, draft.name)
            case .conflictInDoubt where expecting == .any: try contention.wait(location, draft.name)
            case .conflictInDoubt:
                throw EngineFailure.unknown(draft.name, "written", because: "others have written it since")
            }
        }
    }

    /// Removes an entry. Raises the floor first, so that no new record is taken for the removed one, and marks the
    /// deletion then, so that it is noticed if the record comes back.
    @discardableResult
    public func delete(_ name: String, expecting: StoreExpectation) throws(FedauthError) -> Bool {
        try StoreLimits.check(name: name)
        guard let seal = try open() else { return false }
        let recordName = try EngineName.entry(name)
        let contention = Contention(clock)
        while let old = try read(recordName, seal) {
            try expecting.check(try entry(old), name: name)
            try raiseFloor(to: old.head.generation, seal)
            switch try remove(old, seal) {
            case .done:
                guarding(recordName, seal).remember(.deletion(of: old.head.generation))
                return true
            case .conflict: try contention.wait(location, name)
            case .conflictInDoubt where expecting == .any: try contention.wait(location, name)
            case .conflictInDoubt: throw EngineFailure.unknown(name, "deleted", because: "others have written it since")
            }
        }
        return false
    }

    private func item(_ record: OpenRecord, _ name: String, _ seal: RecordSeal) throws(FedauthError) -> StoreItem {
        let entry = try entry(record)
        guard entry.name.isExactly(name), let sealed = record.sealed.value,
            let value = try seal.open(sealed, of: record.sealed.head)
        else { throw EngineFailure.altered(location, record.sealed.name, "its value does not open") }
        return StoreItem(entry: entry, value: value)
    }

    private func entry(_ record: OpenRecord) throws(FedauthError) -> StoreEntry {
        let entry = record.head.payload.withBytes { ItemCodec.decodeEntry($0) }
        guard let entry, try EngineName.entry(entry.name) == record.sealed.name else {
            throw EngineFailure.altered(location, record.sealed.name, "its metadata makes no sense")
        }
        return entry
    }
}

extension EngineStore: MaintainedStore {
    /// Opens every entry. Returns the names of the records that cannot be opened.
    public func verify() throws(FedauthError) -> [String] {
        guard let seal = try open() else { return [] }
        var unreadable: [String] = []
        for record in try records(seal) where EngineName.isEntry(record.name) {
            do throws(FedauthError) {
                guard let opened = try read(record.name, seal) else { continue }
                _ = try item(opened, try entry(opened).name, seal)
            } catch  where [.storeAltered, .storeOlder].contains(error.code) { unreadable.append(record.name) }
        }
        return unreadable
    }

    /// Throws `usage`: only the program has earlier states.
    public func recover() throws(FedauthError) -> StoreRecovery {
        throw FedauthError(
            .usage, "what '\(location)' keeps has no copy here",
            hint: "restore it from a backup of what the program keeps, then 'fedauth store accept-older'")
    }
}
