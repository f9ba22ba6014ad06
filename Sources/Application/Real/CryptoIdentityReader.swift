public import Core
internal import Crypto
internal import HTTP
public import Secrets

/// Reads identities by OpenSSL, and knows the system's authorities.
public final class CryptoIdentityReader: IdentityReader {
    /// The file that contains the system's CA certificates.
    private static let bundle = "/etc/ssl/certs/ca-certificates.crt"

    /// Creates the reader.
    public init() {}

    /// Reads a PKCS#12, PEM or DER file.
    public func identity(
        in content: SharedSecret, passphrase: SharedSecret?, name: String, choosing choice: KeyChoice
    ) throws(FedauthError) -> OpenedIdentity {
        let read = try IdentityFile(reading: content, passphrase: passphrase, name: name, choosing: choice)
        return OpenedIdentity(
            form: read.form.rawValue, key: read.key.der, certificates: read.certificates,
            usesOutdatedEncryption: read.usesOutdatedEncryption)
    }

    /// Returns the certificates of a PEM or DER file.
    public func certificates(in content: SharedSecret, name: String) throws(FedauthError) -> [Certificate] {
        try IdentityFile.certificates(in: content, name: name)
    }

    /// Puts certificates in order; the first is the one of the key.
    public func chain(_ certificates: [Certificate], key: SharedSecret) throws(FedauthError) -> CertificateChain {
        try CertificateChain(certificates, key: try PrivateKey(pkcs8: key))
    }

    /// Returns the chain of `leaf` as far as `others` contain its issuers.
    public func chain(_ leaf: Certificate, from others: [Certificate]) -> CertificateChain {
        CertificateChain(leaf, from: others)
    }

    /// Returns the certificate; nil when it cannot be read.
    public func certificate(der: [UInt8]) -> Certificate? { Certificate(der: der) }

    /// Checks whether the chain leads to a trusted authority.
    public func check(_ chain: CertificateChain, authorities: String?) throws(FedauthError) -> TrustCheck {
        if let authorities { return try TrustCheck(chain, file: authorities, directory: nil) }
        guard let system = TrustedCertificates.ofSystem(bundle: Self.bundle) else {
            return try TrustCheck(chain, file: nil, directory: nil)
        }
        let isFile = system.location == Self.bundle
        return try TrustCheck(chain, file: isFile ? system.location : nil, directory: isFile ? nil : system.location)
    }
}
