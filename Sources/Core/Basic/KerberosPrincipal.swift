/// The name of a user in Kerberos (RFC 4120 section 6.2): `ada@EXAMPLE.ORG`.
public struct KerberosPrincipal: Sendable, Equatable {
    /// The name with its realm.
    public let name: String

    /// Creates a principal, with control characters made printable.
    public init(_ name: String) { self.name = name.folded(to: 200) }

    /// Returns whether a user name means this user. Names of one user differ in what is before and behind them:
    /// `ada`, `EXAMPLE\\ada`, `ada@example.org`.
    public func isOf(_ user: String) -> Bool { Self.plain(name) == Self.plain(user) }

    private static func plain(_ name: String) -> String {
        let account = name.split(separator: "\\").last ?? ""
        return account.prefix { $0 != "@" }.lowercased()
    }

    /// Throws `other-ticket` when a request must show the ticket of another user than `user`; nil: any may be used.
    public func requireUser(_ user: String?) throws(FedauthError) {
        guard let user, !isOf(user) else { return }
        throw FedauthError(
            .otherTicket, "the Kerberos ticket is that of '\(name)', not of '\(user.folded(to: 60))'",
            hint: "'klist' shows it, and 'kinit' gets one of another user")
    }
}
