internal import COpenSSL

/// The library below this module.
public enum CryptoLibrary {
    /// The version that runs, such as `OpenSSL 3.0.16 11 Feb 2025` (`OpenSSL_version(3)`).
    public static var version: String { String(cString: OpenSSL_version(OPENSSL_VERSION)) }

    /// Whether what OpenSSL 3 has put aside can be used: RC2 and DES of old PKCS#12 files, MD4. Loads its provider into a
    /// context of its own (`OSSL_PROVIDER(3)`), so that nothing else comes to use it.
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
