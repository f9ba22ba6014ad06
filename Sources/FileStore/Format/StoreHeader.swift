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
    static func code(_ bytes: [UInt8], _ dataKey: borrowing Secret, _ storeID: [UInt8]) throws(FedauthError) -> Secret {
        let key = try HKDF.sha256(key: dataKey, salt: storeID, info: Array("fedauth-store-v1/header".utf8), count: 32)
        return try Secret(bytes).withBytes { (bytes) throws(FedauthError) in
            try Digest.sha256.authenticate(bytes, key: key)
        }
    }

    func bodyCipher(_ dataKey: borrowing Secret) throws(FedauthError) -> AESGCM {
        var info = Array("fedauth-store-v1/body".utf8) + storeID
        info.append(bigEndian: generation)
        return try AESGCM(key: HKDF.sha256(key: dataKey, salt: bodySalt, info: info, count: AESGCM.keyBytes))
    }

    fileprivate func checkCaps(path: String) throws(FedauthError) {
        guard bodyBytes <= StoreFormat.fileBytes, indexBytes <= StoreFormat.indexBytes,
            entryCount <= StoreFormat.entries, indexBytes <= bodyBytes, indexBytes > AESGCM.tagBytes, generation > 0
        else { throw StoreFailure.altered(path, "its header asks for more than a store may hold") }
        guard slots.allSatisfy(\.isWithinCaps), KeySlot.work(slots) <= StoreFormat.scryptWork else {
            throw StoreFailure.altered(path, "opening it would cost more than is allowed")
        }
    }

    fileprivate func checkLength(fileBytes: Int, path: String) throws(FedauthError) {
        guard fileBytes >= headerBytes + bodyBytes else { throw StoreFailure.damaged(path, "it is cut short") }
        guard fileBytes == headerBytes + bodyBytes else {
            throw StoreFailure.damaged(path, "there are bytes after its end")
        }
    }
}

/// A header as read: its checksum is valid, its authentication code not yet checked.
struct ParsedHeader {
    let header: StoreHeader
    /// SHA-256 of everything before it. Identifies this state of the store; every chunk of the body is bound to it.
    let checksum: [UInt8]
    private let authenticated: [UInt8]
    private let code: [UInt8]

    /// Reads the first bytes of a file of `fileBytes` bytes; for a repair (`isWhole` false) it may be too short or too
    /// long. Throws `store-damaged` when the bytes were changed by accident, `store-altered` when they are consistent
    /// but contain values that fedauth never writes.
    init(_ bytes: [UInt8], fileBytes: Int, path: String, isWhole: Bool = true) throws(FedauthError) {
        let digits = bytes.dropFirst(StoreFormat.magic.count - 1).prefix { (0x30...0x39).contains($0) }
        let version = Int(String(decoding: digits, as: UTF8.self)) ?? 0
        if bytes.starts(with: StoreFormat.magic.dropLast()), version > 1 {
            // The checksum tells a rotted digit from a later format.
            let asFirst = StoreFormat.magic + bytes.dropFirst(StoreFormat.magic.count)
            if digits.count == 1, (try? ParsedHeader(asFirst, fileBytes: fileBytes, path: path, isWhole: false)) != nil
            {
                throw StoreFailure.damaged(path, "its header has rotted")
            }
            throw FedauthError(
                .storeUnavailable, "the store '\(path)' was made by a later fedauth, and has its format \(version)",
                hint: "update fedauth")
        }
        guard bytes.starts(with: StoreFormat.magic) else {
            throw StoreFailure.damaged(path, "it does not begin like a store")
        }
        let read = bytes.withUnsafeBytes { buffer -> (suite: UInt16, slotCount: Int, header: StoreHeader)? in
            var reader = ByteReader(buffer)
            guard reader.take(StoreFormat.magic.count) != nil, let suite = reader.number(UInt16.self),
                let slotCount = reader.number(UInt16.self), (1...StoreFormat.slots).contains(Int(slotCount)),
                let entryCount = reader.number(UInt32.self), let storeID = reader.array(16),
                let generation = reader.number(UInt64.self), let bodySalt = reader.array(32),
                let indexBytes = reader.number(UInt64.self), let bodyBytes = reader.number(UInt64.self)
            else { return nil }
            var slots: [KeySlot] = []
            for _ in 0..<slotCount {
                guard let slot = KeySlot(&reader) else { return nil }
                slots.append(slot)
            }
            let header = StoreHeader(
                storeID: storeID, generation: generation, bodySalt: bodySalt, entryCount: Int(entryCount),
                indexBytes: Int(clamping: indexBytes), bodyBytes: Int(clamping: bodyBytes), slots: slots)
            return (suite, Int(slotCount), header)
        }
        guard let read, bytes.count >= read.header.headerBytes else {
            throw StoreFailure.damaged(path, "its header is cut short or makes no sense")
        }
        let end = read.header.headerBytes - 2 * StoreFormat.digestBytes
        checksum = Array(bytes[end..<(end + StoreFormat.digestBytes)])
        authenticated = Array(bytes[..<(end + StoreFormat.digestBytes)])
        code = Array(bytes[(end + StoreFormat.digestBytes)..<read.header.headerBytes])
        header = read.header
        guard try Digest.sha256.hash(Array(bytes[..<end])) == checksum else {
            throw StoreFailure.damaged(path, "its header has rotted")
        }
        guard read.suite == StoreFormat.suite else {
            throw FedauthError(
                .storeUnavailable, "the store '\(path)' is of suite \(read.suite), which this fedauth does not know",
                hint: "update fedauth")
        }
        try header.checkCaps(path: path)
        if isWhole { try header.checkLength(fileBytes: fileBytes, path: path) }
    }

    /// Returns whether this header was written with `dataKey`.
    func isAuthentic(_ dataKey: borrowing Secret) throws(FedauthError) -> Bool {
        try StoreHeader.code(authenticated, dataKey, header.storeID).equals(Secret(code))
    }
}
