internal import COpenSSL
public import Core
public import Secrets

/// AES-256 in Galois/Counter Mode (NIST SP 800-38D) with a 12-byte nonce and a 16-byte tag after the ciphertext. One
/// value can encrypt many messages with its key; each message needs its own nonce.
public struct AESGCM: ~Copyable {
    /// Bytes of a key.
    public static let keyBytes = 32
    /// Bytes of a nonce.
    public static let nonceBytes = 12
    /// Number of bytes that sealing adds to a message.
    public static let tagBytes = 16

    private let key: Secret
    private let context: CipherContext

    /// Takes ownership of `key`, which must have 32 bytes.
    public init(key: consuming Secret) throws(FedauthError) {
        guard key.count == Self.keyBytes else {
            throw FedauthError(.other, "a key of \(key.count) bytes is none for AES-256")
        }
        OpenSSL.prepared
        guard let handle = EVP_CIPHER_CTX_new() else { throw OpenSSL.failure("EVP_CIPHER_CTX_new") }
        self.key = key
        context = CipherContext(takingOwnership: handle)
    }

    /// Encrypts a message (`EVP_EncryptUpdate(3)`) and returns the ciphertext followed by the tag.
    public func seal(
        _ plain: UnsafeRawBufferPointer, nonce: [UInt8], additional: [UInt8]
    ) throws(FedauthError) -> [UInt8] {
        guard nonce.count == Self.nonceBytes else { throw Self.badNonce }
        var output = [UInt8](repeating: 0, count: plain.count + Self.tagBytes)
        let done = output.withMutableRawBytes { output in
            key.withBytes { key in
                var length: Int32 = 0
                guard
                    EVP_EncryptInit_ex(context.handle, EVP_aes_256_gcm(), nil, key.octets, nonce) == 1,
                    additional.isEmpty
                        || EVP_EncryptUpdate(
                            context.handle, nil, &length, additional, Int32(clamping: additional.count)) == 1,
                    plain.isEmpty
                        || EVP_EncryptUpdate(
                            context.handle, output.octets, &length, plain.octets, Int32(clamping: plain.count)
                        ) == 1,
                    EVP_EncryptFinal_ex(context.handle, output.octets?.advanced(by: plain.count), &length)
                        == 1
                else { return false }
                return EVP_CIPHER_CTX_ctrl(
                    context.handle, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagBytes),
                    output.octets?.advanced(by: plain.count)) == 1
            }
        }
        guard done else { throw OpenSSL.failure("EVP_EncryptUpdate") }
        return output
    }

    /// Decrypts a message (`EVP_DecryptUpdate(3)`). Returns nil when the tag does not match, so that the caller can
    /// report what was altered. Plaintext that fails the check is never returned.
    public func open(
        _ sealed: UnsafeRawBufferPointer, nonce: [UInt8], additional: [UInt8]
    ) throws(FedauthError) -> Secret? {
        guard nonce.count == Self.nonceBytes else { throw Self.badNonce }
        guard sealed.count >= Self.tagBytes else { return nil }
        let count = sealed.count - Self.tagBytes
        var tag = Array(sealed[count...])
        var output = Secret(capacity: count)
        enum Outcome { case failed, altered, opened }
        let outcome = output.withMutableBytes(count: count) { output in
            key.withBytes { key -> Outcome in
                var length: Int32 = 0
                guard
                    EVP_DecryptInit_ex(context.handle, EVP_aes_256_gcm(), nil, key.octets, nonce) == 1,
                    additional.isEmpty
                        || EVP_DecryptUpdate(
                            context.handle, nil, &length, additional, Int32(clamping: additional.count)) == 1,
                    count == 0
                        || EVP_DecryptUpdate(
                            context.handle, output.octets, &length, sealed.octets, Int32(clamping: count))
                            == 1,
                    EVP_CIPHER_CTX_ctrl(context.handle, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagBytes), &tag)
                        == 1
                else { return .failed }
                return EVP_DecryptFinal_ex(context.handle, output.octets?.advanced(by: count), &length) == 1
                    ? .opened : .altered
            }
        }
        switch outcome {
        case .failed: throw OpenSSL.failure("EVP_DecryptUpdate")
        case .altered:
            ERR_clear_error()
            return nil
        case .opened: return output
        }
    }

    /// Decrypts ciphertext in an array; see the other `open`.
    public func open(
        _ sealed: [UInt8], nonce: [UInt8], additional: [UInt8]
    ) throws(FedauthError) -> Secret? {
        var opened: Secret?
        try sealed.withRawBytes { (sealed) throws(FedauthError) in
            opened = try open(sealed, nonce: nonce, additional: additional)
        }
        return opened
    }

    private static var badNonce: FedauthError { FedauthError(.other, "a nonce for AES-GCM has 12 bytes") }
}

/// Owns an `EVP_CIPHER_CTX`; freeing it also wipes the expanded key.
private final class CipherContext {
    let handle: OpaquePointer

    init(takingOwnership handle: OpaquePointer) { self.handle = handle }

    deinit { EVP_CIPHER_CTX_free(handle) }
}
