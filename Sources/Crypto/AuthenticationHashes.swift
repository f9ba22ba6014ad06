internal import COpenSSL
public import Core
public import Secrets

/// The hashes of Digest authentication (RFC 7616), in wiped memory. MD5 is included because old servers offer nothing
/// else; it only proves knowledge of a password, over a connection that TLS protects.
public final class AuthenticationHashes: DigestHashing {
    private let random: any RandomSource

    /// - Parameter random: the source of the client's nonces.
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
