import Application
import Core
import Crypto
import Secrets

/// Trust in an EST server by its authority's fingerprint (RFC 7030 section 4.1.1): fetches the authorities over an
/// unchecked connection, accepts only the one with that fingerprint, and checks the server against it.
struct EnrollmentTrust {
    let context: CommandContext
    let options: NetworkOptions

    /// Returns a file with that authority, which becomes the only trusted one. Throws `tls` when no authority of the
    /// server has that fingerprint.
    func anchor(of base: WebURL, _ fingerprint: CertificateFingerprint) throws(FedauthError) -> String {
        var loose = options
        loose.trace = nil
        let network = try Network(loose, storage: nil, context: context, trustsAnybody: true)
        let server = ESTServer(
            base: base, asksForAttributes: false, transport: network.transport, reader: network.reader,
            suffixes: network.suffixes, clock: context.clock, policy: network.policy(for: [base]), answerers: [],
            reporter: context.streams, wait: { _ in })
        let cryptography = OpenSSLEnrollment()
        var found: [[UInt8]] = []
        for body in try server.authorities(deadline: Deadline(seconds: network.timeoutSeconds, from: context.clock)) {
            found += try cryptography.certificates(in: body, of: "the list of authorities")
        }
        var seen: [String] = []
        for certificate in found {
            let own = try cryptography.fingerprint(ofCertificate: certificate)
            if own == fingerprint.bytes { return try keep(certificate, fingerprint) }
            seen.append(Hexadecimal.text(own))
        }
        throw FedauthError(
            .tls, "none of the authorities of '\(base.origin.hostAndPort)' has the fingerprint \(fingerprint)",
            hint: "the connection may be intercepted. It has: " + seen.joined(separator: ", ").folded(to: 300))
    }

    private func keep(_ certificate: [UInt8], _ fingerprint: CertificateFingerprint) throws(FedauthError) -> String {
        let path = try context.runtimeDirectory() + "/authority-\(fingerprint).pem"
        try AtomicFile.write(PEMText.certificates([certificate]), to: path)
        return path
    }
}
