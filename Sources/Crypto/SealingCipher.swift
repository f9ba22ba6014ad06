internal import CGcrypt
internal import COpenSSL
internal import Core
internal import Secrets

/// How a message opened.
enum OpeningResult {
    case opened
    /// The tag does not match; the output must not be used.
    case altered
    /// The library failed.
    case failed
}

/// AES-256-GCM of one library under one key.
protocol SealingCipher: AnyObject {
    /// The function that a message about a failure names.
    static var function: String { get }

    /// Encrypts `plain` into `sealed`, which has room for the tag after it. Returns false on failure.
    func seal(
        _ plain: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, additional: UnsafeRawBufferPointer,
        into sealed: UnsafeMutableRawBufferPointer
    ) -> Bool

    /// Decrypts `sealed`, which ends with the tag, into `plain`, which may be the same memory.
    func open(
        _ sealed: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, additional: UnsafeRawBufferPointer,
        into plain: UnsafeMutableRawBufferPointer
    ) -> OpeningResult
}

/// libgcrypt's cipher, which is ready in a tenth of the time that libcrypto's needs.
final class GcryptCipher: SealingCipher {
    static let function = "gcry_cipher_encrypt"

    private let handle: OpaquePointer

    /// Takes a key of 32 bytes; nil when libgcrypt cannot be used.
    init?(key: borrowing Secret) {
        let made = key.withBytes { $0.baseAddress.flatMap { cgcrypt_gcm_new($0) } }
        guard let made else { return nil }
        handle = made
    }

    deinit { cgcrypt_gcm_free(handle) }

    func seal(
        _ plain: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, additional: UnsafeRawBufferPointer,
        into sealed: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard let nonce = nonce.baseAddress, let start = sealed.baseAddress else { return false }
        return cgcrypt_gcm_seal(
            handle, nonce, additional.baseAddress, additional.count, plain.baseAddress, plain.count, start)
    }

    func open(
        _ sealed: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, additional: UnsafeRawBufferPointer,
        into plain: UnsafeMutableRawBufferPointer
    ) -> OpeningResult {
        guard let nonce = nonce.baseAddress, let start = sealed.baseAddress else { return .failed }
        var isAltered = false
        let isDone = cgcrypt_gcm_open(
            handle, nonce, additional.baseAddress, additional.count, start, sealed.count - AESGCM.tagBytes,
            plain.baseAddress, &isAltered)
        return !isDone ? .failed : isAltered ? .altered : .opened
    }
}

/// libcrypto's cipher.
final class OpenSSLCipher: SealingCipher {
    static let function = "EVP_CipherUpdate"

    private let handle: OpaquePointer
    /// Whether the context is set up for encrypting; nil before its first use.
    private var encrypts: Bool?
    private let key: Secret

    /// Takes a key of 32 bytes.
    init(key: borrowing Secret) throws(FedauthError) {
        OpenSSL.prepared
        guard let made = EVP_CIPHER_CTX_new() else { throw OpenSSL.failure("EVP_CIPHER_CTX_new") }
        handle = made
        self.key = key.copy()
    }

    /// Also wipes the expanded key.
    deinit { EVP_CIPHER_CTX_free(handle) }

    func seal(
        _ plain: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, additional: UnsafeRawBufferPointer,
        into sealed: UnsafeMutableRawBufferPointer
    ) -> Bool {
        let tag = sealed.octets?.advanced(by: plain.count)
        var length: Int32 = 0
        return begin(encrypts: true, nonce, additional) && update(sealed.octets, plain.octets, plain.count)
            && EVP_EncryptFinal_ex(handle, tag, &length) == 1
            && EVP_CIPHER_CTX_ctrl(handle, EVP_CTRL_AEAD_GET_TAG, Int32(AESGCM.tagBytes), tag) == 1
    }

    func open(
        _ sealed: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, additional: UnsafeRawBufferPointer,
        into plain: UnsafeMutableRawBufferPointer
    ) -> OpeningResult {
        let count = sealed.count - AESGCM.tagBytes
        var tag = Array(sealed[count...])
        var length: Int32 = 0
        guard begin(encrypts: false, nonce, additional), update(plain.octets, sealed.octets, count),
            EVP_CIPHER_CTX_ctrl(handle, EVP_CTRL_AEAD_SET_TAG, Int32(AESGCM.tagBytes), &tag) == 1
        else { return .failed }
        if EVP_DecryptFinal_ex(handle, plain.octets?.advanced(by: count), &length) == 1 { return .opened }
        ERR_clear_error()
        return .altered
    }

    /// Sets the nonce and passes the additional data. Expands the key only when the direction changes.
    private func begin(encrypts: Bool, _ nonce: UnsafeRawBufferPointer, _ additional: UnsafeRawBufferPointer) -> Bool {
        let isReady = self.encrypts == encrypts
        let direction: Int32 = encrypts ? 1 : 0
        let isSet = key.withBytes { key in
            EVP_CipherInit_ex(
                handle, isReady ? nil : EVP_aes_256_gcm(), nil, isReady ? nil : key.octets, nonce.octets, direction)
        }
        self.encrypts = isSet == 1 ? encrypts : nil
        return isSet == 1 && update(nil, additional.octets, additional.count)
    }

    private func update(_ output: UnsafeMutablePointer<UInt8>?, _ input: UnsafePointer<UInt8>?, _ count: Int) -> Bool {
        var length: Int32 = 0
        return count == 0 || EVP_CipherUpdate(handle, output, &length, input, Int32(clamping: count)) == 1
    }
}
