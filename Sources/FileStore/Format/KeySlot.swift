internal import Core
internal import Crypto
internal import Secrets

/// One way to the data key: sealed under a key that a passphrase stretches to.
struct KeySlot: Equatable {
    /// Only passphrases so far; a reader keeps slots of other types as they are and tries them not.
    static let passphraseType: UInt16 = 1

    var type: UInt16
    var cost: Scrypt
    var salt: [UInt8]
    var nonce: [UInt8]
    /// The data key, sealed, with its tag: 48 bytes.
    var wrappedKey: [UInt8]

    /// Seals `dataKey` under `passphrase`.
    static func sealing(
        _ dataKey: borrowing Secret, passphrase: borrowing Secret, logN: Int, storeID: [UInt8],
        random: any RandomSource
    ) throws(FedauthError) -> KeySlot {
        var slot = KeySlot(
            type: passphraseType, cost: Scrypt(logN: logN, r: StoreFormat.scryptR, p: 1),
            salt: try random.bytes(16), nonce: try random.bytes(AESGCM.nonceBytes), wrappedKey: [])
        let cipher = try slot.cipher(passphrase, storeID)
        let additional = storeID + slot.fields
        slot.wrappedKey = try dataKey.withBytes { (key) throws(FedauthError) in
            try cipher.seal(key, nonce: slot.nonce, additional: additional)
        }
        return slot
    }

    /// The data key, or nil when the passphrase is another's.
    func open(_ passphrase: borrowing Secret, storeID: [UInt8]) throws(FedauthError) -> Secret? {
        guard type == Self.passphraseType else { return nil }
        let cipher = try cipher(passphrase, storeID)
        return try cipher.open(wrappedKey, nonce: nonce, additional: storeID + fields)
    }

    private func cipher(_ passphrase: borrowing Secret, _ storeID: [UInt8]) throws(FedauthError) -> AESGCM {
        let stretched = try cost.derive(
            passphrase: passphrase, salt: Array("fedauth-store-v1/scrypt".utf8) + salt, count: 32,
            memoryCap: Scrypt(logN: cost.logN, r: StoreFormat.scryptR, p: StoreFormat.scryptP.upperBound)
                .memoryBytes)
        return try AESGCM(
            key: HKDF.sha256(
                key: stretched, salt: storeID, info: Array("fedauth-store-v1/slot".utf8),
                count: AESGCM.keyBytes))
    }

    /// All of the slot but the wrapped key: 36 bytes, also what the seal is bound to.
    private var fields: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: type)
        bytes.append(bigEndian: UInt16(clamping: cost.logN))
        bytes.append(bigEndian: UInt16(clamping: cost.r))
        bytes.append(bigEndian: UInt16(clamping: cost.p))
        return bytes + salt + nonce
    }

    /// The 84 bytes of the file.
    var encoded: [UInt8] { fields + wrappedKey }

    init(type: UInt16, cost: Scrypt, salt: [UInt8], nonce: [UInt8], wrappedKey: [UInt8]) {
        self.type = type
        self.cost = cost
        self.salt = salt
        self.nonce = nonce
        self.wrappedKey = wrappedKey
    }

    init?(_ reader: inout ByteReader) {
        guard let type = reader.number(UInt16.self), let logN = reader.number(UInt16.self),
            let r = reader.number(UInt16.self), let p = reader.number(UInt16.self),
            let salt = reader.array(16), let nonce = reader.array(AESGCM.nonceBytes),
            let wrappedKey = reader.array(AESGCM.keyBytes + AESGCM.tagBytes)
        else { return nil }
        self.init(
            type: type, cost: Scrypt(logN: Int(logN), r: Int(r), p: Int(p)), salt: salt, nonce: nonce,
            wrappedKey: wrappedKey)
    }

    /// Whether the slot may be tried at all.
    var isWithinCaps: Bool {
        type != Self.passphraseType
            || StoreFormat.logN.contains(cost.logN) && cost.r == StoreFormat.scryptR
                && StoreFormat.scryptP.contains(cost.p)
    }
}
