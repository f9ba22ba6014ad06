internal import CCurl
internal import Core
internal import Secrets

/// An identity in the form that libcurl accepts: PEM in memory, which is wiped afterwards.
struct ClientCertificate {
    private let certificates: SharedSecret
    private let key: SharedSecret?
    private let address: String?
    private let pin: SharedSecret?

    /// - Parameter pin: the PIN of the token that holds the key.
    init(_ identity: Identity, pin: SharedSecret?) {
        self.pin = pin
        certificates = SharedSecret(text: PEMText.certificates(identity.certificates))
        switch identity.key {
        case .pkcs8(let der):
            key = SharedSecret(PEMText.block("PRIVATE KEY", der))
            address = nil
        case .token(let uri):
            key = nil
            address = uri
        }
    }

    /// Presents the certificate in the transfers of `body` (CURLOPT_SSLCERT_BLOB, CURLOPT_SSLKEY_BLOB). libcurl
    /// compares certificates, so these transfers do not reuse a connection with another certificate or none.
    func during<Result>(
        _ handle: CurlHandle, _ body: () throws(FedauthError) -> Result
    ) throws(FedauthError) -> Result {
        try certificates.withBytes { (certificates) throws(FedauthError) -> Result in
            try handle.set(CURLOPT_SSLCERT_BLOB, blob: certificates)
            guard let key else {
                // libcurl opens the token through OpenSSL's PKCS#11 engine, which would otherwise prompt for the PIN.
                try handle.set(CURLOPT_SSLKEYTYPE, "ENG")
                try handle.set(CURLOPT_SSLKEY, address)
                // libcurl copies the text, and wipes the copy.
                try pin?.withBytes { (bytes) throws(FedauthError) in
                    try handle.set(CURLOPT_KEYPASSWD, pointer: bytes.baseAddress)
                }
                return try body()
            }
            return try key.withBytes { (key) throws(FedauthError) -> Result in
                try handle.set(CURLOPT_SSLKEY_BLOB, blob: key)
                return try body()
            }
        }
    }
}
