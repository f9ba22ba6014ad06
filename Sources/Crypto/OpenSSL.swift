internal import COpenSSL
internal import Core

/// What concerns libcrypto as a whole.
public enum OpenSSL {
    /// Prepares libcrypto, once, before its first use: without its clean-up at the end of the process
    /// (`OPENSSL_init_crypto(3)`), which frees what the kernel frees anyway. What is secret has owners that wipe it.
    static let prepared: Void = { _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) }()

    /// An error that carries the whole of libcrypto's error queue of this thread (`ERR_get_error_all(3)`), which
    /// is empty afterwards.
    static func failure(
        _ function: String, code: ErrorCode = .other, _ message: String? = nil, hint: String? = nil
    ) -> FedauthError {
        FedauthError(
            code, message ?? "'\(function)' of libcrypto failed", hint: hint,
            causes: ErrorReasons().texts)
    }
}
