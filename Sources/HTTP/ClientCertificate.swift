internal import CCurl
internal import Core
internal import Secrets

/// An identity in the form that libcurl accepts: PEM in memory, which is wiped afterwards.
struct ClientCertificate {
    private let certificates: SharedSecret
    private let key: SharedSecret

    /// `key`: PKCS#8, DER.
    init(_ identity: Identity, key: SharedSecret) {
        certificates = SharedSecret(text: PEMText.certificates(identity.certificates))
        self.key = SharedSecret(PEMText.block("PRIVATE KEY", key))
    }

    /// Presents the certificate in the transfers of `body` (CURLOPT_SSLCERT_BLOB, CURLOPT_SSLKEY_BLOB). libcurl
    /// compares certificates, so these transfers do not reuse a connection with another certificate or none.
    func during<Result>(
        _ handle: CurlHandle, _ body: () throws(FedauthError) -> Result
    ) throws(FedauthError) -> Result {
        try certificates.withBytes { (certificates) throws(FedauthError) -> Result in
            try handle.set(CURLOPT_SSLCERT_BLOB, blob: certificates)
            return try key.withBytes { (key) throws(FedauthError) -> Result in
                try handle.set(CURLOPT_SSLKEY_BLOB, blob: key)
                return try body()
            }
        }
    }
}
