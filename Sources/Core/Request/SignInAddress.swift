/// Addresses that services send strangers to before their identity provider is asked.
enum SignInAddress {
    private static let words = ["login", "logon", "signin", "sign-in", "sso", "saml", "auth"]

    /// Whether a Location looks like one: worth a look, and no more.
    static func isLikely(_ location: String) -> Bool {
        let path = location.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return words.contains { path.contains($0) }
    }
}
