/// Makes the `Authorization` field of a session's requests from the stored credential.
public struct SessionAuthorization {
    private let stored: StoredCredentials

    /// Reads `store` only when called.
    public init(_ store: any CredentialStore, clock: any WallClock) { stored = StoredCredentials(store, clock: clock) }

    /// Returns nil when the session needs no such field, and for another origin than its own. Throws `input-needed`
    /// when the password is no longer stored, and `usage` for a scheme whose answer is valid for one request only.
    public func field(of session: Session, for url: WebURL) throws(FedauthError) -> Request.Header? {
        guard let access = session.access, url.origin == session.url.origin else { return nil }
        guard access.scheme == .basic else {
            let option = access.scheme == .digest ? "--digest" : "--negotiate"
            throw FedauthError(
                .usage,
                "'\(session.name)' signs in by \(access.scheme.name), whose answer is good for one request only and cannot "
                    + "be exported",
                hint:
                    "curl makes its own by '\(option)'; '--scheme basic' signs in by Basic, where the server offers it")
        }
        let found = try stored.find(access.scope(at: url.origin), user: session.user ?? "") { $0.password != nil }
        guard let found, let password = found.password else {
            throw FedauthError(
                .inputNeeded, "the password of the session '\(session.name)' is not in the store any more",
                hint: "sign in again by \("fedauth basic \(session.url.withoutQuery.shellWord)".quotedCommand)")
        }
        return Request.Header(
            "Authorization",
            try BasicAuthorization.value(user: found.user ?? "", password: password, charset: found.charset))
    }
}
