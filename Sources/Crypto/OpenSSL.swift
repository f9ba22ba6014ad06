internal import COpenSSL
internal import Core

/// Functions that concern libcrypto as a whole.
public enum OpenSSL {
    /// Initialises libcrypto once, before its first use, without its clean-up at exit (`OPENSSL_init_crypto(3)`): the
    /// kernel frees the memory anyway, and secrets have owners that wipe them.
    static let prepared: Void = { _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) }()

    /// Returns an error with libcrypto's error queue of this thread (`ERR_get_error_all(3)`), then empty.
    static func failure(
        _ function: String, code: ErrorCode = .other, _ message: String? = nil, hint: String? = nil
    ) -> FedauthError {
        FedauthError(code, message ?? "'\(function)' of libcrypto failed", hint: hint, causes: ErrorReasons().texts)
    }

    /// Returns an object, which is not secret, in DER; nil on failure. `write` calls its function `i2d_…`, which
    /// without a place returns the number of bytes.
    static func der(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8]? {
        let count = Int(write(nil))
        guard count > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.withUnsafeMutableBufferPointer { buffer in
            var position = buffer.baseAddress
            _ = write(&position)
        }
        return bytes
    }
}

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

/// The reasons in libcrypto's error queue for this thread. Reading them empties the queue (`ERR_get_error(3)`).
struct ErrorReasons {
    /// The texts of the errors, oldest first.
    private(set) var texts: [String] = []
    /// Whether an error reports a missing algorithm.
    private(set) var namesMissingAlgorithm = false

    init() {
        while true {
            let number = ERR_get_error()
            if number == 0 { break }
            var text = [CChar](repeating: 0, count: 256)
            ERR_error_string_n(number, &text, text.count)
            texts.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
            let reason = copenssl_error_reason(number)
            if reason == copenssl_unsupported() { namesMissingAlgorithm = true }
            if copenssl_error_library(number) == ERR_LIB_EVP,
                [EVP_R_UNSUPPORTED_ALGORITHM, EVP_R_UNKNOWN_CIPHER, EVP_R_UNSUPPORTED_CIPHER].contains(reason)
            {
                namesMissingAlgorithm = true
            }
        }
    }
}
