internal import COpenSSL
public import Core
public import Secrets

/// AES in cipher block chaining mode with padding (NIST SP 800-38A, RFC 5652 section 6.3), for files of other programs.
public enum AESCBC {
    /// Returns the message; nil when the key, which has 16 or 32 bytes, the start value or the padding is wrong. Throws `other`
    /// when libcrypto fails.
    public static func open(
        _ sealed: UnsafeRawBufferPointer, key: borrowing Secret, start: [UInt8]
    ) throws(FedauthError) -> Secret? {
        guard [16, 32].contains(key.count), start.count == 16 else { return nil }
        OpenSSL.prepared
        guard let context = EVP_CIPHER_CTX_new() else { throw OpenSSL.failure("EVP_CIPHER_CTX_new") }
        defer { EVP_CIPHER_CTX_free(context) }
        let cipher = key.count == 16 ? EVP_aes_128_cbc() : EVP_aes_256_cbc()
        var (first, last): (Int32, Int32) = (0, 0)
        var plain = Secret()
        let isDone = plain.withMutableBytes(count: sealed.count + 16) { plain in
            key.withBytes { key in
                EVP_CipherInit_ex(context, cipher, nil, key.octets, start, 0) == 1
                    && EVP_CipherUpdate(context, plain.octets, &first, sealed.octets, Int32(clamping: sealed.count))
                        == 1
                    && EVP_DecryptFinal_ex(context, plain.octets?.advanced(by: Int(first)), &last) == 1
            }
        }
        ERR_clear_error()
        guard isDone else { return nil }
        plain.truncate(to: Int(first + last))
        return plain
    }
}
