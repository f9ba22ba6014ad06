internal import COpenSSL
internal import Core

/// Functions that concern libcrypto as a whole.
public enum OpenSSL {
    /// Initialises libcrypto once, before its first use, without its clean-up at exit (`OPENSSL_init_crypto(3)`): the
    /// kernel frees the memory anyway, and secrets have owners that wipe them.
    static let prepared: Void = { _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) }()

    /// Returns an error with the whole libcrypto error queue of this thread (`ERR_get_error_all(3)`), which is empty
    /// afterwards.
    static func failure(
        _ function: String, code: ErrorCode = .other, _ message: String? = nil, hint: String? = nil
    ) -> FedauthError {
        FedauthError(
            code, message ?? "'\(function)' of libcrypto failed", hint: hint,
            causes: ErrorReasons().texts)
    }
}
