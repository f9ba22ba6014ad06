internal import COpenSSL
public import Core

extension CertificateChain {
    /// Puts `certificates` in order. The first is the one for `key`; if there are several, the one that is valid
    /// longest.
    ///
    /// Throws `bad-key` when no certificate belongs to the key.
    public init(_ certificates: [Certificate], key: PrivateKey) throws(FedauthError) {
        let own = certificates.filter { key.belongs(to: $0) }
        guard let leaf = own.max(by: { $0.notAfter < $1.notAfter }) else {
            guard certificates.isEmpty else {
                throw FedauthError(
                    .badKey, "the private key belongs to none of the \(certificates.count) certificates",
                    hint: "the key and its certificate must come together; the issuer may have sent a newer certificate"
                )
            }
            throw FedauthError(
                .badKey, "there is a private key, but no certificate of it",
                hint: "name a file that holds both, PKCS#12 or PEM")
        }
        self.init(leaf, from: certificates)
    }

    /// Builds the chain of `leaf` as far as `others` contain its issuers.
    public init(_ leaf: Certificate, from others: [Certificate]) {
        var chain: [Certificate] = []
        var last = leaf
        while !last.isSelfIssued, chain.count < 10 {
            let known = chain + [leaf]
            let found = others.first { other in
                !known.contains { $0.der == other.der } && Self.isIssued(last, by: other)
            }
            guard let found, !found.isSelfIssued else { break }
            chain.append(found)
            last = found
        }
        self.init(leaf: leaf, issuers: chain)
    }

    /// Returns whether the names, identifiers and signature match (`X509_check_issued(3)`, `X509_verify(3)`).
    private static func isIssued(_ certificate: Certificate, by issuer: Certificate) -> Bool {
        defer { ERR_clear_error() }
        guard let one = X509Handle(der: certificate.der), let other = X509Handle(der: issuer.der),
            X509_check_issued(other.pointer, one.pointer) == X509_V_OK, let key = X509_get0_pubkey(other.pointer)
        else { return false }
        return X509_verify(one.pointer, key) == 1
    }
}
