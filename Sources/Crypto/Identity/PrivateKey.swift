internal import COpenSSL
public import Core
public import Secrets

/// A private key: unencrypted PKCS#8 (RFC 5958) in DER, in wiped memory.
public struct PrivateKey: Sendable, Equatable {
    /// The key in DER.
    public let der: SharedSecret
    /// The kind of key and its size, such as `RSA 2048`.
    public let description: String

    /// Reads PKCS#8 (`d2i_PKCS8_PRIV_KEY_INFO(3)`). Throws `bad-key` for anything else.
    public init(pkcs8 der: SharedSecret) throws(FedauthError) {
        let handle = try Self.handle(der)
        description = Self.description(of: handle.pointer)
        self.der = der
    }

    /// Creates the value from a key that libcrypto has read.
    init(_ handle: borrowing KeyHandle) throws(FedauthError) {
        guard let info = EVP_PKEY2PKCS8(handle.pointer) else {
            throw OpenSSL.failure("EVP_PKEY2PKCS8", code: .badKey, "the private key cannot be used")
        }
        // Freeing it wipes its content.
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        let count = Int(i2d_PKCS8_PRIV_KEY_INFO(info, nil))
        guard count > 0 else { throw OpenSSL.failure("i2d_PKCS8_PRIV_KEY_INFO") }
        var bytes = Secret(capacity: count)
        bytes.withMutableBytes(count: count) { buffer in
            var position = buffer.octets
            _ = i2d_PKCS8_PRIV_KEY_INFO(info, &position)
        }
        der = SharedSecret(bytes)
        description = Self.description(of: handle.pointer)
    }

    /// Returns whether the certificate belongs to this key (`X509_check_private_key(3)`).
    public func belongs(to certificate: Certificate) -> Bool {
        defer { ERR_clear_error() }
        guard let key = try? handle(), let handle = X509Handle(der: certificate.der) else { return false }
        return X509_check_private_key(handle.pointer, key.pointer) == 1
    }

    /// Returns the key in the form that libcrypto uses.
    func handle() throws(FedauthError) -> KeyHandle { try Self.handle(der) }

    private static func handle(_ der: SharedSecret) throws(FedauthError) -> KeyHandle {
        OpenSSL.prepared
        let info = der.withBytes { bytes in
            var position = bytes.octets
            return d2i_PKCS8_PRIV_KEY_INFO(nil, &position, bytes.count)
        }
        guard let info else { throw OpenSSL.failure("d2i_PKCS8_PRIV_KEY_INFO", code: .badKey, unusable) }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        guard let key = EVP_PKCS82PKEY(info) else {
            throw OpenSSL.failure("EVP_PKCS82PKEY", code: .badKey, unusable)
        }
        return KeyHandle(takingOwnership: key)
    }

    private static let unusable = "the private key is damaged, or of a kind that is not known here"

    /// Returns the type of a key, public or private, and its curve or size.
    static func description(of key: OpaquePointer) -> String {
        let name = EVP_PKEY_get0_type_name(key).map { String(cString: $0) } ?? "unknown"
        if name == "EC" {
            var group = [CChar](repeating: 0, count: 80)
            var count = 0
            if EVP_PKEY_get_group_name(key, &group, group.count, &count) == 1 {
                let bytes = group.prefix(count).map(UInt8.init(bitPattern:))
                return "EC " + String(decoding: bytes, as: UTF8.self)
            }
        }
        return name.hasPrefix("ED") || name.hasPrefix("X") ? name : "\(name) \(EVP_PKEY_get_bits(key))"
    }
}
