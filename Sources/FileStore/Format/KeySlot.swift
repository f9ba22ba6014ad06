internal import Core
internal import Crypto
internal import Secrets

/// One copy of the data key, sealed with a key that is derived from a passphrase or consists of random bytes.
struct KeySlot: Equatable {
    /// The type number in the file. Readers preserve slots of unknown types but do not try them.
    var type: UInt16
    var cost: Scrypt
    var salt: [UInt8]
    var nonce: [UInt8]
    /// The sealed data key with its tag: 48 bytes.
    var wrappedKey: [UInt8]

    /// Nil for a type that only a later version knows.
    var kind: StoreKeyKind? { StoreKeyKind.allCases.first { $0.slotType == type } }
    /// The ID of the slot until it is removed: the first bytes of its salt.
    var id: String { Hexadecimal.text(salt.prefix(4)) }

    /// Seals `dataKey` with `key`.
    static func sealing(
        _ dataKey: borrowing Secret, by key: StoreKey, logN: Int, storeID: [UInt8], random: any RandomSource
    ) throws(FedauthError) -> KeySlot {
        try key.checkStrength()
        var slot = KeySlot(
            type: key.kind.slotType,
            cost: key.kind == .passphrase
                ? Scrypt(logN: logN, r: StoreFormat.scryptR, p: 1) : Scrypt(logN: 0, r: 0, p: 0),
            salt: try random.bytes(16), nonce: try random.bytes(AESGCM.nonceBytes), wrappedKey: [])
        let cipher = try slot.cipher(key, storeID)
        let additional = storeID + slot.fields
        slot.wrappedKey = try dataKey.withBytes { (key) throws(FedauthError) in
            try cipher.seal(key, nonce: slot.nonce, additional: additional)
        }
        return slot
    }

    /// Returns the data key; nil when the key is wrong or of another kind.
    func open(_ key: StoreKey, storeID: [UInt8]) throws(FedauthError) -> Secret? {
        guard key.kind == kind else { return nil }
        let cipher = try cipher(key, storeID)
        return try cipher.open(wrappedKey, nonce: nonce, additional: storeID + fields)
    }

    private func cipher(_ key: StoreKey, _ storeID: [UInt8]) throws(FedauthError) -> AESGCM {
        let info = Array("fedauth-store-v1/slot".utf8)
        guard key.kind == .passphrase else {
            // Random bytes need no stretching; the salt makes the sealing key unique to this slot.
            return try AESGCM(
                key: HKDF.sha256(key: key.secret.copy(), salt: storeID + salt, info: info, count: AESGCM.keyBytes))
        }
        let stretched = try cost.derive(
            passphrase: key.secret.copy(), salt: Array("fedauth-store-v1/scrypt".utf8) + salt, count: 32,
            memoryCap: Scrypt(logN: cost.logN, r: StoreFormat.scryptR, p: StoreFormat.scryptP.upperBound)
                .memoryBytes)
        return try AESGCM(key: HKDF.sha256(key: stretched, salt: storeID, info: info, count: AESGCM.keyBytes))
    }

    /// Returns the cost of one wrong passphrase on all slots: the sum of N times p.
    static func work(_ slots: [KeySlot]) -> Int {
        slots.filter { $0.kind == .passphrase }.reduce(0) { $0 + $1.cost.p << $1.cost.logN }
    }

    /// The slot without the wrapped key: 36 bytes, which the seal authenticates.
    private var fields: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: type)
        bytes.append(bigEndian: UInt16(clamping: cost.logN))
        bytes.append(bigEndian: UInt16(clamping: cost.r))
        bytes.append(bigEndian: UInt16(clamping: cost.p))
        return bytes + salt + nonce
    }

    /// The 84 bytes in the file.
    var encoded: [UInt8] { fields + wrappedKey }
}

extension KeySlot {
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

    /// Whether the parameters are within the limits.
    var isWithinCaps: Bool {
        kind != .passphrase
            || StoreFormat.logN.contains(cost.logN) && cost.r == StoreFormat.scryptR
                && StoreFormat.scryptP.contains(cost.p)
    }
}

extension StoreKeyKind {
    /// The type number in the file.
    var slotType: UInt16 {
        switch self {
        case .passphrase: 1
        case .keyFile: 2
        case .credential: 3
        }
    }
}
