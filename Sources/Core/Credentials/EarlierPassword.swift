/// The entry in which earlier versions kept the password of a login form: name `password/https://idp.example.org/ada`, kind
/// `password`, the value is the password. `StoredCredentials` reads it, and rewrites it as a `CredentialEntry` once the
/// server has accepted it.
enum EarlierPassword {
    /// The entry's kind.
    static let kind = "password"

    /// Returns the name of the entry; nil when the scope had no such entries.
    static func name(_ scope: CredentialScope, user: String?) -> String? {
        guard scope.family == .form, let user else { return nil }
        return "password/\(scope.server)/\(user)"
    }

    /// Returns the credential; nil when the entry is something else.
    static func credential(_ item: StoreItem, user: String?) -> Credential? {
        item.entry.kind == kind && !item.value.isEmpty ? Credential(user: user, password: item.value) : nil
    }
}
