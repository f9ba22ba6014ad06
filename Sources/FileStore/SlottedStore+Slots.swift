public import Core
internal import Secrets

/// Changes the keys that open the store: adds and removes slots, replaces the data key. The data key is enough for all
/// of this: the store can get another key while it is unlocked.
extension SlottedStore {
    /// Returns the slots, in the order in which they are tried. Throws `store-unavailable` when there is no store.
    public func slots() throws(FedauthError) -> [StoreKeySlot] {
        try existingHeader().header.slots.map { StoreKeySlot($0) }
    }

    /// Seals the data key with one more key, which is requested once the store is open. The cost of a passphrase is
    /// `logN`, 15 to 20, or that of the store.
    public func addSlot(
        logN: Int? = nil, _ newKey: () throws(FedauthError) -> StoreKey
    ) throws(FedauthError) -> StoreKeySlot {
        let parsed = try existingHeader()
        let dataKey = try dataKey(for: parsed, offered: nil, keepsInCache: true)
        let key = try newKey()
        // Before the work itself is done, which takes seconds.
        if key.kind == .passphrase { try checkWork(parsed.header.slots, adding: 1 << cost(logN)) }
        for slot in parsed.header.slots where try slot.open(key, storeID: parsed.header.storeID) != nil {
            throw FedauthError(
                .busy, "this \(key.kind.text) opens the store already, by slot \(slot.id)", hint: "nothing was changed")
        }
        let slot = try sealing(dataKey, by: key, logN, parsed.header.storeID)
        try rewriteHeader(
            dropsPrevious: false,
            { (header, current) throws(FedauthError) in
                guard header.slots.count < StoreFormat.slots else {
                    throw FedauthError(
                        .usage,
                        "the store '\(location)' has \(StoreFormat.slots) key slots, which is all that it takes",
                        hint: "remove one by 'fedauth store slot remove'")
                }
                header.slots.append(slot)
                try checkWork(header.slots)
                // A slot with an outdated data key would open nothing.
                guard current == dataKey else { throw changed }
                return nil
            })
        return StoreKeySlot(slot)
    }

    /// Removes a slot and `store.prev`, the previous state, which the key of the slot would open; returns the others.
    /// It still opens earlier copies of the file. Throws `not-found` for an unknown slot, `usage` for the last one.
    @discardableResult
    public func removeSlot(_ id: String) throws(FedauthError) -> [StoreKeySlot] {
        var left: [KeySlot] = []
        _ = try dataKey(for: try existingHeader(), offered: nil, keepsInCache: true)
        try rewriteHeader(
            dropsPrevious: true,
            { (header, current) throws(FedauthError) in
                guard header.slots.contains(where: { $0.id == id }) else {
                    throw FedauthError(
                        .notFound, "the store has no key slot '\(id.folded(to: 20))'",
                        hint: "'fedauth store slot list' shows them")
                }
                guard header.slots.contains(where: { $0.id != id && $0.kind != nil }) else {
                    throw FedauthError(
                        .usage, "without the key slot '\(id)' nothing opens the store any more",
                        hint: "add another one first by 'fedauth store slot add'")
                }
                header.slots.removeAll { $0.id == id }
                left = header.slots
                return nil
            })
        return left.map { StoreKeySlot($0) }
    }

    /// Replaces the keys of the same kinds as the new ones, at least one, which are requested once the store is open, and
    /// removes `store.prev`, the previous state, which the old keys would open. They still open earlier copies of the file.
    /// `full` also replaces the data key, so that the old one (from a copy and its passphrase) does not open later states;
    /// slots without a new key cannot be sealed again and are removed. Returns the current slots, and the removed ones without
    /// a replacement: all but one for each new key. The cost of a new passphrase is `logN`, 15 to 20, or that of the store.
    @discardableResult
    public func rekey(
        full: Bool, logN: Int? = nil, _ newKeys: () throws(FedauthError) -> [StoreKey]
    ) throws(FedauthError) -> (slots: [StoreKeySlot], dropped: [StoreKeySlot]) {
        let parsed = try existingHeader()
        let oldKey = try dataKey(for: parsed, offered: nil, keepsInCache: true)
        let keys = try newKeys()
        let newKey = full ? SharedSecret(try random.secret(32)) : oldKey
        var added: [KeySlot] = []
        for key in keys { added.append(try sealing(newKey, by: key, logN, parsed.header.storeID)) }
        let kinds = Set(keys.map(\.kind))
        var slots: [KeySlot] = []
        var dropped: [KeySlot] = []
        try rewriteHeader(
            dropsPrevious: true,
            { (header, current) throws(FedauthError) in
                guard current == oldKey else { throw changed }
                let kept = full ? [] : header.slots.filter { $0.kind.map { !kinds.contains($0) } ?? true }
                dropped = full ? header.slots.filter { $0.kind.map { !kinds.contains($0) } ?? true } : []
                for kind in kinds { dropped += header.slots.filter { $0.kind == kind }.dropFirst() }
                slots = added + kept
                header.slots = slots
                try checkWork(header.slots)
                return full ? newKey : nil
            })
        return (slots.map { StoreKeySlot($0) }, dropped.map { StoreKeySlot($0) })
    }

    /// The cost of a passphrase within the format's limits; nil for the cost that the store uses.
    private func cost(_ wanted: Int?) -> Int { Self.clamped(wanted ?? logN) }

    private func sealing(
        _ dataKey: SharedSecret, by key: StoreKey, _ logN: Int?, _ storeID: [UInt8]
    ) throws(FedauthError) -> KeySlot {
        try KeySlot.sealing(dataKey.copy(), by: key, logN: cost(logN), storeID: storeID, random: random)
    }

    /// Readers refuse a file on which one wrong passphrase would cost too much time.
    private func checkWork(_ slots: [KeySlot], adding more: Int = 0) throws(FedauthError) {
        guard KeySlot.work(slots) + more <= StoreFormat.scryptWork else {
            throw FedauthError(
                .usage, "the passphrases of '\(location)' would cost more than a store may ask for",
                hint: "give a lower '--cost', or remove a slot first")
        }
    }

    private var changed: FedauthError {
        FedauthError(.busy, "another process has given the store '\(location)' a new key meanwhile", hint: "try again")
    }
}

/// A key slot of an encrypted file, as its header describes it; reading it needs no key.
public struct StoreKeySlot: Sendable, Equatable {
    /// Eight hexadecimal digits that identify the slot until it is removed.
    public let id: String
    /// The kind of key that opens it; nil for a kind that this version does not know.
    public let kind: StoreKeyKind?
    /// The base-2 logarithm of scrypt's cost; only for passphrases, otherwise nil.
    public let logN: Int?

    init(_ slot: KeySlot) {
        id = slot.id
        kind = slot.kind
        logN = slot.kind == .passphrase ? slot.cost.logN : nil
    }
}
