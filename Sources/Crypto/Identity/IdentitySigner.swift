internal import COpenSSL
public import Core
internal import Secrets

/// Signs by the RSA key of an identity (`EVP_DigestSign(3)`, PKCS #1 v1.5 with SHA-256).
public final class IdentitySigner: MessageSigner {
    /// The certificate of the key, DER.
    public let certificate: [UInt8]
    /// RSA with SHA-256 (RFC 9231 section 2.3.2).
    public let algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    private let key: PrivateKey

    /// Throws `bad-key` for a key in a token, which only TLS reaches, and for one that is not RSA's.
    public init(_ identity: Identity) throws(FedauthError) {
        guard case .pkcs8(let der) = identity.key, let first = identity.certificates.first else {
            throw FedauthError(
                .badKey, "the key of the identity '\(identity.name)' is in a token, which signs no messages here",
                hint: "use an endpoint of the kind 'certificatetransport', by '--trust-endpoint'")
        }
        key = try PrivateKey(pkcs8: der)
        guard key.description.hasPrefix("RSA ") else {
            throw FedauthError(
                .badKey, "the key of the identity '\(identity.name)' is \(key.description), and RSA is needed",
                hint: "use an endpoint of the kind 'certificatetransport', by '--trust-endpoint'")
        }
        certificate = first
    }

    /// SHA-256 of `bytes`.
    public func digest(_ bytes: [UInt8]) throws(FedauthError) -> [UInt8] { try Digest.sha256.hash(bytes) }

    /// The signature of `bytes`. Throws when libcrypto refuses it.
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
        return Array(signature.prefix(count))
    }
}
