/// The constants of `fedauth store v1`, of FORMAT.md. Limits are checked before memory is allocated or a key derived.
enum StoreFormat {
    /// The first 16 bytes.
    static let magic = Array("fedauth store v1".utf8)
    /// AES-256-GCM, HKDF-SHA256, HMAC-SHA256, scrypt.
    static let suite: UInt16 = 1
    /// The position of the store's identifier.
    static let identifier = 24..<40
    /// Bytes before the first slot.
    static let fixedBytes = 96
    /// Bytes of one slot.
    static let slotBytes = 84
    /// Bytes of the checksum and of the authentication code, which follow the slots.
    static let digestBytes = 32
    /// The largest number of key slots.
    static let slots = 16
    /// The largest number of entries.
    static let entries = 65536
    /// The largest size of the file, in bytes.
    static let fileBytes = 256 << 20
    /// The largest size of the sealed index, in bytes.
    static let indexBytes = 64 << 20
    /// The largest size of a sealed entry, in bytes: its value, its metadata, padding and tag.
    static let chunkBytes = (16 << 20) + (65 << 10)
    /// Chunks are padded to a multiple of this, so that lengths reveal less.
    static let padding = 64
    /// The scrypt costs that are accepted.
    static let logN = 15...20
    /// The only accepted block size.
    static let scryptR = 8
    /// The parallelisation values that are accepted.
    static let scryptP = 1...4
    /// Limit for the sum of N times p over all slots: the cost of one wrong passphrase.
    static let scryptWork = 1 << 22

    /// Returns the size of a header with this number of slots.
    static func headerBytes(slots: Int) -> Int { fixedBytes + slots * slotBytes + 2 * digestBytes }

    /// Returns the padded length of a chunk with `count` bytes of plaintext, without the tag.
    static func padded(_ count: Int) -> Int { max(padding, (count + padding - 1) / padding * padding) }
}
