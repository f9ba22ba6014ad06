import Application
import Core
import Crypto
import Glibc
import Secrets

extension CommandServices: EnrollmentServices {
    var cryptography: any EnrollmentCryptography { OpenSSLEnrollment() }

    func storedIdentities() -> any ClientIdentities {
        StoredIdentities(named: options.identity, storage: storage, context: context)
    }

    func network(
        _ provider: ProviderUse, identities: (any ClientIdentities)?, authority: [UInt8]?
    ) throws(FedauthError) -> Network {
        var options = options
        if let authority { options.cacert = try file(with: authority) }
        return try context.network(options, storage: storage, provider: provider, identities: identities)
    }

    func uncheckedNetwork() throws(FedauthError) -> Network {
        var settings = options.values
        settings.trace = nil
        return try context.networks.network(settings, trustsAnybody: true)
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

extension CommandContext: IdentityFileWriter {
    func prepare(_ places: IdentityFilePlaces, for name: String) throws(FedauthError) {
        try IdentityFiles.check(places, isForced: nil, in: self)
        try IdentityFiles.settle(places, name: name)
    }

    func newPassphrase(_ places: SecretPlaces, question: String) throws(FedauthError) -> SharedSecret {
        let passphrase = try PassphraseInput(places, in: self).passphrase(question, new: true)
        try IdentityFiles.check(passphrase)
        return passphrase
    }

    func areCurrent(_ places: IdentityFilePlaces, for identity: Identity) -> Bool {
        func isCurrent(_ path: String) -> Bool {
            var status = stat()
            return stat(path, &status) == 0 && Int64(status.st_mtim.tv_sec) >= identity.imported.seconds
        }
        return ((try? IdentityFiles.paths(places, of: identity.name)) ?? []).allSatisfy { $0 == "-" || isCurrent($0) }
    }

    func write(
        _ identity: Identity, to places: IdentityFilePlaces, passphrase: SharedSecret?
    ) throws(FedauthError) -> [String] {
        try IdentityFiles(identity, places).write(passphrase: passphrase, in: self)
        return try IdentityFiles.paths(places, of: identity.name)
    }

    func runHook(_ command: String, _ identity: Identity, _ places: IdentityFilePlaces) throws(FedauthError) {
        try EnrollmentHook(command, self).run(identity, files: places)
    }
}
