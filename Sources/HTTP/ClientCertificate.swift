internal import CCurl
internal import Core
internal import Secrets

/// An identity as libcurl takes it: PEM in memory, which is wiped afterwards.
struct ClientCertificate {
    private let certificates: SharedSecret
    private let key: SharedSecret?
    private let address: String?
    private let pin: SharedSecret?

    /// - Parameter pin: of the token that holds the key.
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

    /// Shows the certificate in the transfers of `body` (CURLOPT_SSLCERT_BLOB, CURLOPT_SSLKEY_BLOB). A connection that was
    /// made with another one, or with none, is not used for them: libcurl compares the certificates.
    func during<Result>(
        _ handle: CurlHandle, _ body: () throws(FedauthError) -> Result
    ) throws(FedauthError) -> Result {
        try certificates.withBytes { (certificates) throws(FedauthError) -> Result in
            try handle.set(CURLOPT_SSLCERT_BLOB, blob: certificates)
            guard let key else {
                // libcurl opens the token by OpenSSL's engine for PKCS#11, and would ask for the PIN itself.
                try handle.set(CURLOPT_SSLKEYTYPE, "ENG")
                try handle.set(CURLOPT_SSLKEY, address)
                // libcurl copies the text, and wipes it.
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
