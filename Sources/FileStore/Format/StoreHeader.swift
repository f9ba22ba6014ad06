internal import Core
internal import Crypto
internal import Secrets

/// The unencrypted beginning of a store: what is needed to open the rest, but no secrets.
struct StoreHeader: Equatable {
    var storeID: [UInt8]
    /// The number of writes of the whole file, from 1.
    var generation: UInt64
    /// New with every write; it makes the key of the body new, too.
    var bodySalt: [UInt8]
    var entryCount: Int
    /// The size of the sealed index with its tag, in bytes.
    var indexBytes: Int
    /// The number of bytes after the header.
    var bodyBytes: Int
    var slots: [KeySlot]

    /// The size of the header, in bytes.
    var headerBytes: Int { StoreFormat.headerBytes(slots: slots.count) }

    /// The input of the checksum and the authentication code.
    private var plain: [UInt8] {
        var bytes = StoreFormat.magic
        bytes.append(bigEndian: StoreFormat.suite)
        bytes.append(bigEndian: UInt16(clamping: slots.count))
        bytes.append(bigEndian: UInt32(clamping: entryCount))
        bytes += storeID
        bytes.append(bigEndian: generation)
        bytes += bodySalt
        bytes.append(bigEndian: UInt64(clamping: indexBytes))
        bytes.append(bigEndian: UInt64(clamping: bodyBytes))
        for slot in slots { bytes += slot.encoded }
        return bytes
    }

    /// Returns the header as it is written to the file, and its checksum.
    func encoded(_ dataKey: borrowing Secret) throws(FedauthError) -> (bytes: [UInt8], checksum: [UInt8]) {
        let plain = plain
        let checksum = try Digest.sha256.hash(plain)
        let code = try Self.code(plain + checksum, dataKey, storeID)
        return (plain + checksum + code.withBytes { Array($0) }, checksum)
    }

    /// Returns the authentication code of the header, which has its own key.
    static func code(
        _ bytes: [UInt8], _ dataKey: borrowing Secret, _ storeID: [UInt8]
    ) throws(FedauthError) -> Secret {
        let key = try HKDF.sha256(
            key: dataKey, salt: storeID, info: Array("fedauth-store-v1/header".utf8), count: 32)
        return try Secret(bytes).withBytes { (bytes) throws(FedauthError) in
            try Digest.sha256.authenticate(bytes, key: key)
        }
    }

    /// Returns the cipher of the body that belongs to this header.
    func bodyCipher(_ dataKey: borrowing Secret) throws(FedauthError) -> AESGCM {
        var info = Array("fedauth-store-v1/body".utf8) + storeID
        info.append(bigEndian: generation)
        return try AESGCM(key: HKDF.sha256(key: dataKey, salt: bodySalt, info: info, count: AESGCM.keyBytes))
    }
}
