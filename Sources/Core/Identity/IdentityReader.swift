public import Secrets

/// A private key and certificates, as a file holds them.
public struct OpenedIdentity: Sendable {
    /// The format of the file: `PKCS#12`, `PEM` or `DER`.
    public var form: String
    /// The key: PKCS#8, DER, not encrypted.
    public var key: SharedSecret
    /// All certificates, in the order of the file.
    public var certificates: [Certificate]
    /// Whether the file is encrypted by an algorithm that protects little.
    public var usesOutdatedEncryption: Bool

    /// Creates the content of a file.
    public init(form: String, key: SharedSecret, certificates: [Certificate], usesOutdatedEncryption: Bool = false) {
        (self.form, self.key, self.certificates) = (form, key, certificates)
        self.usesOutdatedEncryption = usesOutdatedEncryption
    }
}

/// Returns the index of the key to use, by the names of all that a file has, at least one.
public typealias KeyChoice = (_ names: [String]) throws(FedauthError) -> Int

/// Reads private keys and certificates, and checks them.
public protocol IdentityReader: AnyObject {
    /// Reads a PKCS#12, PEM or DER file; asks `choice` when several keys have certificates. Throws `passphrase-needed`,
    /// `wrong-passphrase`, `bad-file`, `bad-key` when there is no key, and the errors of `choice`.
    func identity(
        in content: SharedSecret, passphrase: SharedSecret?, name: String, choosing choice: KeyChoice
    ) throws(FedauthError) -> OpenedIdentity

    /// Returns the certificates of a PEM or DER file, in its order. Throws `bad-file` when there is none.
    func certificates(in content: SharedSecret, name: String) throws(FedauthError) -> [Certificate]

    /// Puts certificates in order; the first is the one of the key. Throws `bad-key` when none belongs to it.
    func chain(_ certificates: [Certificate], key: SharedSecret) throws(FedauthError) -> CertificateChain

    /// Returns the chain of `leaf` as far as `others` contain its issuers.
    func chain(_ leaf: Certificate, from others: [Certificate]) -> CertificateChain

    /// Returns the certificate; nil when it cannot be read.
    func certificate(der: [UInt8]) -> Certificate?

    /// Checks whether the chain leads to an authority in a PEM file (nil: the system's), and completes it.
    func check(_ chain: CertificateChain, authorities: String?) throws(FedauthError) -> TrustCheck
}
