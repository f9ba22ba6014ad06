internal import Core
internal import Crypto
internal import Secrets

/// Seals the lines of an export with a passphrase. Each line is bound to its number and to the first line, which holds
/// the number of lines. So no line can be moved, removed or put into another export.
final class ExportSeal {
    /// Bytes of the salt.
    static let saltBytes = 16

    private let cipher: AESGCM
    private let headerDigest: [UInt8]

    /// - Parameter header: the first line, without its line break.
    init(
        passphrase: SharedSecret, cost: Scrypt, salt: [UInt8], header: UnsafeRawBufferPointer
    ) throws(FedauthError) {
        let stretched = try cost.derive(
            passphrase: passphrase.copy(), salt: Array("fedauth-export-v1/scrypt".utf8) + salt, count: 32,
            memoryCap: Scrypt(
                logN: StoreFormat.logN.upperBound, r: StoreFormat.scryptR, p: StoreFormat.scryptP.upperBound
            )
            .memoryBytes)
        cipher = try AESGCM(
            key: HKDF.sha256(
                key: stretched, salt: salt, info: Array("fedauth-export-v1/key".utf8), count: AESGCM.keyBytes))
        headerDigest = try Digest.sha256.hash(Array(header))
    }

    /// Pads with blanks, which JSON ignores, and seals.
    func seal(_ plain: consuming Secret, number: Int) throws(FedauthError) -> [UInt8] {
        let start = plain.count
        plain.withMutableBytes(count: StoreFormat.padded(plain.count)) { bytes in
            for index in start..<bytes.count { bytes[index] = 0x20 }
        }
        return try plain.withBytes { (bytes) throws(FedauthError) in
            try cipher.seal(bytes, nonce: AESGCM.nonce(number), additional: additional(number))
        }
    }

    /// Opens a line; nil when the line was changed or the passphrase is wrong.
    func open(_ sealed: SharedSecret, number: Int) throws(FedauthError) -> Secret? {
        try sealed.withBytes { (bytes) throws(FedauthError) in
            try cipher.open(bytes, nonce: AESGCM.nonce(number), additional: additional(number))
        }
    }

    private func additional(_ number: Int) -> [UInt8] {
        var bytes = headerDigest
        bytes.append(bigEndian: UInt32(clamping: number))
        return bytes
    }
}

/// The constants of an export's first line.
enum ExportFormat {
    static let name = "fedauth store export"
    static let version = 1
    static let kdf = "scrypt"
    static let cipher = "AES-256-GCM"
    /// Limit of a line, in bytes: a value of 16 MiB encoded twice in base64, and its metadata.
    static let lineBytes = 32 << 20
}
