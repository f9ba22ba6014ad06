internal import Core
internal import Crypto
internal import Secrets

/// Seals and opens the chunks of one body: number 0 is the index, the entries start at 1. Each chunk is bound to the
/// header, its number, the count and whether it is the last, so that none can be moved, removed or replaced.
struct BodyCipher: ~Copyable {
    private let cipher: AESGCM
    private let entryCount: Int
    /// The nonce and the additional data: only the bytes that depend on the chunk change, because a write needs them
    /// three times for each entry.
    private let parameters: UnsafeMutableRawBufferPointer

    init(_ header: StoreHeader, checksum: [UInt8], dataKey: borrowing Secret) throws(FedauthError) {
        cipher = try header.bodyCipher(dataKey)
        entryCount = header.entryCount
        var bytes = AESGCM.nonce(0) + checksum
        bytes.append(bigEndian: UInt32(0))
        bytes.append(bigEndian: UInt32(clamping: entryCount))
        bytes.append(0)
        parameters = .allocate(byteCount: bytes.count, alignment: 16)
        parameters.copyBytes(from: bytes)
    }

    deinit { parameters.deallocate() }

    /// Pads with zeros, seals and appends.
    func seal(_ plain: consuming Secret, number: Int, appendingTo output: inout [UInt8]) throws(FedauthError) {
        plain.withMutableBytes(count: StoreFormat.padded(plain.count)) { _ in }
        try plain.withBytes { (bytes) throws(FedauthError) in
            try seal(padded: bytes, number: number, appendingTo: &output)
        }
    }

    /// Seals and appends bytes with their padding.
    func seal(
        padded plain: UnsafeRawBufferPointer, number: Int, appendingTo output: inout [UInt8]
    ) throws(FedauthError) {
        let (nonce, additional) = parameters(number)
        try cipher.seal(plain, nonce: nonce, additional: additional, appendingTo: &output)
    }

    /// Opens a chunk into `plain`, whose bytes it replaces; false when it was changed.
    func open(
        _ sealed: UnsafeRawBufferPointer, number: Int, replacing plain: inout Secret
    ) throws(FedauthError) -> Bool {
        let (nonce, additional) = parameters(number)
        return try cipher.open(sealed, nonce: nonce, additional: additional, replacing: &plain)
    }

    /// Opens a chunk where it is; false when it was changed.
    func open(inPlace chunk: inout Secret, number: Int) throws(FedauthError) -> Bool {
        let (nonce, additional) = parameters(number)
        return try cipher.open(inPlace: &chunk, nonce: nonce, additional: additional)
    }

    /// Returns the nonce and the additional data of a chunk, valid until the next call.
    private func parameters(_ number: Int) -> (nonce: UnsafeRawBufferPointer, additional: UnsafeRawBufferPointer) {
        let bytes = UInt32(clamping: number).bigEndian
        parameters.storeBytes(of: bytes, toByteOffset: AESGCM.nonceBytes - 4, as: UInt32.self)
        parameters.storeBytes(of: bytes, toByteOffset: parameters.count - 9, as: UInt32.self)
        parameters[parameters.count - 1] = number == entryCount ? 1 : 0
        return (
            UnsafeRawBufferPointer(rebasing: parameters[..<AESGCM.nonceBytes]),
            UnsafeRawBufferPointer(rebasing: parameters[AESGCM.nonceBytes...])
        )
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
