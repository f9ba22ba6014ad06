/// Credentials as git wants them found, kept and forgotten (gitcredentials(7)).
///
/// Where git has none of its own for a server, it gets the one that `fedauth basic` keeps there. That belongs to a realm, so it
/// is the one of the realm that git was asked by, and where git does not tell (before 2.41) that of the only one there is.
public struct GitCredentials {
    private let stored: StoredCredentials
    private let clock: any WallClock
    private let usesSpaces: Bool

    /// Those in `store`.
    ///
    /// - Parameter usesSpaces: where a challenge names a realm, the credential is that of `fedauth basic` for it. Not for
    ///   git, which keeps one for the whole server.
    public init(_ store: any CredentialStore, clock: any WallClock, usesSpaces: Bool = false) {
        stored = StoredCredentials(store, clock: clock)
        self.clock = clock
        self.usesSpaces = usesSpaces
    }

    private func scope(_ description: CredentialDescription) -> CredentialScope? {
        (usesSpaces ? description.protectionSpace : nil) ?? description.scope
    }

    /// The protection space whose credential is git's, too; nil when there is none, or nobody knows which.
    private func space(_ description: CredentialDescription) throws(FedauthError) -> CredentialScope? {
        if let named = description.protectionSpace { return named }
        guard let origin = description.origin else { return nil }
        let spaces = try stored.spaces(of: origin.description)
        return spaces.count == 1 ? spaces.first : nil
    }

    private func ofSpace(_ description: CredentialDescription) throws(FedauthError) -> Credential? {
        guard let space = try space(description) else { return nil }
        let now = clock.now
        return try stored.find(space, user: description.user) { $0.password != nil && !$0.hasExpired(at: now) }
    }

    /// The question with what is stored for it; nil when nothing is. An expired password is not handed out, what renews
    /// it is; and a credential that still holds goes before.
    public func filled(_ asked: CredentialDescription) throws(FedauthError) -> CredentialDescription? {
        guard let scope = scope(asked) else { return nil }
        let now = clock.now
        var renewing: Credential?
        let found = try stored.find(scope, user: asked.user) { credential in
            let isUnderstood = credential.password != nil || asked.capabilities.contains(.authtype)
            if isUnderstood, !credential.hasExpired(at: now) { return true }
            if renewing == nil, credential.refreshToken != nil { renewing = credential }
            return false
        }
        let kept = try found == nil ? ofSpace(asked) : found
        guard let credential = kept ?? renewing else { return nil }
        var answer = asked
        answer.fill(from: credential, at: now)
        return answer
    }

    /// Keeps a credential that a server took; does nothing when there is none, when it names no host, is ephemeral or
    /// over.
    /// - Parameter seconds: how long it is of use; nil: as long as it says itself.
    public func keep(_ taken: CredentialDescription, forSeconds seconds: Int64? = nil) throws(FedauthError) {
        guard let scope = scope(taken), let credential = taken.credential, !taken.isEphemeral,
            !credential.hasExpired(at: clock.now)
        else { return }
        // There is one copy: what was that of `fedauth basic` stays that.
        if scope.family == .git, try ofSpace(taken) == credential { return }
        try stored.keep(credential, for: scope, until: seconds.map { clock.now.adding(seconds: $0) })
    }

    /// Forgets credentials that a server refused: those for the user, or all when none is named; and where the refused
    /// password is named, only those that have it. A new one that another process has stored meanwhile stays.
    public func forget(_ refused: CredentialDescription) throws(FedauthError) {
        guard let scope = scope(refused) else { return }
        let namesSecret = refused.password != nil || refused.authorization != nil
        try stored.forget(scope, user: refused.user) { itsScope, credential in
            if let password = refused.password, credential.password != password { return false }
            if let authorization = refused.authorization, credential.authorization?.value != authorization {
                return false
            }
            // Without the secret that was refused, a path speaks for itself only and not for the whole server.
            return namesSecret || scope.path == nil || itsScope.path != nil
        }
        // Else git would be given it again, and never ask.
        guard let password = refused.password, let space = try space(refused), space != scope else { return }
        try stored.forget(space, user: refused.user) { _, credential in credential.password == password }
    }
}
