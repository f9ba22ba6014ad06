internal import CCurl
internal import Core

/// What a server says of the certificate that it was shown, or of there being none. An alert that arrives is always about
/// our side (RFC 8446 section 6.2): one about the server's certificate would be sent by us. In TLS 1.2 it arrives within the
/// handshake, which may be a second one, behind the request; in TLS 1.3 behind it, when the answer is read. The words are
/// OpenSSL's names of the alerts.
extension CurlFailure {
    private enum Alert {
        static let required = "alert certificate required"
        static let ofNone = ["alert bad certificate", "alert unknown ca", "alert certificate unknown"]
        static let reasons: [(String, String?)] = [
            ("alert certificate revoked", "it is revoked"), ("alert certificate expired", "it has expired"),
            ("alert unknown ca", "its authority is not known there"),
            ("alert unsupported certificate", "it is of a kind that is not taken there"),
            ("alert access denied", "its owner has no access"),
            ("alert decrypt error", "its key did not fit"),
            ("alert bad certificate", nil), ("alert certificate unknown", nil),
        ]
    }

    /// What is wrong with our side of the handshake; nil when that is not what failed.
    func clientCertificateError(_ url: WebURL) -> FedauthError? {
        let alert = hasExpiredAlert ? ("", "it has expired") : Alert.reasons.first { text.mentions($0.0) }
        let isAsked = isAskedForCertificate || text.mentions(Alert.required) || probe?.asksForCertificate == true
        guard let identity else {
            // Servers refuse the empty list of certificates by various names.
            let isAbsence = Alert.ofNone.contains { text.mentions($0) }
            return isAsked || isAbsence ? neededError(url, "asks for a client certificate") : nil
        }
        // What a token's module says, as OpenSSL's engine calls it: the server has seen no signature.
        if text.mentions("PKCS#11 module") { return ownCertificateError(url.host) }
        guard alert != nil || isAsked else { return nil }
        return refusedError(url, identity, because: alert?.1)
    }

    /// libcurl takes the alert "certificate expired" for its own verdict about the server, and puts these words in its
    /// place, while OpenSSL has found nothing wrong with the server.
    var hasExpiredAlert: Bool {
        code == CURLE_PEER_FAILED_VERIFICATION && verifyResult <= 1
            && text.mentions("ssl certificate verification failed")
    }

    /// In TLS 1.3 the alert may be lost with the connection.
    func closedAfterAskingError(_ url: WebURL) -> FedauthError {
        guard let identity else {
            return neededError(url, "closed the connection after asking for a client certificate")
        }
        return refusedError(url, identity, because: nil)
    }

    /// Our own key or certificate is of no use, whoever the server is.
    func ownCertificateError(_ host: String) -> FedauthError {
        let name = identity?.name ?? ""
        if text.mentions("key too small") || text.mentions("md too weak") {
            return failure(
                .clientCertificateUnusable, "the certificate of the identity '\(name)' is too weak for TLS",
                "ask its issuer for a new one")
        }
        if case .token = identity?.key {
            return failure(
                .clientCertificateUnusable, "the key of the identity '\(name)' cannot be used",
                "is its card or token there, and OpenSSL's engine for it (libengine-pkcs11-openssl)?")
        }
        return failure(
            .clientCertificateUnusable, "the identity '\(name)' cannot be used",
            "'fedauth identity show \(name)' says more")
    }

    private func neededError(_ url: WebURL, _ what: String) -> FedauthError {
        failure(
            .clientCertificateNeeded, "'\(url.host)' \(what)",
            IdentityAdvice.importing(for: url.origin))
    }

    private func refusedError(_ url: WebURL, _ identity: Identity, because reason: String?) -> FedauthError {
        // A server that does not say why is helped by what is known here.
        let isExpired = identity.expires <= now
        let reason = reason ?? (isExpired ? "it has expired" : nil)
        return failure(
            .clientCertificateRefused,
            "'\(url.host)' refused the certificate of the identity '\(identity.name)'"
                + (reason.map { ": \($0)" } ?? ""),
            isExpired
                ? IdentityAdvice.replacing(identity)
                : "ask its operator which certificates it takes")
    }

    private func failure(_ code: ErrorCode, _ message: String, _ hint: String) -> FedauthError {
        FedauthError(code, message, hint: hint, causes: ["libcurl \(self.code.rawValue): " + text.folded()])
    }
}
