public import Core

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
