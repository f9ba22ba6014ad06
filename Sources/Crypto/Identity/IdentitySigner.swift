internal import COpenSSL
public import Core
internal import Secrets

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
