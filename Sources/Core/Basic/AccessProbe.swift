/// Asks a server whether it still accepts a session's credential.
public struct AccessProbe {
    private let exchange: CredentialExchange
    private let stored: StoredCredentials
    private let reporter: any Reporter
    /// The address to request.
    public let url: WebURL

    /// `url` is `--check`, or the session's own address.
    public init(
        _ agent: UserAgent, hashing: any DigestHashing, store: any CredentialStore, reporter: any Reporter, url: WebURL
    ) {
        exchange = CredentialExchange(agent, hashing: hashing)
        stored = StoredCredentials(store, clock: agent.clock)
        self.reporter = reporter
        self.url = url
    }

    /// Returns whether the server grants access. Returns false when it does not, and when the password is no longer
    /// stored; deletes a refused password. Throws `usage` for an address of another origin, and for unclear answers.
    public func isAlive(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        guard let access = session.access else { return false }
        guard url.origin == session.url.origin else {
            throw FedauthError(
                .usage, "'\(url.withoutQuery)' is of another origin than the session '\(session.name)'",
                hint: "its credential is for '\(session.url.origin)' only")
        }
        if access.scheme == .negotiate {
            return try exchange.isAccepted(
                try exchange.negotiate(at: url, of: session.user, with: &session.jar, deadline: deadline),
                of: session.user)
        }
        let scope = access.scope(at: url.origin)
        guard
            let found = try stored.find(scope, user: session.user ?? "", where: { $0.password != nil }),
            let password = found.password
        else { return false }
        var place = url
        var challenge: AnswerableChallenge?
        if access.isUnasked {
            challenge = AnswerableChallenge(unaskedIn: ProtectionSpace(url.origin, realm: nil))
        } else {
            let response = try exchange.open(url, with: &session.jar, deadline: deadline)
            // A cookie of the session may be enough for access.
            guard response.status == 401 else { return try exchange.isAccepted(response, of: session.user) }
            place = response.url
            challenge = AnswerableChallenge.all(in: response.challenges, at: place.origin)
                .first { $0.scheme == access.scheme && $0.space.realm.isExactly(access.realm) }
        }
        guard let challenge else { return false }
        let verdict = try exchange.verdict(
            on: (found.user ?? "", password), found.charset, for: challenge, at: place, with: &session.jar,
            deadline: deadline)
        switch verdict {
        case .accepted: return true
        case .unclear: return false
        case .forbidden(let error): throw error
        case .refused: break
        }
        if try stored.forget(password, in: found.charset, of: session.user ?? "", for: scope) {
            reporter.warning(
                "the stored password for \(challenge.space.place) was refused (status 401) and is forgotten")
        }
        return false
    }
}
