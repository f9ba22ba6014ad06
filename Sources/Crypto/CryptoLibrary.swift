internal import COpenSSL

/// Information about libcrypto.
public enum CryptoLibrary {
    /// The version in use, such as `OpenSSL 3.0.16 11 Feb 2025` (`OpenSSL_version(3)`).
    public static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }

    /// Whether OpenSSL's legacy provider is available: RC2 and DES of old PKCS#12 files, MD4. Loads the provider into a
    /// separate context (`OSSL_PROVIDER(3)`), so that no other code uses it.
    public static var hasLegacyProvider: Bool {
        _ = OpenSSL.prepared
        guard let context = OSSL_LIB_CTX_new() else { return false }
        defer {
            OSSL_LIB_CTX_free(context)
            ERR_clear_error()
        }
        guard let provider = OSSL_PROVIDER_load(context, "legacy") else { return false }
        OSSL_PROVIDER_unload(provider)
        return true
    }
}
