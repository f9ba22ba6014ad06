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
        guard let key = EVP_PKCS82PKEY(info) else { throw OpenSSL.failure("EVP_PKCS82PKEY", code: .badKey, unusable) }
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

/// Signs with the key of an identity (`EVP_DigestSign(3)`): RSA PKCS #1 v1.5 or an elliptic curve, both with SHA-256.
public final class IdentitySigner: MessageSigner {
    /// The certificate of the key, in DER.
    public let certificate: [UInt8]
    /// The URI of the algorithm in RFC 9231 (sections 2.3.2 and 2.3.6).
    public var algorithm: String { "http://www.w3.org/2001/04/xmldsig-more#" + (isRSA ? "rsa-sha256" : "ecdsa-sha256") }
    private let key: PrivateKey
    private let isRSA: Bool

    /// Throws `bad-key` for a key in a token, which only TLS can use, and for an unsupported type of key.
    public init(_ identity: Identity) throws(FedauthError) {
        guard case .pkcs8(let der) = identity.key, let first = identity.certificates.first else {
            throw FedauthError(
                .badKey, "the key of the identity '\(identity.name)' is in a token, which signs no messages here",
                hint: "use an endpoint of the kind 'certificatetransport', by '--trust-endpoint'")
        }
        key = try PrivateKey(pkcs8: der)
        isRSA = key.description.hasPrefix("RSA ")
        guard isRSA || key.description.hasPrefix("EC ") else {
            throw FedauthError(
                .badKey,
                "the key of the identity '\(identity.name)' is \(key.description), and RSA or an elliptic curve is needed",
                hint: "use an endpoint of the kind 'certificatetransport', by '--trust-endpoint'")
        }
        certificate = first
    }

    /// Returns the SHA-256 hash of `bytes`.
    public func digest(_ bytes: [UInt8]) throws(FedauthError) -> [UInt8] { try Digest.sha256.hash(bytes) }

    /// Signs `bytes`. Throws when libcrypto refuses.
    public func signature(of bytes: [UInt8]) throws(FedauthError) -> [UInt8] {
        let handle = try key.handle()
        guard let context = EVP_MD_CTX_new() else { throw OpenSSL.failure("EVP_MD_CTX_new") }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, handle.pointer) == 1 else {
            throw OpenSSL.failure("EVP_DigestSignInit")
        }
        var count = 0
        guard EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1 else {
            throw OpenSSL.failure("EVP_DigestSign")
        }
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else {
            throw OpenSSL.failure("EVP_DigestSign")
        }
        let made = Array(signature.prefix(count))
        return isRSA ? made : try Self.joined(made, size: (Int(EVP_PKEY_get_bits(handle.pointer)) + 7) / 8)
    }

    /// Converts an ECDSA signature from DER (a SEQUENCE of two INTEGERs) to the two numbers concatenated, each as long
    /// as the order of the curve (RFC 9231 section 2.3.6).
    static func joined(_ der: [UInt8], size: Int) throws(FedauthError) -> [UInt8] {
        var rest = der[...]
        func content(_ tag: UInt8) -> ArraySlice<UInt8>? {
            guard rest.count >= 2, rest.removeFirst() == tag, let first = rest.popFirst() else { return nil }
            var length = Int(first)
            if first == 0x81 { length = rest.popFirst().map(Int.init) ?? Int.max }
            guard first <= 0x81, length <= rest.count else { return nil }
            defer { if tag == 0x02 { rest = rest.dropFirst(length) } }
            return rest.prefix(length)
        }
        var joined: [UInt8] = []
        let isSequence = content(0x30) != nil
        for _ in 0..<2 {
            guard isSequence, let number = content(0x02)?.drop(while: { $0 == 0 }), number.count <= size else {
                throw FedauthError(.other, "libcrypto made a signature that is not written as expected")
            }
            joined += [UInt8](repeating: 0, count: size - number.count) + number
        }
        return joined
    }
}
