public import Secrets

/// An entry of the store that an option names as the source of a secret.
public struct NamedEntry: Sendable {
    /// The entry's name.
    public let name: String
    /// The kind that it must have; nil: any.
    public let kind: String?

    /// Names an entry.
    public init(_ name: String, kind: String? = nil) { (self.name, self.kind) = (name, kind) }

    /// Returns the entry's value. Throws `not-found`, and `usage` for an entry of another kind.
    public func secret(in store: any CredentialStore) throws(FedauthError) -> Secret {
        let wanted = kind.map { " --kind " + $0 } ?? ""
        guard let item = try store.get(name) else {
            guard !store.isTransient else {
                throw FedauthError(
                    .usage, "'\(name.folded(to: 80))' is an entry of a store, and '--no-store' opens none",
                    hint: kind == "totp"
                        ? "a program may print the code: --field 'otp=command:printenv TOTP_KEY | oathtool --totp -b -'"
                        : "give the secret by a file, a descriptor or a command")
            }
            throw FedauthError(
                .notFound, "the store has no entry '\(name)'",
                hint: "make it by 'fedauth store put \(name.folded(to: 80).shellWord)\(wanted)'")
        }
        // Not under this name: that would replace the entry.
        if let kind { try item.entry.check(kind: kind, hint: "'fedauth store put NEW-NAME\(wanted)' makes one") }
        return CredentialEntry.secret(of: item).copy()
    }
}

extension CredentialStore {
    /// Whether it is that of `--no-store`, which has nothing of earlier commands.
    public var isTransient: Bool { location == "this command" }
}

extension StoreEntry {
    /// Throws `usage`, with this hint, for an entry of another kind.
    public func check(kind wanted: String, hint: String) throws(FedauthError) {
        guard kind != wanted else { return }
        throw FedauthError(
            .usage, "the entry '\(name.folded(to: 60))' is of kind '\(kind.folded(to: 40))', not \(wanted)", hint: hint)
    }
}
