internal import Core

/// Why a page cannot be shown, in Chromium's words (`net::ERR_…`, net_error_list.h).
enum PageFailure {
    /// What became of a request that the page itself, or somebody, has given up: nothing that anybody has to be told.
    static func isAbandoned(_ words: String) -> Bool {
        // The second one stands while the browser itself asks for a name and a password.
        words == "net::ERR_ABORTED" || words == "net::ERR_INVALID_AUTH_CREDENTIALS"
    }

    static func error(_ words: String, at address: String) -> FedauthError {
        let place = BrowserAddress.web(address)?.withoutQuery ?? "a page"
        let reason = words.folded(to: 80)
        if reason.contains("CERT") || reason.contains("SSL") || reason.contains("TLS") {
            return FedauthError(
                .tls, "the browser does not trust '\(place)': \(reason)",
                hint: reason.contains("AUTHORITY_INVALID")
                    ? "'--cacert FILE' names the authority to trust"
                    : "ask the operator of that server, or look at it by 'fedauth doctor'")
        }
        return FedauthError(
            .network, "the browser cannot open '\(place)': \(reason)", hint: "check the address and the network")
    }
}
