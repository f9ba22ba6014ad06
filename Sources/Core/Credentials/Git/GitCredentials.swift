import Secrets

/// Credentials by git's rules (gitcredentials(7)). If git has none of its own for a server, it gets the one that
/// `fedauth basic` has stored for the realm in its challenge or, when git does not report the challenge (before 2.41),
/// for the only realm. If there is no password, and git understands it (2.46), it gets the bearer token of a session
/// with the server, for this once.
public struct GitCredentials {
    private let store: any CredentialStore
    private let stored: StoredCredentials
    private let clock: any WallClock
    private let usesSpaces: Bool
    /// How long before its end a token is not given any more.
    public static let reserveSeconds: Int64 = 60
    /// The user whose sessions alone are given out; nil: any.
    public var wantedUser: String?
    /// The user whose passwords alone are given out; nil: any.
    public var passwordUser: String?
    /// Returns a session with a token that is not due, if it can be renewed without a person.
    public var renewed: (Session) throws(FedauthError) -> Session = { $0 }

    /// Uses the credentials in `store`; for a challenge with a realm, that of `fedauth basic` if it `usesSpaces`. Not
    /// for git, which stores one for the whole server.
    public init(_ store: any CredentialStore, clock: any WallClock, usesSpaces: Bool = false) {
        self.store = store
        stored = StoredCredentials(store, clock: clock)
        self.clock = clock
        self.usesSpaces = usesSpaces
    }

    private func scope(_ description: CredentialDescription) -> CredentialScope? {
        (usesSpaces ? description.protectionSpace : nil) ?? description.scope
    }

    /// Returns the user that is meant; git names none, as an empty one, for the key of a certificate.
    private func user(_ description: CredentialDescription) -> String? {
        description.namesFile && description.user == "" ? nil : description.user
    }

    /// Returns the description with the token of a session of this user with exactly this server, unless the server asks for
    /// something else (`wwwauth[]`); nil when there is none.
    private func ofSession(_ asked: CredentialDescription) throws(FedauthError) -> CredentialDescription? {
        guard asked.capabilities.contains(.authtype), let url = asked.url,
            asked.challenges.isEmpty
                || asked.readChallenges.contains(where: { AuthenticationScheme($0) == .bearer })
        else { return nil }
        let lent = try session { session in
            session.token?.kind == .bearer && session.tokenCovers(url) && session.isFor(wantedUser)
                && (asked.user == nil || asked.user == session.user)
        }
        guard let lent, let token = try renewed(lent.session).token,
            !token.isExpired(at: clock.now.adding(seconds: Self.reserveSeconds))
        else { return nil }
        var answer = asked
        (answer.authorizationScheme, answer.authorization) = (token.authenticationScheme, token.value)
        (answer.isEphemeral, answer.passwordExpires) = (true, token.expires?.adding(seconds: -Self.reserveSeconds))
        return answer
    }

    /// Returns the first session that is wanted and valid, or can be renewed.
    private func session(where isWanted: (Session) -> Bool) throws(FedauthError) -> StoredSession? {
        var renewable: StoredSession?
        for entry in try store.list() where !entry.isUnreadable && Session.name(ofEntry: entry.name) != nil {
            guard let item = try store.get(entry.name), let stored = try? StoredSession(item), isWanted(stored.session)
            else { continue }
            if stored.session.token?.isExpired(at: clock.now) == false { return stored }
            if stored.session.isRenewable { renewable = renewable ?? stored }
        }
        return renewable
    }

    /// Returns the protection space whose credential git may use; nil when there is none, or it is ambiguous.
    private func space(_ description: CredentialDescription) throws(FedauthError) -> CredentialScope? {
        if let named = description.protectionSpace { return named }
        guard let origin = description.origin else { return nil }
        let spaces = try stored.spaces(of: origin.description)
        return spaces.count == 1 ? spaces.first : nil
    }

    private func ofSpace(_ description: CredentialDescription) throws(FedauthError) -> Credential? {
        guard let space = try space(description) else { return nil }
        let now = clock.now
        let takesAuthorization =
            description.capabilities.contains(.authtype)
            && (description.challenges.isEmpty
                || description.readChallenges.contains { AuthenticationScheme($0) == .basic })
        return try stored.find(space, user: description.user) {
            $0.password != nil && !$0.hasExpired(at: now) && ($0.charset == .utf8 || takesAuthorization)
        }
    }

    /// Returns the credential of Basic for a server that reads another encoding than git's; nil for UTF-8.
    private static func encoded(_ credential: Credential) -> SharedSecret? {
        guard credential.charset != .utf8, let password = credential.password else { return nil }
        let value = try? BasicAuthorization.value(
            user: credential.user ?? "", password: password, charset: credential.charset)
        return value?.withBytes {
            SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0.dropFirst("Basic ".count)))
        }
    }

    /// Returns the description with the stored credential; nil when there is none. Never returns an expired password,
    /// only its refresh token; prefers a credential that is still valid.
    public func filled(_ asked: CredentialDescription) throws(FedauthError) -> CredentialDescription? {
        guard let scope = scope(asked) else { return nil }
        let now = clock.now
        var renewing: Credential?
        var owned = asked
        // The key of a certificate has no user.
        if let passwordUser, !asked.namesFile {
            guard asked.user ?? passwordUser == passwordUser else { return nil }
            owned.user = passwordUser
        }
        let found = try stored.find(scope, user: user(owned)) { credential in
            let isUnderstood = credential.password != nil || asked.capabilities.contains(.authtype)
            if isUnderstood, !credential.hasExpired(at: now) { return true }
            if renewing == nil, credential.refreshToken != nil { renewing = credential }
            return false
        }
        let kept = try found == nil ? ofSpace(owned) : found
        if kept == nil, let answer = try ofSession(asked) { return answer }
        guard let credential = kept ?? renewing else { return nil }
        var answer = asked
        if let encoded = Self.encoded(credential) {
            (answer.authorizationScheme, answer.authorization, answer.isEphemeral) = ("Basic", encoded, true)
            return answer
        }
        answer.fill(from: credential, at: now)
        return answer
    }

    /// Stores a credential that a server accepted, for some seconds or until its own expiry time. Does nothing when it
    /// is empty, has no host, is ephemeral or has expired.
    public func keep(_ taken: CredentialDescription, forSeconds seconds: Int64? = nil) throws(FedauthError) {
        guard let scope = scope(taken), var credential = taken.credential, !taken.isEphemeral,
            !credential.hasExpired(at: clock.now)
        else { return }
        credential.user = user(taken)
        // Keeps only one copy: a credential of `fedauth basic` stays where it is.
        if scope.family == .git, try ofSpace(taken) == credential { return }
        try stored.keep(credential, for: scope, until: seconds.map { clock.now.adding(seconds: $0) })
    }

    /// Deletes credentials that a server refused: those of the user, or all when no user is named; with a password,
    /// only those with that password. So a new one that another process has stored meanwhile stays. The token of a session that
    /// was refused expires.
    public func forget(_ refused: CredentialDescription) throws(FedauthError) {
        guard let scope = scope(refused) else { return }
        let namesSecret = refused.password != nil || refused.authorization != nil
        try stored.forget(scope, user: user(refused)) { itsScope, credential in
            if let password = refused.password, credential.password != password { return false }
            if let authorization = refused.authorization, credential.authorization?.value != authorization {
                return false
            }
            // Without the refused secret, a description with a path does not apply to the whole server.
            return namesSecret || scope.path == nil || itsScope.path != nil
        }
        // Otherwise git would receive it again, and never prompt.
        if let token = refused.authorization, let origin = refused.origin,
            let lent = try session(where: { $0.url.origin == origin && $0.token?.value == token })
        {
            var session = lent.session
            session.token?.expires = clock.now
            try lent.replace(with: session, in: store)
        }
        guard namesSecret, let space = try space(refused), space != scope else { return }
        try stored.forget(space, user: refused.user) { _, credential in
            if let encoded = Self.encoded(credential) { return refused.authorization == encoded }
            return refused.password != nil && credential.password == refused.password
        }
    }
}
