internal import CCurl
internal import Core

/// The options for every transfer: libcurl decides nothing itself, and trusts only the given certificates.
struct TransferPolicy {
    let configuration: CheckedConfiguration

    func set(_ handle: CurlHandle, for url: WebURL) throws(FedauthError) {
        try setRules(of: handle, for: url)
        try setTrust(of: handle)
    }

    private func setRules(of handle: CurlHandle, for url: WebURL) throws(FedauthError) {
        try handle.set(CURLOPT_NOSIGNAL, 1)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        try handle.set(CURLOPT_NETRC, 0)
        try handle.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try handle.set(CURLOPT_HTTP09_ALLOWED, 0)
        // The path has no dot segments; libcurl must send it as `WebURL` has it.
        try handle.set(CURLOPT_PATH_AS_IS, 1)
        // All content codings that this libcurl supports.
        try handle.set(CURLOPT_ACCEPT_ENCODING, "")
        try handle.set(CURLOPT_USERAGENT, configuration.userAgent)
        // An empty text, because without one libcurl reads the environment.
        try handle.set(CURLOPT_PROXY, configuration.proxy(for: url))
        try handle.set(CURLOPT_NOPROXY, configuration.noProxy(for: url))
        try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        // The fields are for the server, not for a proxy that opens a tunnel (CURLHEADER_SEPARATE).
        try handle.set(CURLOPT_HEADEROPT, 1)
    }

    private func setTrust(of handle: CurlHandle) throws(FedauthError) {
        // CURL_SSLVERSION_TLSv1_2: TLS 1.2 or later.
        try handle.set(CURLOPT_SSLVERSION, 6)
        try handle.set(CURLOPT_PROXY_SSLVERSION, 6)
        try handle.set(CURLOPT_SSL_VERIFYPEER, configuration.isInsecure ? 0 : 1)
        try handle.set(CURLOPT_SSL_VERIFYHOST, configuration.isInsecure ? 0 : 2)
        if let file = configuration.caFile {
            try handle.set(CURLOPT_CAINFO, file)
            try handle.set(CURLOPT_CAPATH, nil as String?)
            try handle.set(CURLOPT_PROXY_CAINFO, file)
            try handle.set(CURLOPT_PROXY_CAPATH, nil as String?)
        } else if let directory = SystemTrust.hashedDirectory() {
            try handle.set(CURLOPT_CAINFO, nil as String?)
            try handle.set(CURLOPT_CAPATH, directory)
            try handle.set(CURLOPT_PROXY_CAINFO, nil as String?)
            try handle.set(CURLOPT_PROXY_CAPATH, directory)
        }
        if configuration.requiresOCSP { try handle.set(CURLOPT_SSL_VERIFYSTATUS, 1) }
        if let pins = configuration.pins { try handle.set(CURLOPT_PINNEDPUBLICKEY, pins) }
    }
}
