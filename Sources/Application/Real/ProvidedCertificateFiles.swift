public import Core
internal import Crypto
internal import Glibc
internal import Secrets
internal import System

/// Reads the certificates that providers return, with the code of `fedauth identity import`.
public final class ProvidedCertificateFiles: ProvidedCertificateReader {
    private let clock: any WallClock
    /// The limit for a file, which holds a certificate and one key.
    private static let maximumBytes = 4 << 20

    /// Creates the reader.
    public init(clock: any WallClock) { self.clock = clock }

    /// Returns the identity in the certificate and the key that a provider returned.
    public func identity(
        _ given: ProvidedCertificate, named name: String, for origin: Origin
    ) throws(FedauthError) -> Identity {
        let shown = name.folded(to: 100)
        do throws(FedauthError) {
            let content: SharedSecret
            let file: String
            switch given.content {
            case .bytes(let bytes): (content, file) = (bytes, "the certificate of \(shown)")
            case .file(let path):
                guard FileStatus(path)?.kind == .regular else {
                    throw FedauthError(.notFound, "there is no file '\(path.folded(to: 200))'")
                }
                file = path
                content = SharedSecret(
                    try FileDescriptor(opening: path, O_RDONLY).read(name: path, limit: Self.maximumBytes))
            }
            let read = try IdentityFile(reading: content, passphrase: given.password, name: file) {
                (names) throws(FedauthError) in
                throw IdentityOpening.several(names, in: file, hint: "leave only the right one in it")
            }
            let chain = try CertificateChain(read.certificates, key: read.key)
            return Identity(
                name: name, certificates: chain.certificates.map(\.der), key: .pkcs8(read.key.der), origins: [origin],
                source: read.form.rawValue + " of a provider", imported: clock.now, expires: chain.leaf.notAfter,
                subject: chain.leaf.subject)
        } catch {
            throw FedauthError(
                error.code, error.message, hint: "the provider '\(shown)' gave it: nothing was sent",
                causes: error.causes)
        }
    }
}
