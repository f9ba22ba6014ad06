/// A sign-in that first tries to renew its token with the refresh token (RFC 6749 section 6). The user signs in only
/// when there is no refresh token, or the server refuses it. `SignIn` calls it within the profile's lock, with the
/// session that it has read there, and stores the new token before it returns: so no refresh token is sent twice, which
/// a server may take for theft (RFC 9700 section 4.14).
public final class RenewingSignIn: SignInMethod {
    private let inner: any SignInMethod
    private let parts: Parts

    /// How a token is renewed.
    public struct Parts {
        /// Returns a new token for this one; nil: it cannot be renewed.
        let renew: (SessionToken, Deadline) throws(FedauthError) -> SessionToken?
        let clock: any WallClock
        let reporter: any Reporter
        /// The user wants a new sign-in (`--force`), not only a new token.
        public var isForced = false
        /// The server of the resource has refused the token.
        public var isRefused = false
        /// Returns the session that the store has now: a process that does not see this one's lock may have renewed it.
        public var latest: () throws(FedauthError) -> Session? = { nil }
        /// Stores the session with a refresh token that is used up removed, whatever comes of the sign-in.
        public var keep: (Session) throws(FedauthError) -> Void = { _ in }
        /// Takes back a token that was renewed for a session that has ended meanwhile.
        public var takeBack: (Session, Deadline) throws(FedauthError) -> Void = { _, _ in }

        /// Creates the parts for a sign-in that nothing forces.
        public init(
            clock: any WallClock, reporter: any Reporter,
            renew: @escaping (SessionToken, Deadline) throws(FedauthError) -> SessionToken?
        ) { (self.clock, self.reporter, self.renew) = (clock, reporter, renew) }
    }

    /// Creates a sign-in with renewal.
    public init(_ inner: any SignInMethod, _ parts: Parts) { (self.inner, self.parts) = (inner, parts) }

    /// The method of the inner sign-in.
    public var method: String { inner.method }
    /// The target of the inner sign-in.
    public var target: WebURL { inner.target }
    /// The user of the inner sign-in.
    public var user: String? { inner.user }

    /// Returns the answer of the inner sign-in; false for a token that is due.
    public func accepts(_ session: Session) throws(FedauthError) -> Bool {
        session.isDue(at: parts.clock.now) ? false : try inner.accepts(session)
    }

    /// Checks the session by the inner sign-in.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try inner.check(&session, deadline: deadline)
    }

    /// Takes back the token.
    public func takeBack(_ session: Session, deadline: Deadline) throws(FedauthError) {
        try parts.takeBack(session, deadline)
    }

    /// Renews the earlier token, or signs in. Throws the errors of both, except for a refused refresh token. If the server has
    /// failed, a token that is still valid is kept.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        // A token that the sign-in does not accept, such as one without a verified signature, is not renewed either.
        guard !parts.isForced, let earlier, earlier.url == target, earlier.method == method, earlier.isFor(user),
            try inner.accepts(earlier), let token = earlier.token
        else { return try inner.collect(earlier: earlier, deadline: deadline) }
        var kept = earlier
        do throws(FedauthError) {
            if let renewed = try parts.renew(token, limit(earlier, deadline)) {
                return CollectedSession(earlier, renewed: renewed)
            }
        } catch {
            // A server that has failed has not decided, whatever it says.
            let isUsedUp =
                error.serverCode == TokenAnswer.unusable
                || error.code == .refused && ["invalid_grant", TokenAnswer.wordless].contains(error.serverCode)
            let spends = isUsedUp && token.refresh != nil
            let latest = error.code == .refused || spends ? try parts.latest() : nil
            if error.code == .refused, let other = latest, let newer = other.token,
                newer.value != token.value, newer.refresh != token.refresh, other.isValid(at: parts.clock.now),
                try inner.accepts(other)
            {
                return CollectedSession(other, renewed: newer)
            }
            if spends {
                // Sent again, it would end what the server gave for it.
                kept.token?.refresh = nil
                if latest?.token?.refresh == token.refresh { try parts.keep(kept) }
            }
            if error.code != .refused {
                guard !parts.isRefused, earlier.isValid(at: parts.clock.now), error.code != .cancelled,
                    let token = kept.token
                else {
                    guard isUsedUp else { throw error }
                    parts.reporter.warning("the token was not renewed: \(error.message)")
                    return try inner.collect(earlier: kept, deadline: deadline)
                }
                parts.reporter.warning("the token was not renewed, and the old one is kept: \(error.message)")
                // Stored as if it were new, it is due again when a tenth of the rest is left, not for each process that waits.
                return CollectedSession(kept, renewed: token)
            }
            parts.reporter.warning("the token could not be renewed: \(error.message)")
        }
        return try inner.collect(earlier: kept, deadline: deadline)
    }

    /// Returns the time of a renewal: a server that hangs must not use up that of a token which is still valid.
    private func limit(_ earlier: Session, _ deadline: Deadline) -> Deadline {
        let left = earlier.expires.seconds(since: parts.clock.now)
        guard !parts.isRefused, left > 0 else { return deadline }
        return Deadline(seconds: max(1, min(left / 2, deadline.remainingSeconds / 3)), from: parts.clock).or(deadline)
    }
}

extension CollectedSession {
    /// Takes the content of an earlier sign-in with a new token.
    fileprivate init(_ earlier: Session, renewed token: SessionToken) {
        var token = token
        if token.principal == nil { token.principal = earlier.token?.principal }
        self.init(
            jar: earlier.jar, user: earlier.user, presenter: earlier.presenter, logouts: earlier.logouts, token: token,
            result: earlier.result, issued: earlier.issued)
        isRenewed = true
    }
}
