public import Core
internal import Crypto
internal import HTTP
public import Secrets

/// Files of identities, their passphrases, and the library that reads them.
public struct IdentitySources: IdentityImportParts {
    private let command: Context
    private let input: PassphraseInput
    private let maximumBytes: Int

    /// Reads by OpenSSL.
    public let reader: any IdentityReader = CryptoIdentityReader()

    /// Reads by the OpenSSL of libcurl, which also uses the keys.
    public let tokens: any TokenReader

    /// Reads nothing yet. `sealing` has the passphrase of a file of at most `limit` bytes: certificates and one key.
    /// `callLimit` ends the process when a token's module does not return in time.
    public init(
        _ sealing: SecretPlaces, in command: Context, limit: Int = 4 << 20, callLimit: (any CallTimeLimit)? = nil
    ) {
        tokens = TokenLibrary(callLimit: callLimit, clock: command.clock)
        maximumBytes = limit
        self.command = command
        input = PassphraseInput(sealing, in: command)
    }

    /// Returns the content of a file; of stdin for `-`.
    public func content(of path: String, isKey: Bool) throws(FedauthError) -> SharedSecret {
        if isKey {
            return SharedSecret(
                try FileSecretSource.content(
                    of: path, limit: maximumBytes, command.reporter, until: command.clock.deadline()))
        }
        return try FileBytes.content(of: path, limit: maximumBytes, until: command.clock.deadline())
    }

    /// Returns the passphrase from an option; nil when no option names one.
    public func given() throws(FedauthError) -> SharedSecret? { try input.given() }

    /// Asks for the passphrase.
    public func asked(_ question: String) throws(FedauthError) -> SharedSecret { try input.asked(question) }

    /// Returns the key in a file: PKCS#8, DER.
    public func key(in path: String) throws(FedauthError) -> SharedSecret {
        try IdentityOpening(try content(of: path, isKey: true), name: path, self, reader).open().key
    }
}

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
