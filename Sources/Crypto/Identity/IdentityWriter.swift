internal import COpenSSL
public import Core
public import Secrets

/// Exports a key and its certificates for other programs.
public struct IdentityWriter: Sendable {
    /// Rounds of PBKDF2: they take some tenths of a second, and are below the limit of every program known to have one.
    static let iterations: Int32 = 200_000

    private let chain: CertificateChain
    private let key: PrivateKey

    /// Writes this chain; the key belongs to its first certificate.
    public init(_ chain: CertificateChain, key: PrivateKey) { (self.chain, self.key) = (chain, key) }

    /// Returns PKCS#12 by AES-256-CBC (PBES2) with an HMAC of SHA-256 (`PKCS12_create(3)`, `PKCS12_set_mac(3)`).
    public func pkcs12(name: String, passphrase: SharedSecret) throws(FedauthError) -> [UInt8] {
        let handle = try key.handle()
        guard let leaf = X509Handle(der: chain.leaf.der), let others = CertificateStack.of(chain.issuers) else {
            throw OpenSSL.failure("d2i_X509")
        }
        let made = passphrase.withBytes { bytes -> OpaquePointer? in
            let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            // -1: no integrity check yet, because some versions of this function use SHA-1 for it.
            let file = PKCS12_create(
                text, name, handle.pointer, leaf.pointer, others.pointer, NID_aes_256_cbc, NID_aes_256_cbc,
                Self.iterations, -1, 0)
            guard let file else { return nil }
            guard PKCS12_set_mac(file, text, Int32(bytes.count), nil, 0, Self.iterations, EVP_sha256()) == 1 else {
                PKCS12_free(file)
                return nil
            }
            return file
        }
        guard let made else { throw OpenSSL.failure("PKCS12_create") }
        defer { PKCS12_free(made) }
        guard let bytes = OpenSSL.der({ i2d_PKCS12(made, $0) }) else { throw OpenSSL.failure("i2d_PKCS12") }
        return bytes
    }

    /// Returns the key as one PEM block.
    public func pemKey(passphrase: SharedSecret?) throws(FedauthError) -> Secret {
        try Self.pem(key, passphrase: passphrase)
    }

    /// Returns a key as one PEM block: `PRIVATE KEY`, or with a passphrase `ENCRYPTED PRIVATE KEY`, using AES-256-CBC
    /// and PBKDF2 with SHA-256 (`PKCS8_set0_pbe(3)`).
    public static func pem(_ key: PrivateKey, passphrase: SharedSecret?) throws(FedauthError) -> Secret {
        guard let passphrase else { return PEMText.block("PRIVATE KEY", key.der) }
        let handle = try key.handle()
        guard let info = EVP_PKEY2PKCS8(handle.pointer) else { throw OpenSSL.failure("EVP_PKEY2PKCS8") }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        guard let algorithm = PKCS5_pbe2_set_iv(EVP_aes_256_cbc(), Self.iterations, nil, 16, nil, NID_hmacWithSHA256)
        else { throw OpenSSL.failure("PKCS5_pbe2_set_iv") }
        let sealed = passphrase.withBytes { bytes in
            PKCS8_set0_pbe(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), info, algorithm)
        }
        guard let sealed else {
            X509_ALGOR_free(algorithm)
            throw OpenSSL.failure("PKCS8_set0_pbe")
        }
        defer { X509_SIG_free(sealed) }
        let count = Int(i2d_X509_SIG(sealed, nil))
        guard count > 0 else { throw OpenSSL.failure("i2d_X509_SIG") }
        var bytes = Secret(capacity: count)
        bytes.withMutableBytes(count: count) { buffer in
            var position = buffer.octets
            _ = i2d_X509_SIG(sealed, &position)
        }
        return PEMText.block("ENCRYPTED PRIVATE KEY", SharedSecret(bytes))
    }
}
