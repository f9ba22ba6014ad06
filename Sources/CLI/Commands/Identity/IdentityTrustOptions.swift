import ArgumentParser
import Core
import Crypto
import HTTP

/// The authorities to trust when an identity's certificates are checked.
struct IdentityTrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Verify with the certificates in this PEM file, instead of the system's.", valueName: "file"),
        completion: .file())
    var cacert: String?

    /// The file that contains the system's CA certificates.
    private static let bundle = "/etc/ssl/certs/ca-certificates.crt"

    /// Checks whether the chain leads to an authority, and what it lacks.
    func check(_ chain: CertificateChain) throws(FedauthError) -> TrustCheck {
        if let cacert { return try TrustCheck(chain, file: cacert, directory: nil) }
        guard let system = TrustedCertificates.ofSystem(bundle: Self.bundle) else {
            return try TrustCheck(chain, file: nil, directory: nil)
        }
        let isFile = system.location == Self.bundle
        return try TrustCheck(
            chain, file: isFile ? system.location : nil, directory: isFile ? nil : system.location)
    }
}
