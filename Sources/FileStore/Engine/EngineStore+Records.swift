public import Core
internal import Crypto
internal import Secrets
internal import System

/// Reads and writes the records of a program, and checks what it answers.
extension EngineStore {
    /// A record whose head was opened.
    struct OpenRecord {
        var head: RecordSeal.Head
        var mark: RollbackGuard.Mark
        var sealed: EngineRecord
    }

    /// What became of a write.
    enum Written: Equatable {
        case done
        /// Nothing was changed: another process wrote first.
        case conflict
        /// Another process wrote, and it is not known whether before or after this one.
        case conflictInDoubt
    }

    /// How the present record compares with the one that a write replaces.
    enum Present {
        case unchanged
        /// Another process has replaced it, so that this write cannot be done any more.
        case changed
        /// This write was done, and another process has written since.
        case replaced
    }

    /// The folder with the newest generation that was seen of each record.
    func seenFolder(_ storeID: [UInt8]) -> String {
        stateFolderPath + "/seen/" + Hexadecimal.text(storeID) + ".records"
    }

    func guarding(_ name: String, _ seal: RecordSeal) -> RollbackGuard { guarding(identifier(name), seal) }

    private func guarding(_ identifier: [UInt8], _ seal: RecordSeal) -> RollbackGuard {
        RollbackGuard(folder: seenFolder(seal.storeID), storeID: identifier, files: files, cacheBackend: nil)
    }

    /// Returns what names the guard of a record.
    private func identifier(_ name: String) -> [UInt8] {
        Array(((try? Digest.sha256.hash(Array(name.utf8))) ?? Array(name.utf8)).prefix(16))
    }

    /// Returns all records that the program lists. Throws `store-older` when one is missing without a deletion.
    func records(_ seal: RecordSeal) throws(FedauthError) -> [EngineRecord] {
        // Before the question, as in `read`.
        var unlisted: [[UInt8]: UInt64] = [:]
        for identifier in RollbackGuard.identifiers(in: seenFolder(seal.storeID)) {
            guard let last = guarding(identifier, seal).newest(), !last.isDeletion else { continue }
            unlisted[identifier] = last.generation
        }
        let records = try engine.list()
        for record in records { unlisted[identifier(record.name)] = nil }
        guard let newest = unlisted.values.max(), try newest > floor(seal) else { return records }
        throw EngineFailure.unlisted(location)
    }

    /// Returns a record; nil when there is none. Throws `store-altered` for one that fedauth has not written under this
    /// name, `store-older` for one that is older than what was seen, or is missing without a deletion.
    func read(_ name: String, _ seal: RecordSeal) throws(FedauthError) -> OpenRecord? {
        let guarding = guarding(name, seal)
        // Before the question: another process may see a newer state while it is answered.
        let last = guarding.newest()
        guard let record = try engine.get(name) else {
            guard let last else { return nil }
            // A deletion raises the floor before it removes a record.
            let floor: UInt64 = name == EngineName.floor ? 0 : try floor(seal)
            guard floor >= last.generation else { throw EngineFailure.missing(location, name) }
            guarding.remember(.deletion(of: last.generation))
            return nil
        }
        let opened = try opened(record, seal)
        guard !opened.mark.isOlder(than: last) else {
            if last?.isDeletion == true { throw EngineFailure.backAgain(location, name) }
            throw EngineFailure.older(location, name, opened.head.generation, seen: last?.generation ?? 0)
        }
        guarding.remember(opened.mark)
        return opened
    }

    /// Opens the head of a record.
    func opened(_ record: EngineRecord, _ seal: RecordSeal) throws(FedauthError) -> OpenRecord {
        guard let head = try seal.open(record.head, name: record.name) else {
            throw EngineFailure.altered(location, record.name, "it does not open under this name")
        }
        let checksum = try RecordSeal.checksum(of: record.head)
        return OpenRecord(
            head: head, mark: RollbackGuard.Mark(generation: head.generation, checksum: checksum), sealed: record)
    }

    /// Seals and writes a record over `old`, with the generation `atLeast` or a later one.
    func write(
        _ name: String, _ payload: SharedSecret, value: SharedSecret?, over old: OpenRecord?, atLeast: UInt64 = 1,
        _ seal: RecordSeal
    ) throws(FedauthError) -> Written {
        let last: UInt64 =
            if let old { old.head.generation } else if name == EngineName.floor { 0 } else { try floor(seal) }
        let head = RecordSeal.Head(generation: max(atLeast, min(last, .max - 1) + 1), payload: payload)
        let sealed = try seal.seal(head, value: value, name: name, random: random)
        let result = try write(name, head: sealed.head, value: sealed.value, expecting: old?.sealed.revision) {
            (present) throws(FedauthError) in
            guard let present else {
                // A deletion raises the floor to what it deletes.
                if name != EngineName.floor, try self.floor(seal) >= head.generation { return .replaced }
                return old == nil ? .unchanged : .changed
            }
            if present.revision == old?.sealed.revision { return .unchanged }
            return try self.opened(present, seal).head.generation > head.generation ? .replaced : .changed
        }
        guard result == .done else { return result }
        guarding(name, seal).remember(
            RollbackGuard.Mark(generation: head.generation, checksum: try RecordSeal.checksum(of: sealed.head)))
        return .done
    }

    /// Writes a record and reads it back; `compare` compares one that is not the written one. When the answer is lost,
    /// the record is read to find out what happened; if it is unchanged, the same write is sent again, which cannot be
    /// done twice, because the expected revision is then gone.
    func write(
        _ name: String, head: SharedSecret, value: SharedSecret, expecting revision: String?,
        _ compare: (EngineRecord?) throws(FedauthError) -> Present
    ) throws(FedauthError) -> Written {
        try settled(name, "written") { () throws(FedauthError) in
            try engine.put(name, head: head, value: value, expecting: revision)
        } resolve: { (outcome, isInDoubt) throws(FedauthError) -> Written? in
            let present = try engine.get(name)
            if let present, present.head == head, present.value == value { return .done }
            switch (outcome, try compare(present)) {
            case (.done, .replaced): return .done
            case (.done, _): throw EngineFailure.lost(location, name)
            case (_, .unchanged) where isInDoubt: return nil
            case (_, .replaced) where isInDoubt: return .conflictInDoubt
            default: return .conflict
            }
        }
    }

    func remove(_ old: OpenRecord, _ seal: RecordSeal) throws(FedauthError) -> Written {
        let name = old.sealed.name
        return try settled(name, "deleted") { () throws(FedauthError) in
            try engine.delete(name, expecting: old.sealed.revision)
        } resolve: { (outcome, isInDoubt) throws(FedauthError) -> Written? in
            guard let present = try engine.get(name) else {
                return outcome == .conflict && !isInDoubt ? .conflict : .done
            }
            let isUnchanged = present.revision == old.sealed.revision
            switch outcome {
            case .done:
                guard !isUnchanged, try opened(present, seal).head.generation > old.head.generation else {
                    throw EngineFailure.lost(location, name)
                }
                return .done
            case nil where isUnchanged: return nil
            default: return isInDoubt ? .conflictInDoubt : .conflict
            }
        }
    }

    /// Sends a write until it is known what became of it; `send` throws when the answer is lost. `resolve` reads what
    /// is there, given nil for a lost answer, and whether any was lost; nil: send again. Throws `outcome-unknown`.
    private func settled(
        _ name: String, _ what: String, _ send: () throws(FedauthError) -> ProgramEngine.Outcome,
        resolve: (ProgramEngine.Outcome?, Bool) throws(FedauthError) -> Written?
    ) throws(FedauthError) -> Written {
        var doubt: FedauthError?
        for _ in 0..<Self.attempts {
            var outcome: ProgramEngine.Outcome?
            do throws(FedauthError) {
                outcome = try send()
            } catch {
                if doubt == nil, ProgramEngine.promisesNoChange(error) { throw error }
                doubt = error
            }
            do throws(FedauthError) {
                if let result = try resolve(outcome, doubt != nil) { return result }
            } catch  where [.storeAltered, .storeOlder].contains(error.code) {
                throw error
            } catch {
                // What was acknowledged counts when it was read back.
                doubt = doubt ?? error
            }
        }
        throw EngineFailure.unknown(name, what, because: doubt?.message ?? "the answers contradict each other")
    }

    /// How often a write is sent whose answer is lost.
    private static let attempts = 2

    /// Returns the generation below which no new record begins.
    private func floor(_ seal: RecordSeal) throws(FedauthError) -> UInt64 {
        try read(EngineName.floor, seal)?.head.generation ?? 0
    }

    /// Makes the floor at least `generation`.
    func raiseFloor(to generation: UInt64, _ seal: RecordSeal) throws(FedauthError) {
        let contention = Contention(clock)
        while true {
            let old = try read(EngineName.floor, seal)
            if let old, old.head.generation >= generation { return }
            let result = try write(
                EngineName.floor, SharedSecret(Secret()), value: nil, over: old, atLeast: generation, seal)
            if result == .done { return }
            try contention.wait(location, EngineName.floor)
        }
    }
}

/// Waits a moment after a lost race, longer each time, for a minute at most.
final class Contention {
    private let clock: any WallClock
    private let deadline: Deadline
    private var milliseconds: Int64 = 10

    init(_ clock: any WallClock) {
        self.clock = clock
        deadline = Deadline(seconds: 60, from: clock)
    }

    /// Waits. Throws `busy` after a minute.
    func wait(_ location: String, _ name: String) throws(FedauthError) {
        guard deadline.remainingMilliseconds > 0 else {
            throw FedauthError(
                .busy, "others write '\(name.folded(to: 60))' in '\(location)' all the time",
                hint: "nothing was changed; try again")
        }
        SystemTime.sleep(milliseconds: Int64.random(in: milliseconds / 2...milliseconds))
        milliseconds = min(milliseconds * 2, 500)
    }
}

/// The failures of a store by a program.
enum EngineFailure {
    static func altered(_ location: String, _ name: String, _ why: String) -> FedauthError {
        FedauthError(
            .storeAltered, "the record '\(name.folded(to: 60))' of '\(location.folded(to: 60))' was altered: \(why)",
            hint:
                "find out who could write there; restore it from a backup of what the program keeps, or delete it there"
        )
    }

    static func lost(_ location: String, _ name: String) -> FedauthError {
        FedauthError(
            .storeAltered,
            "'\(location.folded(to: 60))' acknowledged a write of the record '\(name.folded(to: 60))', and does not have it",
            hint: "the program, or what it uses, does not keep what it promises: nothing that it acknowledges is safe")
    }

    static func older(_ location: String, _ name: String, _ generation: UInt64, seen: UInt64) -> FedauthError {
        FedauthError(
            .storeOlder,
            generation == seen
                ? "the record '\(name.folded(to: 60))' of '\(location.folded(to: 60))' is another one of generation "
                    + "\(seen) than the one seen before"
                : "the record '\(name.folded(to: 60))' of '\(location.folded(to: 60))' is an older one: generation "
                    + "\(generation), and \(seen) was seen before", hint: hint)
    }

    static func missing(_ location: String, _ name: String) -> FedauthError {
        FedauthError(
            .storeOlder,
            "the record '\(name.folded(to: 60))' of '\(location.folded(to: 60))' is missing, and fedauth did not delete it",
            hint: hint)
    }

    static func unlisted(_ location: String) -> FedauthError {
        FedauthError(
            .storeOlder,
            "a record that was seen in '\(location.folded(to: 60))' is missing in its list, and fedauth did not delete it",
            hint: hint)
    }

    static func backAgain(_ location: String, _ name: String) -> FedauthError {
        FedauthError(
            .storeOlder, "the record '\(name.folded(to: 60))' of '\(location.folded(to: 60))' was deleted, and is back",
            hint: hint)
    }

    static func gone(_ location: String) -> FedauthError {
        FedauthError(
            .storeOlder, "'\(location.folded(to: 60))' has no store any more",
            hint:
                "look at the program's settings, whether it looks in another place; 'fedauth store init' makes a new store"
        )
    }

    static func exchanged(_ location: String) -> FedauthError {
        FedauthError(
            .storeOlder, "'\(location.folded(to: 60))' has another store than the one seen before",
            hint:
                "look at the program's settings, whether it looks in another place; if you have replaced the store, say so"
                + " by 'fedauth store accept-older'")
    }

    private static let hint =
        "if a backup was put back, or records were deleted there, say so by 'fedauth store accept-older'"

    static func unknown(_ name: String, _ what: String, because why: String) -> FedauthError {
        FedauthError(
            .outcomeUnknown, "it is not known whether '\(name.folded(to: 60))' was \(what): \(why)",
            hint: "look at it by 'fedauth store get' or 'list' before you decide; it may still take effect")
    }
}

extension EngineStore: SignInLeases {
    /// Returns the lease of a sign-in. Throws `store-altered` for one that fedauth has not written.
    public func lease(_ name: String) throws(FedauthError) -> (lease: SignInLease, version: UInt64)? {
        guard let seal = try open(), let record = try read(try EngineName.lease(name), seal) else { return nil }
        guard let lease = record.head.payload.withBytes({ SignInLease($0) }) else {
            throw EngineFailure.altered(location, record.sealed.name, "it is not a lease")
        }
        return (lease, record.head.generation)
    }

    /// Writes a lease. Makes the store, if there is none.
    public func write(_ lease: SignInLease, _ name: String, over version: UInt64?) throws(FedauthError) -> Bool {
        let seal = try openOrMake()
        let recordName = try EngineName.lease(name)
        let old = try read(recordName, seal)
        guard old?.head.generation == version else { return false }
        return try write(recordName, SharedSecret(lease.encoded), value: nil, over: old, seal) == .done
    }
}
