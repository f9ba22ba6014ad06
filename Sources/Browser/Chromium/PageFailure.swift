internal import Core

/// Why a page cannot be shown, by Chromium's error names (`net::ERR_…`, net_error_list.h).
enum PageFailure {
    /// Returns whether the page or the user gave up the request, which needs no report.
    static func isAbandoned(_ words: String) -> Bool {
        // The second one appears while the browser itself asks for a name and a password.
        words == "net::ERR_ABORTED" || words == "net::ERR_INVALID_AUTH_CREDENTIALS"
    }

    /// What to do about an unknown authority.
    static let trustHint = "'--cacert FILE' names the authority to trust"

    static func error(_ words: String, at address: String) -> FedauthError {
        let place = BrowserAddress.web(address)?.withoutQuery ?? "a page"
        let reason = words.folded(to: 80)
        if reason.contains("CLIENT_AUTH"), let url = BrowserAddress.web(address) {
            return FedauthError(
                .clientCertificateNeeded, "'\(url.host)' asks for a client certificate",
                hint: IdentityAdvice.importing(for: url.origin), causes: [reason])
        }
        if reason.contains("CERT") || reason.contains("SSL") || reason.contains("TLS") {
            return FedauthError(
                .tls, "the browser does not trust '\(place)': \(reason)",
                hint: reason.contains("AUTHORITY_INVALID")
                    ? trustHint
                    : "ask the operator of that server, or look at it by 'fedauth doctor'", causes: [reason])
        }
        return unreachable(place, reason)
    }

    static func unreachable(_ place: String, _ reason: String) -> FedauthError {
        if reason.contains("TOO_MANY_REDIRECTS") || reason.contains("REDIRECT_LOOP") || reason.contains("redirectLoop")
        {
            return FedauthError(
                .loop, "'\(place)' leads in circles: \(reason)",
                hint: "its cookies may not hold, for which its operator can look; '--trace FILE' shows the way",
                causes: [reason])
        }
        return FedauthError(
            .network, "the browser cannot open '\(place)': \(reason)", hint: "check the address and the network",
            causes: [reason])
    }

    /// Returns whether the cause may be a missing client certificate. The TLS alert is often lost with the connection;
    /// then the browser reports only a closed connection.
    static func mayLackCertificate(_ error: FedauthError) -> Bool {
        error.code == .clientCertificateNeeded || error.causes.contains(where: cutShort.contains)
    }

    private static let cutShort: Set<String> = [
        "net::ERR_SOCKET_NOT_CONNECTED", "net::ERR_CONNECTION_RESET", "net::ERR_CONNECTION_CLOSED",
        "net::ERR_CONNECTION_ABORTED", "net::ERR_EMPTY_RESPONSE", "net::ERR_SSL_PROTOCOL_ERROR",
    ]
}

extension BrowserLaunch {
    /// Returns the error of a page, with a hint about the file of authorities where the browser was given one.
    func naming(trustIn error: FedauthError) -> FedauthError {
        guard trustedCertificates != nil, error.code == .tls, let hint = error.hint,
            hint.hasPrefix(PageFailure.trustHint)
        else { return error }
        return error.hinting(
            "the file of '--cacert' does not contain its authority" + hint.dropFirst(PageFailure.trustHint.count))
    }
}
