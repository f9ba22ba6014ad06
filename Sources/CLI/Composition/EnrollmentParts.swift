import Application
import Core
import Crypto

extension CommandServices: EnrollmentServices {
    var cryptography: any EnrollmentCryptography { OpenSSLEnrollment() }

    func storedIdentities() -> any ClientIdentities {
        StoredIdentities(named: options.identity, storage: storage, context: context)
    }

    func network(
        _ provider: ProviderUse, identities: (any ClientIdentities)?, authority: [UInt8]?
    ) throws(FedauthError) -> Network {
        var options = options
        if let authority { options.authorities = try file(with: authority) }
        return try context.network(options, storage: storage, provider: provider, identities: identities)
    }

    func uncheckedNetwork() throws(FedauthError) -> Network {
        var settings = options
        settings.trace = nil
        return try context.networks.network(settings, skipsVerification: true)
    }

    func wait(milliseconds: Int64) { SystemClock.sleep(milliseconds: milliseconds) }

    /// Returns a file with the certificate, as the library for TLS needs it.
    private func file(with certificate: [UInt8]) throws(FedauthError) -> String {
        let fingerprint = Hexadecimal.text(try cryptography.fingerprint(ofCertificate: certificate))
        let path = try context.runtimeDirectory() + "/authority-\(fingerprint).pem"
        try AtomicFile.write(PEMText.certificates([certificate]), to: path)
        return path
    }
}
