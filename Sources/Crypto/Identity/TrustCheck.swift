internal import COpenSSL
public import Core

extension TrustCheck {
    /// Checks `chain` against the certificates of a file, or of a directory with hashed names (`X509_verify_cert(3)`).
    public init(_ chain: CertificateChain, file: String?, directory: String?) throws(FedauthError) {
        OpenSSL.prepared
        defer { ERR_clear_error() }
        guard let store = X509_STORE_new(), let context = X509_STORE_CTX_new() else {
            throw OpenSSL.failure("X509_STORE_new")
        }
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
        }
        if let file, X509_STORE_load_file(store, file) != 1 {
            throw OpenSSL.failure(
                "X509_STORE_load_file", code: .usage, "cannot read certificates from '\(file)'",
                hint: "it must be a file of PEM certificates")
        }
        if let directory { X509_STORE_load_path(store, directory) }
        guard let leaf = X509Handle(der: chain.leaf.der), let others = CertificateStack.of(chain.issuers),
            X509_STORE_CTX_init(context, store, leaf.pointer, others.pointer) == 1
        else { throw OpenSSL.failure("X509_STORE_CTX_init") }
        X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_NO_CHECK_TIME))
        let isTrusted = X509_verify_cert(context) == 1
        let verified = X509_STORE_CTX_get1_chain(context).map { CertificateStack(takingOwnership: $0) }
        let path = (try? verified?.values()) ?? chain.certificates
        let verdict: Verdict
        if isTrusted {
            verdict = .trusted(root: path.last?.title ?? "")
        } else {
            let number = X509_STORE_CTX_get_error(context)
            verdict = .untrusted(
                reason: String(cString: X509_verify_cert_error_string(Int(number))),
                ends: path.last.map { $0.isSelfIssued ? $0.title : $0.issuer } ?? "")
        }
        self.init(verdict, CertificateChain(chain.leaf, from: path + chain.issuers))
    }
}
