public import Core

/// A key slot of an encrypted file as its header tells it; needs no key to be read.
public struct StoreKeySlot: Sendable, Equatable {
    /// Eight hexadecimal digits; the slot's name until it is removed.
    public let id: String
    /// What opens it; nil for a kind that this version does not know.
    public let kind: StoreKeyKind?
    /// The base-2 logarithm of scrypt's cost; nil but for passphrases.
    public let logN: Int?

    init(_ slot: KeySlot) {
        id = slot.id
        kind = slot.kind
        logN = slot.kind == .passphrase ? slot.cost.logN : nil
    }
}
