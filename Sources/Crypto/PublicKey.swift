internal import COpenSSL
internal import Core
internal import Secrets

/// A certificate's public key, lent by the owner of the certificate.
struct PublicKey {
    private let key: OpaquePointer

    init(lent key: OpaquePointer) { self.key = key }

    /// Whether it is a key of an elliptic curve; its signatures are two numbers.
    var isCurve: Bool { PrivateKey.description(of: key).hasPrefix("EC ") }
    /// Whether it is an RSA key for any scheme.
    var isRSA: Bool { PrivateKey.description(of: key).hasPrefix("RSA ") }
    /// Whether it is an RSA key that is long enough to be trusted.
    var isLongRSA: Bool { PrivateKey.description(of: key).hasPrefix("RSA") && EVP_PKEY_get_bits(key) >= 2048 }

    /// Returns whether this key made the signature (`EVP_DigestVerify(3)`); the padding of RSA PSS has a salt as long
    /// as the hash. Throws when libcrypto cannot begin.
    func hasMade(
        _ signature: SharedSecret, of content: SharedSecret, _ digest: Digest, isPSS: Bool = false
    ) throws(FedauthError) -> Bool {
        guard let value = isCurve ? inDER(signature) : signature.withBytes({ Array($0) }) else { return false }
        guard let context = EVP_MD_CTX_new() else { throw OpenSSL.failure("EVP_MD_CTX_new") }
        defer { EVP_MD_CTX_free(context) }
        var options: OpaquePointer?
        guard EVP_DigestVerifyInit(context, &options, digest.evp, nil, key) == 1, !isPSS || isPadded(options) else {
            throw OpenSSL.failure("EVP_DigestVerifyInit")
        }
        return content.withBytes { content in
            EVP_DigestVerify(context, value, value.count, content.octets, content.count) == 1
        }
    }

    /// Sets the padding of RSA PSS. Returns false on failure.
    private func isPadded(_ options: OpaquePointer?) -> Bool {
        EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) == 1
            && EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST) == 1
    }

    /// Converts two concatenated numbers as long as the order of the curve (RFC 7518 section 3.4; RFC 4050 section 3.3) to
    /// DER, which libcrypto needs; nil when the length is wrong.
    private func inDER(_ signature: SharedSecret) -> [UInt8]? {
        let size = (Int(EVP_PKEY_get_bits(key)) + 7) / 8
        guard signature.count == 2 * size, let pair = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(pair) }
        let isSet = signature.withBytes { bytes in
            let first = BN_bin2bn(bytes.octets, Int32(size), nil)
            let second = BN_bin2bn(bytes.octets.map { $0 + size }, Int32(size), nil)
            // Takes ownership of both when it returns 1.
            guard ECDSA_SIG_set0(pair, first, second) == 1 else {
                BN_free(first)
                BN_free(second)
                return false
            }
            return true
        }
        return isSet ? OpenSSL.der { i2d_ECDSA_SIG(pair, $0) } : nil
    }
}
