internal import CCurl
internal import Core

/// Recognises a server's TLS alert about the client certificate or its absence. A received alert always concerns
/// fedauth's side (RFC 8446 section 6.2): fedauth itself would send an alert about the server's certificate. In TLS 1.2
/// it arrives during the handshake, which may be a second one after the request; in TLS 1.3 after the handshake, when
/// the answer is read. The texts are OpenSSL's names of the alerts.
extension CurlFailure {
    private enum Alert {
        static let required = "alert certificate required"
        static let ofNone = ["alert bad certificate", "alert unknown ca", "alert certificate unknown"]
        static let reasons: [(String, String?)] = [
            ("alert certificate revoked", "it is revoked"), ("alert certificate expired", "it has expired"),
            ("alert unknown ca", "its authority is not known there"),
            ("alert unsupported certificate", "it is of a kind that is not taken there"),
            ("alert access denied", "its owner has no access"),
            ("alert decrypt error", "its key did not match"),
            ("alert bad certificate", nil), ("alert certificate unknown", nil),
        ]
    }

    /// Returns the error for a problem with the client's side of the handshake; nil for other failures.
    func clientCertificateError(_ url: WebURL) -> FedauthError? {
        let alert = hasExpiredAlert ? ("", "it has expired") : Alert.reasons.first { text.mentions($0.0) }
        let isAsked = isAskedForCertificate || text.mentions(Alert.required) || probe?.asksForCertificate == true
        guard let identity else {
            // Servers refuse the empty list of certificates with various alerts.
            let isAbsence = Alert.ofNone.contains { text.mentions($0) }
            return isAsked || isAbsence ? neededError(url, "asks for a client certificate") : nil
        }
        // The error of a token's module, as reported by OpenSSL's provider or engine: the server received no signature.
        if text.mentions("PKCS#11 module") || text.mentions(":pkcs11:") { return ownCertificateError(url.host) }
        guard alert != nil || isAsked else { return nil }
        return refusedError(url, identity, because: alert?.1)
    }

    /// Whether libcurl misread the alert "certificate expired": it reports that the server's certificate has expired,
    /// although OpenSSL found no fault in it.
    var hasExpiredAlert: Bool {
        code == CURLE_PEER_FAILED_VERIFICATION && verifyResult <= 1
            && text.mentions("ssl certificate verification failed")
    }

    /// Returns the error for a connection closed after a request for a certificate; in TLS 1.3 the alert may be lost.
    func closedAfterAskingError(_ url: WebURL) -> FedauthError {
        guard let identity else {
            return neededError(url, "closed the connection after asking for a client certificate")
        }
        return refusedError(url, identity, because: nil)
    }

    /// Returns the error for a client key or certificate that cannot be used with any server.
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
                "is its card or token there, and does the certificate belong to the key? one that wants the PIN for each use "
                    + "(CKA_ALWAYS_AUTHENTICATE) cannot be used")
        }
        return failure(
            .clientCertificateUnusable, "the identity '\(name)' cannot be used",
            "'fedauth identity show \(name.shellWord)' says more")
    }

    private func neededError(_ url: WebURL, _ what: String) -> FedauthError {
        failure(.clientCertificateNeeded, "'\(url.host)' \(what)", IdentityAdvice.importing(for: url.origin))
    }

    private func refusedError(_ url: WebURL, _ identity: Identity, because reason: String?) -> FedauthError {
        // If the server gives no reason, an expired certificate explains it.
        let isExpired = identity.expires <= now
        let begins = identity.begins.flatMap { $0 > now ? "it is not valid before \($0.iso8601)" : nil }
        let reason = begins ?? reason ?? (isExpired ? "it has expired" : nil)
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
