internal import Core

/// Why a page cannot be shown, by Firefox's names of errors (`NS_ERROR_…`, nsError.h; `SEC_ERROR_…`, secerr.h).
enum FirefoxFailure {
    /// Returns whether the page, the user or fedauth gave up the request, which needs no report.
    static func isAbandoned(_ words: String) -> Bool { abandoned.contains(words) }

    private static let abandoned: Set = [
        "NS_BINDING_ABORTED", "NS_ERROR_ABORT", "NS_BINDING_RETARGETED", "NS_BINDING_REDIRECTED",
        "NS_BINDING_CANCELLED", "NS_OK",
    ]

    /// Returns whether an address is that of a page in place of one that cannot be shown.
    static func isErrorPage(_ address: String) -> Bool {
        ["about:neterror", "about:certerror", "about:blocked", "about:httpsonlyerror"].contains(
            where: address.hasPrefix)
    }

    /// Returns the reason that an error page has in its address (`e=`).
    static func reason(ofErrorPage address: String) -> String {
        let query = address.split(separator: "?", maxSplits: 1).last ?? ""
        return query.split(separator: "&").first { $0.hasPrefix("e=") }.map { String($0.dropFirst(2)) }
            ?? "it tells no reason"
    }

    static func error(_ words: String, at address: String) -> FedauthError {
        let place = BrowserAddress.web(address)?.withoutQuery ?? "a page"
        let reason = words.folded(to: 80)
        guard !isSecurity(reason) else {
            return FedauthError(
                .tls, "the browser does not trust '\(place)': \(reason)",
                hint: PageFailure.trustHint + "; 'fedauth doctor' looks at the server", causes: [reason])
        }
        return PageFailure.unreachable(place, reason)
    }

    /// Codes of NSS have no names of their own: they are those of the module for security.
    private static func isSecurity(_ reason: String) -> Bool {
        ["SEC_ERROR", "SSL_ERROR", "MOZILLA_PKIX", "MODULE_SECURITY", "CERT", "nssFailure", "nssBadCert"].contains {
            reason.contains($0)
        }
    }
}
