internal import CCurl
internal import Core
internal import Glibc

/// Owns a `CURL` easy handle. It keeps connections, TLS sessions and resolved names from one transfer to the next.
final class CurlHandle {
    private let handle: UnsafeMutableRawPointer
    /// The buffer for libcurl's error text (CURLOPT_ERRORBUFFER); it must outlive the handle.
    private let errorBuffer: UnsafeMutablePointer<CChar>

    /// The state of the handshakes; connections also write to it.
    private let handshake: UnsafeMutablePointer<ccurl_handshake>

    /// Takes ownership of the result of `curl_easy_init`.
    init(takingOwnership handle: UnsafeMutableRawPointer) {
        self.handle = handle
        errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        handshake = .allocate(capacity: 1)
        memset(handshake, 0, MemoryLayout<ccurl_handshake>.size)
    }

    deinit {
        curl_easy_cleanup(handle)
        errorBuffer.deallocate()
        free(handshake.pointee.more_lists)
        handshake.deallocate()
    }

    /// Prepares the handshakes of the next transfer, and records whether the server asks for a client certificate, the
    /// authorities that it accepts, and whether it closes the TLS connection. libcurl loads the first of the files with
    /// certificate revocation lists; the others are loaded here.
    func prepareHandshake(lists: [String]) throws(FedauthError) {
        free(handshake.pointee.more_lists)
        handshake.pointee.more_lists = nil
        if let first = lists.first {
            try set(CURLOPT_CRLFILE, first)
            try set(CURLOPT_PROXY_CRLFILE, first)
            guard let others = strdup(lists.dropFirst().joined(separator: "\n")) else {
                throw FedauthError(.other, "out of memory")
            }
            handshake.pointee.more_lists = others
        }
        try check(ccurl_prepare_handshake(handle, handshake), CURLOPT_SSL_CTX_FUNCTION)
    }

    /// Presents an identity with a key in a token in the transfers of `body`. libcurl knows nothing of it, so the
    /// handle must be one that is used for this identity only: its connections are reused without a comparison. A proxy
    /// that is reached by TLS gets no certificate.
    func presenting<Result>(
        _ key: TokenKey, _ certificates: [[UInt8]], hasTLSProxy: Bool, _ body: () throws(FedauthError) -> Result
    ) throws(FedauthError) -> Result {
        let all = Array(certificates.joined())
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: all.count)
        bytes.initialize(from: all, count: all.count)
        handshake.pointee.token = ccurl_token_identity(key: key.pointer, certificates: bytes, count: all.count)
        handshake.pointee.has_tls_proxy = hasTLSProxy
        defer {
            handshake.pointee.token = ccurl_token_identity()
            bytes.deallocate()
        }
        // Again, because now the library must be OpenSSL.
        try check(ccurl_prepare_handshake(handle, handshake), CURLOPT_SSL_CTX_FUNCTION)
        return try body()
    }

    /// Whether the server has not announced the end of the connection since then (close_notify, RFC 8446 section 6.1).
    /// Before version 8, libcurl accepts the end of the data instead.
    var hasLostConnection: Bool { handshake.pointee.heard.hears_end && !handshake.pointee.heard.ended }
    /// Whether a server has asked for a client certificate since then, even after the request (TLS 1.2: RFC 5246
    /// section 7.4.1.1, a renegotiation; TLS 1.3: RFC 8446 section 4.6.2).
    var isAskedForCertificate: Bool { handshake.pointee.heard.asked }
    /// The names of the authorities that the server accepts.
    var issuers: [String] { (0..<handshake.pointee.heard.count).map { String(cString: ccurl_issuer(handshake, $0)) } }

    /// Creates a handle (`curl_easy_init`) after opening the library.
    static func open() throws(FedauthError) -> CurlHandle {
        try CurlLibrary.open()
        guard let handle = curl_easy_init() else {
            throw FedauthError(.other, "the library 'libcurl.so.4' makes no handle")
        }
        return CurlHandle(takingOwnership: handle)
    }

    /// Resets all options (`curl_easy_reset`), but keeps connections.
    func reset() throws(FedauthError) {
        curl_easy_reset(handle)
        errorBuffer[0] = 0
        try check(ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorBuffer), CURLOPT_ERRORBUFFER)
    }

    /// Runs the transfer (`curl_easy_perform`).
    func perform() -> CURLcode { BrokenPipeShield.during { curl_easy_perform(handle) } }

    /// Waits for data from the server on a connection without a request (CURLOPT_CONNECT_ONLY), until the connection
    /// ends or the time is up. Returns libcurl's error text for the end; nil when there is none.
    func errorAtEnd(withinMilliseconds limit: Int32) -> String? {
        var byte: UInt8 = 0
        // TLS session tickets arrive first; each wakes the wait without data.
        for _ in 0..<16 {
            var count = 0
            let code = BrokenPipeShield.during { curl_easy_recv(handle, &byte, 1, &count) }
            if code != CURLE_AGAIN { return code == CURLE_OK ? nil : errorText }
            // For a closed connection libcurl returns no socket, but still its last data.
            var waiting = pollfd(fd: ccurl_socket(handle), events: Int16(POLLIN), revents: 0)
            guard waiting.fd < 0 || poll(&waiting, 1, limit) > 0 else { return nil }
        }
        return nil
    }

    /// libcurl's text for the last failure; empty when it repeats an address with a proxy's password (`ProxyCredential.show`).
    var errorText: String {
        let text = String(cString: errorBuffer)
        return text.utf8.contains(UInt8(ascii: "@")) ? "" : text
    }

    func set(_ option: CURLoption, _ value: Int) throws(FedauthError) {
        try check(ccurl_set_long(handle, option, value), option)
    }

    func set(_ option: CURLoption, offset value: Int) throws(FedauthError) {
        try check(ccurl_set_offset(handle, option, curl_off_t(value)), option)
    }

    func set(_ option: CURLoption, _ value: String?) throws(FedauthError) {
        try check(ccurl_set_text(handle, option, value), option)
    }

    func set(_ option: CURLoption, pointer: UnsafeRawPointer?) throws(FedauthError) {
        try check(ccurl_set_pointer(handle, option, pointer), option)
    }

    /// Sets an option to bytes that must stay in place until the transfer is over, because libcurl does not copy them.
    func set(_ option: CURLoption, blob bytes: UnsafeRawBufferPointer) throws(FedauthError) {
        try check(ccurl_set_blob(handle, option, bytes.baseAddress, bytes.count), option)
    }

    func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) throws(FedauthError) {
        try check(ccurl_set_pointer(handle, option, list), option)
    }

    func set(_ option: CURLoption, receiver: CurlReceiver?) throws(FedauthError) {
        try check(ccurl_set_receiver(handle, option, receiver), option)
    }

    func set(seeker: CurlSeeker?) throws(FedauthError) {
        try check(ccurl_set_seeker(handle, seeker), CURLOPT_SEEKFUNCTION)
    }

    func set(prerequisite: CurlPrerequisite?) throws(FedauthError) {
        try check(ccurl_set_prerequisite(handle, prerequisite), CURLOPT_PREREQFUNCTION)
    }

    func set(progressListener: CurlProgressListener?) throws(FedauthError) {
        try check(ccurl_set_progress(handle, progressListener), CURLOPT_XFERINFOFUNCTION)
    }

    func set(debugListener: CurlDebugListener?) throws(FedauthError) {
        try check(ccurl_set_debug(handle, debugListener), CURLOPT_DEBUGFUNCTION)
    }

    /// Returns a number that the transfer produced (`curl_easy_getinfo`); 0 when there is none.
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_long(handle, info, &value) == CURLE_OK ? value : 0
    }

    /// Stops when libcurl rejects an option, because it may be one that protects the user.
    private func check(_ code: CURLcode, _ option: CURLoption) throws(FedauthError) {
        guard code != CURLE_OK else { return }
        throw FedauthError(
            .other, "the library 'libcurl.so.4' does not take option \(option.rawValue)",
            hint: "libcurl 7.85 or later is needed", causes: [CurlLibrary.text(of: code)])
    }
}

/// CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION and CURLOPT_READFUNCTION: bytes, size (1), count, context; returns how
/// many bytes were taken or given.
typealias CurlReceiver =
    @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int

/// CURLOPT_SEEKFUNCTION: context, offset, origin (SEEK_SET); returns CURL_SEEKFUNC_OK or CURL_SEEKFUNC_FAIL.
typealias CurlSeeker = @convention(c) (UnsafeMutableRawPointer?, curl_off_t, Int32) -> Int32

/// CURLOPT_PREREQFUNCTION: context, both addresses, both ports; the server's address first; returns CURL_PREREQFUNC_OK (0), or
/// CURL_PREREQFUNC_ABORT (1).
typealias CurlPrerequisite =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32, Int32
    ) -> Int32

/// CURLOPT_XFERINFOFUNCTION: context, total and present bytes of the answer, then of the request; returns 0.
typealias CurlProgressListener =
    @convention(c) (UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> Int32

/// CURLOPT_DEBUGFUNCTION: handle, kind, bytes, count, context; returns 0.
typealias CurlDebugListener =
    @convention(c) (
        UnsafeMutableRawPointer?, curl_infotype, UnsafeMutablePointer<CChar>?, Int, UnsafeMutableRawPointer?
    ) -> Int32
