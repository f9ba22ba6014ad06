internal import COpenSSL
public import Core
public import Secrets

/// AES-256 in Galois/Counter Mode (NIST SP 800-38D) with a 12-byte nonce and a 16-byte tag after the ciphertext. One
/// value can encrypt many messages with its key; each message needs its own nonce. libgcrypt does the work; libcrypto
/// does it where libgcrypt is missing or in FIPS mode.
public struct AESGCM: ~Copyable {
    /// Bytes of a key.
    public static let keyBytes = 32
    /// Bytes of a nonce.
    public static let nonceBytes = 12
    /// Number of bytes that sealing adds to a message.
    public static let tagBytes = 16

    private let cipher: any SealingCipher

    /// Takes ownership of `key`, which must have 32 bytes.
    public init(key: consuming Secret) throws(FedauthError) {
        guard key.count == Self.keyBytes else {
            throw FedauthError(.other, "a key of \(key.count) bytes is none for AES-256")
        }
        if let gcrypt = GcryptCipher(key: key) { cipher = gcrypt } else { cipher = try OpenSSLCipher(key: key) }
    }

    /// Uses this cipher.
    init(_ cipher: any SealingCipher) { self.cipher = cipher }

    /// Encrypts a message and returns the ciphertext followed by the tag.
    public func seal(
        _ plain: UnsafeRawBufferPointer, nonce: [UInt8], additional: [UInt8]
    ) throws(FedauthError) -> [UInt8] {
        var output: [UInt8] = []
        try seal(plain, nonce: nonce, additional: additional, appendingTo: &output)
        return output
    }

    /// Encrypts a message and appends the ciphertext and the tag.
    public func seal(
        _ plain: UnsafeRawBufferPointer, nonce: [UInt8], additional: [UInt8], appendingTo output: inout [UInt8]
    ) throws(FedauthError) {
        try nonce.withRawBytes { (nonce) throws(FedauthError) in
            try additional.withRawBytes { (additional) throws(FedauthError) in
                try seal(plain, nonce: nonce, additional: additional, appendingTo: &output)
            }
        }
    }

    /// Encrypts a message and appends the ciphertext and the tag; for callers that seal thousands of small messages.
    public func seal(
        _ plain: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, additional: UnsafeRawBufferPointer,
        appendingTo output: inout [UInt8]
    ) throws(FedauthError) {
        guard nonce.count == Self.nonceBytes else { throw Self.badNonce }
        let isDone = withUnsafeTemporaryAllocation(byteCount: plain.count + Self.tagBytes, alignment: 16) { sealed in
            guard cipher.seal(plain, nonce: nonce, additional: additional, into: sealed) else { return false }
            output.append(contentsOf: UnsafeRawBufferPointer(sealed))
            return true
        }
        guard isDone else { throw failure }
    }

    /// Decrypts a message. Returns nil when the tag does not match, so that the caller can report what was altered.
    /// Plaintext that fails the check is never returned.
    public func open(
        _ sealed: UnsafeRawBufferPointer, nonce: [UInt8], additional: [UInt8]
    ) throws(FedauthError) -> Secret? {
        var output = Secret(capacity: sealed.count)
        let isOpened = try nonce.withRawBytes { (nonce) throws(FedauthError) in
            try additional.withRawBytes { (additional) throws(FedauthError) in
                try open(sealed, nonce: nonce, additional: additional, replacing: &output)
            }
        }
        guard isOpened else { return nil }
        return output
    }

    /// Decrypts ciphertext in an array; see the other `open`.
    public func open(_ sealed: [UInt8], nonce: [UInt8], additional: [UInt8]) throws(FedauthError) -> Secret? {
        var opened: Secret?
        try sealed.withRawBytes { (sealed) throws(FedauthError) in
            opened = try open(sealed, nonce: nonce, additional: additional)
        }
        return opened
    }

    /// Decrypts a message where it is. Returns false, and wipes it, when the tag does not match.
    public func open(
        inPlace message: inout Secret, nonce: UnsafeRawBufferPointer, additional: UnsafeRawBufferPointer
    ) throws(FedauthError) -> Bool {
        let count = message.count
        guard count >= Self.tagBytes else { return false }
        let isOpened = try message.withMutableBytes(count: count) { (bytes) throws(FedauthError) in
            try open(UnsafeRawBufferPointer(bytes), nonce, additional, into: bytes)
        }
        message.truncate(to: isOpened ? count - Self.tagBytes : 0)
        return isOpened
    }

    /// Decrypts a message and replaces what `plain` held. Returns false, and empties it, when the tag does not match.
    public func open(
        _ sealed: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, additional: UnsafeRawBufferPointer,
        replacing plain: inout Secret
    ) throws(FedauthError) -> Bool {
        guard sealed.count >= Self.tagBytes else { return false }
        let isOpened = try plain.withMutableBytes(count: sealed.count - Self.tagBytes) { (plain) throws(FedauthError) in
            try open(sealed, nonce, additional, into: plain)
        }
        if !isOpened { plain.truncate(to: 0) }
        return isOpened
    }

    private func open(
        _ sealed: UnsafeRawBufferPointer, _ nonce: UnsafeRawBufferPointer, _ additional: UnsafeRawBufferPointer,
        into plain: UnsafeMutableRawBufferPointer
    ) throws(FedauthError) -> Bool {
        guard nonce.count == Self.nonceBytes else { throw Self.badNonce }
        let result = cipher.open(sealed, nonce: nonce, additional: additional, into: plain)
        guard result != .failed else { throw failure }
        return result == .opened
    }

    private var failure: FedauthError {
        cipher is OpenSSLCipher
            ? OpenSSL.failure(OpenSSLCipher.function)
            : FedauthError(.other, "'\(GcryptCipher.function)' of libgcrypt failed")
    }

    private static var badNonce: FedauthError { FedauthError(.other, "a nonce for AES-GCM has 12 bytes") }
}

/// AES in cipher block chaining mode with padding (NIST SP 800-38A, RFC 5652 section 6.3), for files of other programs.
public enum AESCBC {
    /// Returns the message; nil for a wrong key (16 or 32 bytes), start value or padding. Throws `other` if libcrypto fails.
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
