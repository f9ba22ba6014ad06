/// Addresses to which services redirect before they contact their identity provider.
enum SignInAddress {
    private static let parts = ["login", "logon", "signin", "sign-in", "sign_in", "saml"]
    /// Parts of other words, too.
    private static let words: Set<Substring> = [
        "sso", "auth", "oauth", "oauth2", "oidc", "openid", "authn", "authorize", "authenticate", "authentication",
        "cas",
    ]

    /// Returns whether a Location looks like such an address; the answer there decides.
    static func isLikely(_ location: String) -> Bool {
        let path = location.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return parts.contains { path.contains($0) }
            || path.split { !($0.isLetter || $0.isNumber) }.contains(where: words.contains)
    }
}
