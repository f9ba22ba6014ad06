import Application
import Core
import Crypto
import HTTP
import Secrets
import System

/// Files of identities, their passphrases, and the library that reads them.
struct IdentitySources: IdentityImportParts {
    private let context: CommandContext
    private let input: PassphraseInput
    private let maximumBytes: Int

    let reader: any IdentityReader = CryptoIdentityReader()

    /// - Parameter limit: in bytes; a file holds certificates and one key.
    init(_ sealing: PassphraseOptions, _ context: CommandContext, limit: Int = 4 << 20) {
        maximumBytes = limit
        self.context = context
        input = PassphraseInput(sealing.places, in: context)
    }

    func content(of path: String, isKey: Bool) throws(FedauthError) -> SharedSecret {
        if isKey {
            return SharedSecret(
                try FileSecretSource.content(
                    of: path, limit: maximumBytes, context.streams, patience: context.patience))
        }
        if path == "-" { return SharedSecret(try FileBytes.read(0, name: "stdin", limit: maximumBytes)) }
        return SharedSecret(
            try FileDescriptor(reading: path).read(name: path, limit: maximumBytes, patience: context.patience))
    }

    func given() throws(FedauthError) -> SharedSecret? { try input.given() }

    func asked(_ question: String) throws(FedauthError) -> SharedSecret {
        try input.asked(context.prompter(), question)
    }

    /// Returns the key in a file: PKCS#8, DER.
    func key(in path: String) throws(FedauthError) -> SharedSecret {
        try IdentityOpening(try content(of: path, isKey: true), name: path, self, reader).open().key
    }
}

/// Reads identities by OpenSSL, and knows the system's authorities.
final class CryptoIdentityReader: IdentityReader {
    /// The file that contains the system's CA certificates.
    private static let bundle = "/etc/ssl/certs/ca-certificates.crt"

    func identity(
        in content: SharedSecret, passphrase: SharedSecret?, name: String
    ) throws(FedauthError) -> OpenedIdentity {
        let read = try IdentityFile(reading: content, passphrase: passphrase, name: name)
        return OpenedIdentity(
            form: read.form.rawValue, key: read.key.der, certificates: read.certificates,
            usesOutdatedEncryption: read.usesOutdatedEncryption)
    }

    func certificates(inPEM content: SharedSecret, name: String) throws(FedauthError) -> [Certificate] {
        try IdentityFile.certificates(inPEM: content, name: name)
    }

    func chain(_ certificates: [Certificate], key: SharedSecret) throws(FedauthError) -> CertificateChain {
        try CertificateChain(certificates, key: try PrivateKey(pkcs8: key))
    }

    func chain(_ leaf: Certificate, from others: [Certificate]) -> CertificateChain {
        CertificateChain(leaf, from: others)
    }

    func check(_ chain: CertificateChain, authorities: String?) throws(FedauthError) -> TrustCheck {
        if let authorities { return try TrustCheck(chain, file: authorities, directory: nil) }
        guard let system = TrustedCertificates.ofSystem(bundle: Self.bundle) else {
            return try TrustCheck(chain, file: nil, directory: nil)
        }
        let isFile = system.location == Self.bundle
        return try TrustCheck(chain, file: isFile ? system.location : nil, directory: isFile ? nil : system.location)
    }
}
