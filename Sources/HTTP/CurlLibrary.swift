internal import CCurl
internal import Core
internal import System

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
