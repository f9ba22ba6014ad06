internal import CCurl
internal import Core
internal import Glibc

/// The details of a failed transfer, and the error for the user.
struct CurlFailure {
    var code: CURLcode
    /// The text in CURLOPT_ERRORBUFFER.
    var text: String
    /// CURLINFO_SSL_VERIFYRESULT: OpenSSL's X509_V_ERR number; 1 before any certificate was received.
    var verifyResult = 0
    /// CURLINFO_OS_ERRNO.
    var systemError = 0
    /// CURLINFO_HTTP_CONNECTCODE: the proxy's answer to CONNECT.
    var proxyStatus = 0
    var refusal: ResponseReceiver.Refusal?
    var hasBegun = false
    /// Whether any part of an answer has arrived.
    var hasReceived = false
    var probe: HandshakeProbe?
    var maximumBodyBytes = 0
    /// Whether the time limit for connecting is shorter than the total limit.
    var isConnectLimitShorter = false
    /// The limit for the time without data, in seconds.
    var stallSeconds: Int64?
    /// Whether the server has asked for a client certificate in any handshake.
    var isAskedForCertificate = false
    /// The identity that was presented; nil for none.
    var identity: Identity?
    var now = Timestamp(seconds: 0)

    /// Returns whether a `HandshakeProbe` can find out more.
    func callsForProbe(_ url: WebURL) -> Bool {
        // After a refusal by the proxy, the probe would send the password again.
        guard proxyStatus == 0 || proxyStatus / 100 == 2 else { return false }
        return switch code {
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH: true
        case CURLE_SSL_CONNECT_ERROR: !isAskedForCertificate && text.mentions("alert handshake failure")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
            // In TLS 1.3 a missing client certificate is refused after the handshake, and the alert may be lost with
            // the connection.
            url.scheme == .https && !hasBegun && !text.mentions("alert")
        default: false
        }
    }

    func error(for url: WebURL, configuration: CheckedConfiguration, deadline: Deadline) -> FedauthError {
        let host = url.host
        if let refusal { return error(for: refusal, host: host) }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return failure(
                .network, "cannot resolve '\(host)'",
                "check the name and the network, or give the address by --resolve \(host):\(url.port):ADDRESS"
            )
        case CURLE_COULDNT_RESOLVE_PROXY:
            return failure(.network, "cannot resolve the proxy '\(configuration.proxyHost ?? "")'", Self.proxyHint)
        case CURLE_COULDNT_CONNECT: return connectError(url, configuration)
        case CURLE_PROXY: return proxyError(configuration)
        case CURLE_OPERATION_TIMEDOUT: return timeoutError(host, deadline)
        case CURLE_SSL_CACERT_BADFILE:
            let file = configuration.caFile ?? "the system's certificates"
            let isThere = access(file, R_OK) == 0
            let reason = isThere || configuration.caFile == nil ? "" : ": " + String(cString: strerror(errno))
            return failure(
                .usage, "cannot read certificates from '\(file)'\(reason)", "--cacert takes a file of PEM certificates"
            )
        case CURLE_SSL_CRL_BADFILE:
            let files = configuration.crlFiles.map { "'\($0)'" }.joined(separator: " or ")
            return failure(
                .usage, "cannot read lists of revoked certificates from \(files)", "--crl takes a file of CRLs in PEM")
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH: return pinError(host)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            // If the server's own certificate is wrong, its request for a client certificate does not matter.
            if hasExpiredAlert, let error = clientCertificateError(url) { return error }
            return certificateError(host, configuration.caFile)
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED:
            return ownCertificateError(host)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED:
            return verifyResult > 1 ? certificateError(host, configuration.caFile) : handshakeError(url)
        case CURLE_GOT_NOTHING where probe?.asksForCertificate != true:
            return failure(.network, "'\(host):\(url.port)' closed the connection without an answer", plainHint(url))
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING: return brokenError(url, configuration)
        case CURLE_OUT_OF_MEMORY:
            // libcurl also reports this for a header line above its own limit, and for such a status line before it
            // reports any.
            return hasReceived ? error(for: .headerTooLarge, host: host) : failure(.other, "out of memory")
        case Self.tooLarge: return error(for: .headerTooLarge, host: host)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            return failure(.badAnswer, "'\(host)' answered with something that is not HTTP")
        case CURLE_PARTIAL_FILE:
            return failure(.badAnswer, "the answer of '\(host)' was cut short")
        case CURLE_BAD_CONTENT_ENCODING:
            return failure(.badAnswer, "the answer of '\(host)' cannot be decoded")
        case CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_WRITE_ERROR, CURLE_HTTP_RETURNED_ERROR:
            return failure(.badAnswer, "the answer of '\(host)' breaks the rules of HTTP")
        default:
            return failure(.other, "the request to '\(host)' failed: \(CurlLibrary.text(of: code).folded())")
        }
    }

    /// CURLE_TOO_LARGE: libcurl 8.6 and later report it for a header line above their own limit.
    private static let tooLarge = CURLcode(rawValue: 100)

    private func failure(_ code: ErrorCode, _ message: String, _ hint: String? = nil) -> FedauthError {
        let own = text.isEmpty ? CurlLibrary.text(of: self.code) : text
        return FedauthError(code, message, hint: hint, causes: ["libcurl \(self.code.rawValue): " + own.folded()])
    }

    private func error(for refusal: ResponseReceiver.Refusal, host: String) -> FedauthError {
        switch refusal {
        case .bodyTooLarge:
            failure(.badAnswer, "'\(host)' answered with more than \(maximumBodyBytes) bytes of content")
        case .headerTooLarge:
            failure(
                .badAnswer, "'\(host)' answered with more than \(ResponseReceiver.maximumHeaderBytes) bytes of header")
        case .controlCharacter(let field):
            failure(.badAnswer, "the header field '\(field.folded(to: 40))' of '\(host)' holds a control character")
        case .proxyRepeats:
            FedauthError(
                .proxyPassword, "the proxy on the way to '\(host)' asks for a password again and again",
                causes: ["it asked again after each of two answers"])
        case .error(let error): error
        }
    }

    // MARK: Connections

    private static let proxyHint = "check '--proxy', or https_proxy and no_proxy in the environment"

    private func connectError(_ url: WebURL, _ configuration: CheckedConfiguration) -> FedauthError {
        let target = "\(url.host):\(url.port)"
        if let proxy = configuration.proxyHost, isAbout(proxy: proxy, ratherThan: url) {
            return failure(.network, "cannot connect to the proxy '\(proxy)'", Self.proxyHint)
        }
        switch Int32(systemError) {
        case ECONNREFUSED:
            return failure(
                .network, "'\(target)' refused the connection",
                "nothing listens there: check the port, and that the server runs")
        case EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL, ENETDOWN:
            return failure(.network, "cannot reach '\(target)'", "check the network")
        case ETIMEDOUT: return failure(.network, "'\(target)' does not answer", "check the network")
        default: return failure(.network, "cannot connect to '\(target)'", "check the network")
        }
    }

    /// Returns which host libcurl's "Failed to connect to HOST port PORT" is about.
    private func isAbout(proxy: String, ratherThan url: WebURL) -> Bool {
        func place(_ host: some StringProtocol, _ port: some StringProtocol) -> String {
            "to \(host.withoutBrackets) port \(port)"
        }
        let end = proxy.lastIndex(of: ":") ?? proxy.endIndex
        return text.mentions(place(proxy[..<end], proxy[end...].dropFirst()))
            || !text.mentions(place(url.host, "\(url.port)"))
    }

    private func proxyError(_ configuration: CheckedConfiguration) -> FedauthError {
        let proxy = configuration.proxyHost ?? "?"
        switch proxyStatus {
        case 407: return proxyPasswordError(proxy)
        case 1...:
            return failure(
                .network, "the proxy '\(proxy)' refuses to connect (status \(proxyStatus))",
                "name the host in the no_proxy variable to reach it directly"
            )
        default:
            // SOCKS failures are only recognisable by their texts (RFC 1928 section 3, RFC 1929 section 2).
            if text.mentions("user was rejected") || text.mentions("no authentication method was acceptable") {
                return proxyPasswordError(proxy)
            }
            return failure(.network, "the proxy '\(proxy)' does not work as one", Self.proxyHint)
        }
    }

    private func proxyPasswordError(_ proxy: String) -> FedauthError {
        failure(
            .proxyPassword, "the proxy '\(proxy)' asks for a password",
            "'--proxy-user NAME' and '--proxy-password-file FILE' give it")
    }

    private func timeoutError(_ host: String, _ deadline: Deadline) -> FedauthError {
        if let stallSeconds, text.mentions("too slow") {
            return failure(
                .timedOut, "nothing came from '\(host)' for \(stallSeconds) s", "check the network, and try again")
        }
        if isConnectLimitShorter, !text.mentions("operation timed out") {
            return failure(.timedOut, "no connection to '\(host)' within 15 s", "check the network")
        }
        return failure(
            .timedOut, "timed out after \(deadline.limitSeconds) s while waiting for '\(host)'",
            "allow more time by --timeout")
    }

    /// Returns the error for a connection that was interrupted.
    private func brokenError(_ url: WebURL, _ configuration: CheckedConfiguration) -> FedauthError {
        if proxyStatus != 0, proxyStatus / 100 != 2 || text.mentions("connect tunnel") {
            return proxyError(configuration)
        }
        if configuration.proxyHost != nil, text.mentions("proxy") { return proxyError(configuration) }
        if text.mentions("alert") { return handshakeError(url) }
        if text.mentions("chunk") { return failure(.badAnswer, "the answer of '\(url.host)' breaks the rules of HTTP") }
        if probe?.asksForCertificate == true { return closedAfterAskingError(url) }
        if hasBegun { return failure(.badAnswer, "the answer of '\(url.host)' was cut short") }
        return failure(.network, "the connection to '\(url.host):\(url.port)' broke", plainHint(url))
    }

    /// Returns a hint for http: a server that expects TLS closes a connection without it.
    private func plainHint(_ url: WebURL) -> String {
        guard url.scheme == .http else { return "try again later" }
        return "a server that speaks TLS alone does so, and the address is '\(url.withoutQuery)': is it https://?"
    }
}
