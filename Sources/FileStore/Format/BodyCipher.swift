internal import Core
internal import Crypto
internal import Secrets

/// Seals and opens the chunks of one body: number 0 is the index, the entries start at 1. Each chunk is bound to the
/// header, its number, the count and whether it is the last, so that none can be moved, removed or replaced.
struct BodyCipher: ~Copyable {
    private let cipher: AESGCM
    private let checksum: [UInt8]
    private let entryCount: Int

    init(_ header: StoreHeader, checksum: [UInt8], dataKey: borrowing Secret) throws(FedauthError) {
        cipher = try header.bodyCipher(dataKey)
        self.checksum = checksum
        entryCount = header.entryCount
    }

    /// Pads with zeros, seals and appends.
    func seal(_ plain: consuming Secret, number: Int, appendingTo output: inout [UInt8]) throws(FedauthError) {
        plain.withMutableBytes(count: StoreFormat.padded(plain.count)) { _ in }
        let additional = additional(number)
        try plain.withBytes { (bytes) throws(FedauthError) in
            try cipher.seal(bytes, nonce: AESGCM.nonce(number), additional: additional, appendingTo: &output)
        }
    }

    /// Opens a chunk; nil when it was changed.
    func open(_ sealed: UnsafeRawBufferPointer, number: Int) throws(FedauthError) -> Secret? {
        try cipher.open(sealed, nonce: AESGCM.nonce(number), additional: additional(number))
    }

    /// Opens a chunk where it is; false when it was changed.
    func open(inPlace chunk: inout Secret, number: Int) throws(FedauthError) -> Bool {
        try cipher.open(inPlace: &chunk, nonce: AESGCM.nonce(number), additional: additional(number))
    }

    private func additional(_ number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(checksum.count + 9)
        bytes += checksum
        bytes.append(bigEndian: UInt32(clamping: number))
        bytes.append(bigEndian: UInt32(clamping: entryCount))
        bytes.append(number == entryCount ? 1 : 0)
        return bytes
    }
}

extension AESGCM {
    /// Returns the nonce of message `number`, for a key that seals each number once: 12 bytes, big-endian.
    static func nonce(_ number: Int) -> [UInt8] {
        var nonce: [UInt8] = []
        nonce.reserveCapacity(nonceBytes)
        nonce.append(contentsOf: repeatElement(0, count: nonceBytes - 4))
        nonce.append(bigEndian: UInt32(clamping: number))
        return nonce
    }
}
