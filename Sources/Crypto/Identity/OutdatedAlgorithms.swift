internal import COpenSSL
internal import Core

/// RC2, single DES and similar algorithms, which OpenSSL 3 has moved to its legacy provider
/// (`OSSL_PROVIDER-legacy(7)`).
enum OutdatedAlgorithms {
    /// Makes them available to the process only while `body` runs.
    static func during<Result>(_ body: () throws(FedauthError) -> Result) throws(FedauthError) -> Result {
        OpenSSL.prepared
        // Loading any provider by name disables the default one unless that is also loaded by name; it stays loaded.
        guard OSSL_PROVIDER_load(nil, "default") != nil, let provider = OSSL_PROVIDER_load(nil, "legacy") else {
            throw OpenSSL.failure(
                "OSSL_PROVIDER_load", code: .other,
                "the file is encrypted by an outdated algorithm, and OpenSSL's provider 'legacy' is missing",
                hint: "install it (openssl-provider-legacy), or convert the file to AES with another program")
        }
        defer { OSSL_PROVIDER_unload(provider) }
        return try body()
    }
}
