internal import Core
internal import Crypto
internal import Secrets

/// Seals the records that a program keeps. fedauth-store-program(7) describes the bytes. Each record has keys of its
/// own, derived from the data key and a random salt. The head is bound to the store and to the record's name, the value
/// to the head: no program can exchange them without being noticed.
struct RecordSeal {
    let dataKey: SharedSecret
    let storeID: [UInt8]

    private static let magic = Array("fedauth record 1".utf8)
    private static let saltBytes = 32
    /// The payload of a head is metadata: that of an entry, at most.
    private static let payloadBytes = ItemCodec.entryBytes

    /// What a head contains.
    struct Head {
        /// The number of the write, which grows with each write of the record.
        var generation: UInt64
        /// The metadata.
        var payload: SharedSecret
    }

    /// Seals a record; one without a value consists of its head.
    func seal(
        _ head: Head, value: SharedSecret?, name: String, random: any RandomSource
    ) throws(FedauthError) -> (head: SharedSecret, value: SharedSecret) {
        let salt = try random.bytes(Self.saltBytes)
        let cipher = try cipher(salt)
        var plain = Secret(capacity: 12 + head.payload.count + StoreFormat.padding)
        plain.append(bigEndian: head.generation)
        Self.append(head.payload, to: &plain)
        let sealed = try plain.withBytes { (plain) throws(FedauthError) in
            try cipher.seal(plain, nonce: AESGCM.nonce(0), additional: Array(name.utf8))
        }
        let bytes = Self.magic + salt + sealed
        guard let value else { return (SharedSecret(Secret(bytes)), SharedSecret(Secret())) }
        var content = Secret(capacity: 4 + value.count + StoreFormat.padding)
        Self.append(value, to: &content)
        let additional = try Digest.sha256.hash(bytes)
        let sealedValue = try content.withBytes { (content) throws(FedauthError) in
            try cipher.seal(content, nonce: AESGCM.nonce(1), additional: additional)
        }
        return (SharedSecret(Secret(bytes)), SharedSecret(Secret(sealedValue)))
    }

    /// Opens the head of the record of this name; nil when it was altered, or is another record's.
    func open(_ head: SharedSecret, name: String) throws(FedauthError) -> Head? {
        guard let parts = Self.parts(of: head) else { return nil }
        let opened = try cipher(parts.salt).open(parts.sealed, nonce: AESGCM.nonce(0), additional: Array(name.utf8))
        guard let opened else { return nil }
        return opened.withBytes { bytes -> Head? in
            var reader = ByteReader(bytes)
            guard let generation = reader.number(UInt64.self), let payload = Self.content(&reader),
                payload.count <= Self.payloadBytes
            else { return nil }
            return Head(generation: generation, payload: payload)
        }
    }

    /// Opens the value that belongs to this head; nil when it was altered, or belongs to another.
    func open(_ value: SharedSecret, of head: SharedSecret) throws(FedauthError) -> SharedSecret? {
        guard let parts = Self.parts(of: head) else { return nil }
        let additional = try Self.checksum(of: head)
        let cipher = try cipher(parts.salt)
        let opened = try value.withBytes { (value) throws(FedauthError) in
            try cipher.open(value, nonce: AESGCM.nonce(1), additional: additional)
        }
        guard let opened else { return nil }
        return opened.withBytes { bytes in
            var reader = ByteReader(bytes)
            return Self.content(&reader)
        }
    }

    /// Returns what identifies a state of a record.
    static func checksum(of head: SharedSecret) throws(FedauthError) -> [UInt8] {
        try head.withBytes { (head) throws(FedauthError) in try Digest.sha256.hash(head) }
    }

    private func cipher(_ salt: [UInt8]) throws(FedauthError) -> AESGCM {
        let info = Array("fedauth-record-v1".utf8) + storeID
        return try AESGCM(key: HKDF.sha256(key: dataKey.copy(), salt: salt, info: info, count: AESGCM.keyBytes))
    }

    private static func parts(of head: SharedSecret) -> (salt: [UInt8], sealed: [UInt8])? {
        head.withBytes { bytes in
            var reader = ByteReader(bytes)
            guard let start = reader.array(magic.count), start == magic, let salt = reader.array(saltBytes),
                let sealed = reader.array(reader.remaining)
            else { return nil }
            return (salt, sealed)
        }
    }

    /// Appends the length (4 bytes), the bytes, and zeros.
    private static func append(_ content: SharedSecret, to plain: inout Secret) {
        plain.append(bigEndian: UInt32(clamping: content.count))
        content.withBytes { plain.append($0) }
        plain.withMutableBytes(count: StoreFormat.padded(plain.count)) { _ in }
    }

    private static func content(_ reader: inout ByteReader) -> SharedSecret? {
        reader.number(UInt32.self).flatMap { reader.take(Int($0)) }.map { SharedSecret(copying: $0) }
    }
}
