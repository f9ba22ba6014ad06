internal import CCurl
public import Core
internal import System

/// Information about the library below `CurlTransport`.
public struct TransportLibrary {
    /// Its version, such as `7.88.1`.
    public let version: String
    /// Its TLS library with its version: `OpenSSL/3.0.16`.
    public let tls: String
    /// The features that matter to fedauth.
    public let features: Set<Feature>
    /// The default file of trusted certificates; nil when there is none.
    public let defaultBundle: String?

    /// A feature that some builds lack.
    public enum Feature: String, CaseIterable, Sendable {
        /// Refuses cookies for a public suffix.
        case publicSuffixes = "PSL"
        /// HTTP/2 (RFC 9113).
        case http2 = "HTTP/2"
        /// Host names with non-ASCII characters.
        case internationalNames = "IDN"
        /// Kerberos, for Negotiate.
        case gss = "GSS"
    }

    /// Opens the library. Throws `error`, naming the package, when it cannot be used.
    public static func check() throws(FedauthError) { try CurlLibrary.open() }

    /// Opens the library and reads its version (`curl_version_info(3)`). Throws as `check` does.
    public init() throws(FedauthError) {
        try CurlLibrary.open()
        guard let info = curl_version_info(CURLVERSION_SEVENTH)?.pointee else {
            throw FedauthError(.other, "the library 'libcurl.so.4' does not say what it is")
        }
        func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
        version = text(info.version) ?? "?"
        tls = text(info.ssl_version) ?? "none"
        let bits: [(Int32, Feature)] = [
            (CURL_VERSION_PSL, .publicSuffixes), (CURL_VERSION_HTTP2, .http2), (CURL_VERSION_IDN, .internationalNames),
            (CURL_VERSION_GSSAPI, .gss),
        ]
        features = Set(bits.filter { info.features & $0.0 != 0 }.map(\.1))
        // The member exists since the seventh version of the structure (libcurl 7.70).
        defaultBundle = info.age.rawValue >= CURLVERSION_SEVENTH.rawValue ? text(info.cainfo) : nil
    }

    /// Whether its TLS library is OpenSSL, whose numbers identify problems with certificates.
    public var usesOpenSSL: Bool { tls.hasPrefix("OpenSSL/") }
}

/// libcurl, opened when the first request is sent, not when the program starts.
enum CurlLibrary {
    /// Opens the library (`ccurl_load`). Throws `error`, naming the package, when it is not installed.
    static func open() throws(FedauthError) {
        var why: UnsafePointer<CChar>?
        guard ccurl_load(&why) else {
            throw FedauthError(
                .other, "the library \(Dependency.curl.quotedFiles) cannot be used",
                hint: Distribution.current.install(.curl), causes: why.map { [String(cString: $0)] } ?? [])
        }
    }

    /// Returns the meaning of a code (`curl_easy_strerror`).
    static func text(of code: CURLcode) -> String {
        curl_easy_strerror(code).map { String(cString: $0) } ?? "libcurl error \(code.rawValue)"
    }
}
