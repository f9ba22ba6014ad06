/// The fixed numbers of `fedauth store v1`; FORMAT.md explains them. Every cap is checked before memory is
/// taken or a passphrase is stretched.
enum StoreFormat {
    /// The first 16 bytes.
    static let magic = Array("fedauth store v1".utf8)
    /// AES-256-GCM, HKDF-SHA256, HMAC-SHA256, scrypt.
    static let suite: UInt16 = 1
    /// Where the store's identifier stands.
    static let identifier = 24..<40
    /// Bytes before the first slot.
    static let fixedBytes = 96
    /// Bytes of one slot.
    static let slotBytes = 84
    /// Bytes of the checksum and of the authentication code behind the slots.
    static let digestBytes = 32
    /// Key slots.
    static let slots = 16
    /// Entries.
    static let entries = 65536
    /// Bytes of the whole file.
    static let fileBytes = 256 << 20
    /// Bytes of the sealed index.
    static let indexBytes = 64 << 20
    /// Bytes of one sealed entry: its value, what describes it, padding and tag.
    static let chunkBytes = (16 << 20) + (65 << 10)
    /// What chunks are padded to, so that lengths tell less.
    static let padding = 64
    /// Costs of scrypt that are accepted.
    static let logN = 15...20
    /// The only block size.
    static let scryptR = 8
    /// Parallelisations that are accepted.
    static let scryptP = 1...4
    /// Sum of N times p over all slots: what one wrong passphrase may cost.
    static let scryptWork = 1 << 22

    /// The bytes of a header with that many slots.
    static func headerBytes(slots: Int) -> Int { fixedBytes + slots * slotBytes + 2 * digestBytes }

    /// The length of a chunk whose plain text has `count` bytes, before the tag.
    static func padded(_ count: Int) -> Int { max(padding, (count + padding - 1) / padding * padding) }
}
