internal import CCurl
internal import Core

/// The errors for certificates and handshakes. The numbers are OpenSSL's X509_V_ERR codes, which are part of its ABI;
/// the texts are its error messages.
extension CurlFailure {
    private static let cacertHint = "trust its authority by --cacert FILE, by FEDAUTH_CACERT or by the setting 'cacert'"

    private func failure(_ message: String, _ hint: String?) -> FedauthError {
        FedauthError(.tls, message, hint: hint, causes: ["libcurl \(code.rawValue): " + text.folded()])
    }

    /// `file` has the certificates that are trusted; nil: the system's are.
    func certificateError(_ host: String, _ file: String?) -> FedauthError {
        let hint = file.map { "the file '\($0)' of --cacert does not contain its authority" } ?? Self.cacertHint
        switch verifyResult {
        case 10:
            return failure(
                "the certificate of '\(host)' has expired",
                "check this machine's clock; else its operator has to renew it")
        case 9: return failure("the certificate of '\(host)' is not valid yet", "check this machine's clock")
        case 18:
            return failure(
                "the certificate of '\(host)' is self-signed",
                file.map { "the file '\($0)' of --cacert does not contain it" } ?? "trust it by --cacert FILE")
        case 2, 19, 20, 21, 27: return failure("the certificate of '\(host)' is signed by an unknown authority", hint)
        case 23: return failure("the certificate of '\(host)' is revoked", "do not sign in there; ask its operator")
        case 3, 33, 44:
            return failure(
                "the file of '--crl' has no list of the authority of '\(host)'",
                "it must hold one of each authority above the certificate")
        case 11, 12:
            return failure(
                "the list of '--crl' for '\(host)' is out of date", "fetch it again, or check this machine's clock")
        case 8:
            return failure(
                "a list of '--crl' for '\(host)' is not signed by the authority whose name it has", "fetch it again")
        case 24, 25, 26, 37, 41, 79:
            return failure("the certificate of '\(host)' is not made for a server", "ask its operator")
        case 66, 67, 68: return failure("the certificate of '\(host)' is too weak", "ask its operator")
        case 62, 64: return wrongNameError(host)
        default: break
        }
        // libcurl compares the names itself; OpenSSL then reports no error.
        if text.mentions("target host") || text.mentions("subject name") || text.mentions("subjectaltname") {
            return wrongNameError(host)
        }
        if text.mentions("revoked") {
            return failure("the certificate of '\(host)' is revoked", "do not sign in there; ask its operator")
        }
        if code == CURLE_SSL_INVALIDCERTSTATUS { return statusError(host) }
        return failure("the certificate of '\(host)' cannot be trusted", hint)
    }

    /// Returns the error for the certificate status that the server sent or omitted (RFC 6066 section 8).
    private func statusError(_ host: String) -> FedauthError {
        if text.mentions("revocation reason") {
            return failure("the certificate of '\(host)' is revoked", "do not sign in there; ask its operator")
        }
        if text.mentions("no ocsp response") {
            return failure(
                "'\(host)' does not staple an OCSP answer",
                "ask its operator for OCSP stapling, or leave out '--require-ocsp'")
        }
        return failure("the OCSP answer of '\(host)' does not confirm its certificate", "ask its operator")
    }

    private func wrongNameError(_ host: String) -> FedauthError {
        failure(
            "the certificate of '\(host)' is for another name",
            "check the address; --resolve reaches a host under its right name")
    }

    func pinError(_ host: String) -> FedauthError {
        failure(
            "the public key of '\(host)' is none of those pinned",
            probe?.serverKey.map { "if it was changed on purpose: --pin \($0)" }
                ?? "ask its operator for the new --pin")
    }

    func handshakeError(_ url: WebURL) -> FedauthError {
        let host = url.host
        if let error = clientCertificateError(url) { return error }
        if text.mentions("unsupported protocol") || text.mentions("protocol version")
            || text.mentions("version too low")
        {
            return failure("'\(host)' offers no TLS 1.2 or later", "ask its operator")
        }
        if text.mentions("wrong version number") || text.mentions("packet length too long")
            || text.mentions("http request")
        {
            return failure("'\(host):\(url.port)' does not speak TLS", "check the port")
        }
        if text.mentions("unrecognized name") {
            return failure("'\(host)' does not serve that name", "check the address")
        }
        if text.mentions("alert") { return failure("'\(host)' refused the TLS handshake", nil) }
        return failure(
            "the TLS handshake with '\(host):\(url.port)' failed",
            "check the port, and that the server speaks TLS there")
    }
}
