extension SecurityTokenResponse {
    /// Returns whether the token names this user in its subject or in a claim for user names; other claims, such as a
    /// role, may have the same text. Ignores case, as Windows does.
    func names(_ user: String) -> Bool {
        let wanted = user.lowercased()
        return names.contains { $0.lowercased() == wanted }
    }

    /// Returns whether it names an account of that name in any domain: `CONTOSO\ada` and `ada@contoso.example`.
    func namesAccount(of user: String) -> Bool {
        let wanted = Self.account(user)
        return names.contains { Self.account($0) == wanted }
    }

    private var names: [String] {
        let claimed = token.claims.filter { claim in
            let last = claim.name.split { "/:".contains($0) }.last.map(String.init) ?? claim.name
            return Self.namingClaims.contains(last.lowercased())
        }
        return [token.subject].compactMap { $0 } + claimed.flatMap(\.values)
    }

    private static let namingClaims: Set = [
        "upn", "emailaddress", "email", "mail", "name", "uid", "unique_name", "preferred_username",
        "windowsaccountname",
    ]

    private static func account(_ name: String) -> String {
        let bare = name.split(separator: "\\", omittingEmptySubsequences: false).last.map(String.init) ?? name
        return (bare.split(separator: "@").first.map(String.init) ?? bare).lowercased()
    }
}
