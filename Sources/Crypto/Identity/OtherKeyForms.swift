internal import COpenSSL
internal import Core
internal import Secrets

/// Forms of keys that libcrypto does not read by itself.
enum OtherKeyForms {
    /// A limit for scrypt above that of the rounds, which counts the same blocks.
    private static let memoryCap: UInt64 = 1 << 30

    /// Returns a key of the second version of PKCS#8 (RFC 5958 section 2) as one of the first: without the public key that follows
    /// it. Nil for anything else.
    static func firstVersion(ofKey der: SharedSecret) -> SharedSecret? {
        der.withBytes { bytes in
            guard let whole = content(of: bytes, tag: 0x30), let version = element(of: whole),
                version.elementsEqual([2, 1, 1] as [UInt8])
            else { return nil }
            let rest = UnsafeRawBufferPointer(rebasing: whole.dropFirst(version.count))
            guard let algorithm = element(of: rest),
                let key = element(of: UnsafeRawBufferPointer(rebasing: rest.dropFirst(algorithm.count))),
                key.first == 0x04
            else { return nil }
            let count = 3 + algorithm.count + key.count
            guard count <= 0xFFFF else { return nil }
            let (high, low) = (UInt8(count >> 8), UInt8(count & 0xFF))
            let length = count > 0xFF ? [0x82, high, low] : count > 0x7F ? [0x81, low] : [low]
            var plain = Secret(capacity: count + 4)
            for byte in [0x30] + length + [2, 1, 0] { plain.append(byte) }
            plain.append(algorithm)
            plain.append(key)
            return SharedSecret(plain)
        }
    }

    /// Returns the key of an encrypted one under scrypt, which libcrypto opens only within 32 MiB of memory; nil when it is encrypted
    /// in another way. Throws `wrong-passphrase`, as `failure` says, and `other` for too much memory.
    static func open(
        _ key: OpaquePointer, _ passphrase: UnsafeRawBufferPointer, or failure: FedauthError
    ) throws(FedauthError) -> SharedSecret? {
        var found = copenssl_scrypt()
        var sealed: UnsafePointer<ASN1_OCTET_STRING>?
        X509_SIG_get0(key, nil, &sealed)
        guard copenssl_scrypt(key, &found), let sealed, found.cost.nonzeroBitCount == 1 else { return nil }
        let scrypt = Scrypt(
            logN: found.cost.trailingZeroBitCount, r: Int(clamping: found.block_size),
            p: Int(clamping: found.parallelization))
        let salt = withUnsafeBytes(of: found.salt) { Array($0.prefix(Int(found.salt_count))) }
        let derived = try scrypt.derive(
            passphrase: Secret(copying: passphrase), salt: salt, count: Int(found.key_count), memoryCap: memoryCap)
        guard let context = EVP_CIPHER_CTX_new() else { throw OpenSSL.failure("EVP_CIPHER_CTX_new") }
        defer { EVP_CIPHER_CTX_free(context) }
        let count = ASN1_STRING_length(sealed)
        var (first, last): (Int32, Int32) = (0, 0)
        var plain = Secret()
        let isDone = plain.withMutableBytes(count: Int(count) + 16) { plain in
            derived.withBytes { derived in
                withUnsafeBytes(of: found.start) { start in
                    EVP_CipherInit_ex(context, found.cipher, nil, derived.octets, start.octets, 0) == 1
                        && EVP_CipherUpdate(context, plain.octets, &first, ASN1_STRING_get0_data(sealed), count) == 1
                        && EVP_DecryptFinal_ex(context, plain.octets?.advanced(by: Int(first)), &last) == 1
                }
            }
        }
        ERR_clear_error()
        guard isDone else { throw failure }
        plain.truncate(to: Int(first + last))
        return SharedSecret(plain)
    }

    /// Returns the first element of DER (X.690 section 8.1), with its tag and length.
    private static func element(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let content = content(of: bytes), let start = bytes.baseAddress, let inner = content.baseAddress else {
            return nil
        }
        return UnsafeRawBufferPointer(start: start, count: inner - start + content.count)
    }

    /// Returns the content of the first element (`ASN1_get_object(3)`); nil for another tag than the wanted one.
    private static func content(of bytes: UnsafeRawBufferPointer, tag: UInt8? = nil) -> UnsafeRawBufferPointer? {
        guard tag == nil || bytes.first == tag else { return nil }
        var (position, count, kind, form) = (bytes.octets, 0, Int32(0), Int32(0))
        // 0x80: an error, or more bytes than there are. 1: a length that is not given.
        guard ASN1_get_object(&position, &count, &kind, &form, bytes.count) & 0x81 == 0 else {
            ERR_clear_error()
            return nil
        }
        return UnsafeRawBufferPointer(start: position, count: count)
    }
}
