internal import COpenSSL

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
