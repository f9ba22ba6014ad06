internal import COpenSSL
internal import Core

/// An algorithm with which a certificate's key can sign JSON Web Tokens (RFC 7518 section 3.1). Others are refused.
struct TokenAlgorithm {
    /// The name in the token's header.
    let name: String
    private let family: Family
    private let bits: Int

    private enum Family: String {
        /// RSA PKCS #1 v1.5 (section 3.3).
        case rsa = "RS"
        /// RSA PSS (section 3.5).
        case pss = "PS"
        /// An elliptic curve (section 3.4).
        case curve = "ES"
    }

    /// Returns nil for an unknown algorithm, and for one that does not use a certificate's key.
    init?(named name: String) {
        guard name.utf8.count == 5, let family = Family(rawValue: String(name.prefix(2))),
            let bits = Int(name.suffix(3)),
            [256, 384, 512].contains(bits)
        else { return nil }
        self.name = name
        self.family = family
        self.bits = bits
    }

    /// A description of the key that it needs.
    var key: String {
        family == .curve ? "a key of the curve P-\(bits == 512 ? 521 : bits)" : "an RSA key of 2048 bits or more"
    }

    private var digest: OpaquePointer? {
        OpenSSL.prepared
        return bits == 256 ? EVP_sha256() : bits == 384 ? EVP_sha384() : EVP_sha512()
    }

    /// Returns whether the key is of the required type; each curve has its own algorithm.
    func fits(_ key: OpaquePointer) -> Bool {
        let kind = PrivateKey.description(of: key)
        switch family {
        case .rsa: return kind.hasPrefix("RSA ") && EVP_PKEY_get_bits(key) >= 2048
        case .pss: return kind.hasPrefix("RSA") && EVP_PKEY_get_bits(key) >= 2048
        case .curve: return kind == "EC " + [256: "prime256v1", 384: "secp384r1", 512: "secp521r1"][bits, default: ""]
        }
    }

    /// Returns whether the public key made the signature (`EVP_DigestVerify(3)`). Throws when libcrypto cannot begin.
    func isMade(_ signature: JSONWebSignature, by key: OpaquePointer) throws(FedauthError) -> Bool {
        guard let value = family == .curve ? inDER(signature) : signature.signature.withBytes({ Array($0) }) else {
            return false
        }
        guard let context = EVP_MD_CTX_new() else { throw OpenSSL.failure("EVP_MD_CTX_new") }
        defer { EVP_MD_CTX_free(context) }
        var options: OpaquePointer?
        guard EVP_DigestVerifyInit(context, &options, digest, nil, key) == 1, isPadded(options) else {
            throw OpenSSL.failure("EVP_DigestVerifyInit")
        }
        return signature.content.withBytes { content in
            EVP_DigestVerify(context, value, value.count, content.octets, content.count) == 1
        }
    }

    /// Sets the padding of RSA PSS, whose salt is as long as the hash (section 3.5). Returns false on failure.
    private func isPadded(_ options: OpaquePointer?) -> Bool {
        guard family == .pss else { return true }
        return EVP_PKEY_CTX_set_rsa_padding(options, RSA_PKCS1_PSS_PADDING) == 1
            && EVP_PKEY_CTX_set_rsa_pss_saltlen(options, RSA_PSS_SALTLEN_DIGEST) == 1
    }

    /// Converts a token's signature, two concatenated numbers as long as the order of the curve (section 3.4), to DER,
    /// which libcrypto needs; nil when the length is wrong.
    private func inDER(_ signature: JSONWebSignature) -> [UInt8]? {
        let size = ((bits == 512 ? 521 : bits) + 7) / 8
        guard signature.signature.count == 2 * size, let pair = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(pair) }
        let isSet = signature.signature.withBytes { bytes in
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
        guard isSet else { return nil }
        var out = [UInt8](repeating: 0, count: Int(max(0, i2d_ECDSA_SIG(pair, nil))))
        let count = out.withUnsafeMutableBufferPointer { buffer in
            var position = buffer.baseAddress
            return i2d_ECDSA_SIG(pair, &position)
        }
        return count > 0 ? out : nil
    }
}
