import Core

/// Trust in an EST server by its authority's fingerprint (RFC 7030 section 4.1.1): fetches the authorities over an
/// unchecked connection, accepts only the one with that fingerprint, and checks the server against it.
struct EnrollmentTrust {
    let services: any Services

    /// Returns the authority with that fingerprint, DER. Throws `tls` when the server has none.
    func authority(of base: WebURL, _ fingerprint: CertificateFingerprint) throws(FedauthError) -> [UInt8] {
        let network = try services.enrollment.uncheckedNetwork()
        let server = ESTServer(
            network.agent(for: [base]), base: base, asksForAttributes: false, answerers: [],
            reporter: services.reporter, wait: { _ in })
        let cryptography = services.enrollment.cryptography
        var found: [[UInt8]] = []
        for body in try server.authorities(deadline: network.deadline) {
            found += try cryptography.certificates(in: body, of: "the list of authorities")
        }
        var seen: [String] = []
        for certificate in found {
            let own = try cryptography.fingerprint(ofCertificate: certificate)
            if own == fingerprint.bytes { return certificate }
            seen.append(Hexadecimal.text(own))
        }
        throw FedauthError(
            .tls, "none of the authorities of '\(base.origin.hostAndPort)' has the fingerprint \(fingerprint)",
            hint: "the connection may be intercepted. It has: " + seen.joined(separator: ", ").folded(to: 300))
    }
}
