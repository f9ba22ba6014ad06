internal import CGcrypt
internal import COpenSSL
public import Core
public import Secrets

/// A hash function of FIPS 180-4.
public enum Digest: Sendable, CaseIterable {
    /// Only for one-time codes (RFC 6238), where the weaknesses of SHA-1 do not matter, and where the user allows it.
    case sha1, sha256, sha384, sha512

    /// Bytes of a hash.
    public var count: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    var evp: OpaquePointer? {
        OpenSSL.prepared
        return switch self {
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }

    /// Returns the hash of `bytes`: SHA-256 by libgcrypt where it can be used, otherwise by libcrypto (`EVP_Digest(3)`).
    public func hash(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        if self == .sha256, cgcrypt_sha256(bytes.baseAddress, bytes.count, &output) { return output }
        return try hashByOpenSSL(bytes)
    }

    func hashByOpenSSL(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        guard EVP_Digest(bytes.baseAddress, bytes.count, &output, nil, evp, nil) == 1 else {
            throw OpenSSL.failure("EVP_Digest")
        }
        return output
    }

    /// Returns the hash of bytes that are not secret.
    public func hash(_ bytes: [UInt8]) throws(FedauthError) -> [UInt8] {
        try bytes.withRawBytes { (buffer) throws(FedauthError) in try hash(buffer) }
    }

    /// Returns the keyed hash of RFC 2104: with SHA-256 by libgcrypt if possible, else by libcrypto (`HMAC(3)`).
    public func authenticate(_ message: UnsafeRawBufferPointer, key: borrowing Secret) throws(FedauthError) -> Secret {
        if self == .sha256 {
            var output = Secret(capacity: count)
            let isDone = output.withMutableBytes(count: count) { output in
                key.withBytes { key in
                    guard let output = output.octets else { return false }
                    return cgcrypt_hmac_sha256(key.baseAddress, key.count, message.baseAddress, message.count, output)
                }
            }
            if isDone { return output }
        }
        return try authenticateByOpenSSL(message, key: key)
    }

    func authenticateByOpenSSL(
        _ message: UnsafeRawBufferPointer, key: borrowing Secret
    ) throws(FedauthError) -> Secret {
        var output = Secret(capacity: count)
        let done = output.withMutableBytes(count: count) { output in
            key.withBytes { key in
                HMAC(
                    evp, key.baseAddress, Int32(clamping: key.count), message.octets, message.count, output.octets, nil)
                    != nil
            }
        }
        guard done else { throw OpenSSL.failure("HMAC") }
        return output
    }
}

/// The hashes of Digest authentication (RFC 7616), in wiped memory. MD5 is included because old servers offer nothing
/// else; it only proves knowledge of a password, over a connection that TLS protects.
public final class AuthenticationHashes: DigestHashing {
    private let random: any RandomSource

    /// Makes the client's nonces from `random`.
    public init(random: any RandomSource = SystemRandom()) { self.random = random }

    /// Returns the hash in hexadecimal digits (`EVP_Digest(3)`); nil when libcrypto refuses the algorithm.
    public func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret? {
        OpenSSL.prepared
        let function = algorithm == .md5 ? EVP_md5() : EVP_sha256()
        var raw = Secret(capacity: 32)
        let isDone = raw.withMutableBytes(count: algorithm == .md5 ? 16 : 32) { output in
            content.withBytes { EVP_Digest($0.baseAddress, $0.count, output.octets, nil, function, nil) == 1 }
        }
        guard isDone else {
            ERR_clear_error()
            return nil
        }
        var digits = Secret(capacity: 64)
        raw.withBytes { bytes in
            for byte in bytes {
                for value in [byte >> 4, byte & 15] { digits.append(value < 10 ? 0x30 + value : 0x57 + value) }
            }
        }
        return digits
    }

    /// Returns 128 random bits in hexadecimal digits.
    public func nonce() throws(FedauthError) -> String { Hexadecimal.text(try random.bytes(16)) }
}
