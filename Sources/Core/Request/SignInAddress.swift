import Secrets

/// Addresses to which services redirect before they contact their identity provider.
enum SignInAddress {
    private static let parts = ["login", "logon", "signin", "sign-in", "sign_in", "saml"]
    /// Parts of other words, too.
    private static let words: Set<Substring> = [
        "sso", "auth", "oauth", "oauth2", "oidc", "openid", "authn", "authorize", "authenticate", "authentication",
        "cas",
    ]

    /// Returns whether the query of an address has one of this server, to come back to: a login of another server needs it.
    static func leadsBack(_ target: WebURL, to service: Origin) -> Bool {
        guard target.origin != service, let query = target.query else { return false }
        return FormBody(SharedSecret(text: query)).fields.contains { field in
            (try? WebURL(field.value.withBytes { String(decoding: $0.prefix(2000), as: UTF8.self) }))?.origin == service
        }
    }

    /// Returns whether a Location looks like such an address; the answer there decides.
    static func isLikely(_ location: String) -> Bool {
        let path = location.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return parts.contains { path.contains($0) }
            || path.split { !($0.isLetter || $0.isNumber) }.contains(where: words.contains)
    }
}
