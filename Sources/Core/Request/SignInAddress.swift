import Secrets

/// Addresses to which services redirect before they contact their identity provider.
enum SignInAddress {
    private static let parts = ["login", "logon", "signin", "sign-in", "sign_in", "saml"]
    /// Parts of other words, too.
    private static let words: Set<Substring> = [
        "sso", "auth", "oauth", "oauth2", "oidc", "openid", "authn", "authorize", "authenticate", "authentication",
        "cas",
    ]

    /// Returns whether the query of an address is that of a login: it has an address to come back to, of another server, or what
    /// was asked for here, or it names a login (`title=Special:UserLogin`, `cmd=login`).
    static func leadsBack(_ target: WebURL, to wanted: WebURL) -> Bool {
        guard let query = target.query else { return false }
        let isNear = target.origin == wanted.origin
        let path = wanted.path.trimmingSlashes
        return FormBody(SharedSecret(text: query)).fields.contains { field in
            let value = field.value.withBytes { String(decoding: $0.prefix(2000), as: UTF8.self) }
            guard isNear else { return (try? WebURL(value))?.origin == wanted.origin }
            let place = value.prefix { $0 != "?" && $0 != "#" }.trimmingSlashes
            return !path.isEmpty && place == path || namesLogin(value.isEmpty ? field.name : value)
        }
    }

    private static func namesLogin(_ text: String) -> Bool {
        text.lowercased().split { !($0.isLetter || $0.isNumber) }.contains { word in
            words.contains(word) || parts.contains(where: word.hasSuffix)
        }
    }

    /// Returns whether a Location looks like such an address; the answer there decides.
    static func isLikely(_ location: String) -> Bool {
        let path = location.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return parts.contains { path.contains($0) }
            || path.split { !($0.isLetter || $0.isNumber) }.contains(where: words.contains)
    }
}

extension StringProtocol {
    fileprivate var trimmingSlashes: SubSequence {
        var text = self[...]
        while text.hasPrefix("/") { text = text.dropFirst() }
        while text.hasSuffix("/") { text = text.dropLast() }
        return text
    }
}
