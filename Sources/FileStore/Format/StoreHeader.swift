internal import Core
internal import Crypto
internal import Secrets

/// The plain beginning of a store: what is needed to open the rest, and nothing that is secret.
struct StoreHeader: Equatable {
    var storeID: [UInt8]
    /// Counts the writes of the whole file, from 1.
    var generation: UInt64
    /// Fresh with every write, and with it the key of the body.
    var bodySalt: [UInt8]
    var entryCount: Int
    /// Bytes of the sealed index, with its tag.
    var indexBytes: Int
    /// Bytes behind the header.
    var bodyBytes: Int
    var slots: [KeySlot]

    /// Bytes of the header itself.
    var headerBytes: Int { StoreFormat.headerBytes(slots: slots.count) }

    /// Everything that checksum and authentication code are computed of.
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

    /// The header as it stands in the file, and its checksum.
    func encoded(_ dataKey: borrowing Secret) throws(FedauthError) -> (bytes: [UInt8], checksum: [UInt8]) {
        let plain = plain
        let checksum = try Digest.sha256.hash(plain)
        let code = try Self.code(plain + checksum, dataKey, storeID)
        return (plain + checksum + code.withBytes { Array($0) }, checksum)
    }

    /// The authentication code of the header, under a key of its own.
    static func code(
        _ bytes: [UInt8], _ dataKey: borrowing Secret, _ storeID: [UInt8]
    ) throws(FedauthError) -> Secret {
        let key = try HKDF.sha256(
            key: dataKey, salt: storeID, info: Array("fedauth-store-v1/header".utf8), count: 32)
        return try Secret(bytes).withBytes { (bytes) throws(FedauthError) in
            try Digest.sha256.authenticate(bytes, key: key)
        }
    }

    /// The cipher of the body that this header announces.
    func bodyCipher(_ dataKey: borrowing Secret) throws(FedauthError) -> AESGCM {
        var info = Array("fedauth-store-v1/body".utf8) + storeID
        info.append(bigEndian: generation)
        return try AESGCM(key: HKDF.sha256(key: dataKey, salt: bodySalt, info: info, count: AESGCM.keyBytes))
    }
}
