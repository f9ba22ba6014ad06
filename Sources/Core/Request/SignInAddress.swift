/// Addresses to which services redirect before they contact their identity provider.
enum SignInAddress {
    private static let words = ["login", "logon", "signin", "sign-in", "sso", "saml", "auth"]

    /// Returns whether a Location looks like such an address; the answer there decides.
    static func isLikely(_ location: String) -> Bool {
        let path = location.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return words.contains { path.contains($0) }
    }
}
