internal import CCurl
public import Core

/// The library below `CurlTransport`.
public struct TransportLibrary {
    /// Its version, such as `7.88.1`.
    public let version: String
    /// The library that it uses for TLS, and its version: `OpenSSL/3.0.16`.
    public let tls: String
    /// What it can do of that which makes a difference here.
    public let features: Set<Feature>
    /// The file of trusted certificates that it was built to use; nil when there is none.
    public let defaultBundle: String?

    /// A part that some builds leave out.
    public enum Feature: String, CaseIterable, Sendable {
        /// Cookies of a public suffix are refused.
        case publicSuffixes = "PSL"
        /// HTTP/2 (RFC 9113).
        case http2 = "HTTP/2"
        /// Names with other letters than ASCII's.
        case internationalNames = "IDN"
        /// Kerberos, for Negotiate.
        case gss = "GSS"
    }

    /// Opens it. Throws `error` naming the package when it cannot be used.
    public static func check() throws(FedauthError) { try CurlLibrary.open() }

    /// Opens it and asks what it is (`curl_version_info(3)`). Throws as `check` does.
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
        // The bundle came with the seventh form of the structure (libcurl 7.70).
        defaultBundle = info.age.rawValue >= CURLVERSION_SEVENTH.rawValue ? text(info.cainfo) : nil
    }

    /// Whether its TLS is OpenSSL's, whose numbers tell what is wrong with a certificate.
    public var usesOpenSSL: Bool { tls.hasPrefix("OpenSSL/") }
}
