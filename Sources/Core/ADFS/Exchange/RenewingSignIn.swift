/// A sign-in that first tries to renew its token with the refresh token (RFC 6749 section 6). The user signs in only
/// when there is no refresh token, or the platform refuses it.
public final class RenewingSignIn: SignInMethod {
    private let inner: any SignInMethod
    private let exchange: TokenExchange
    private let reporter: any Reporter
    private let isForced: Bool

    /// Creates a sign-in with renewal.
    ///
    /// - Parameter isForced: the user wants a new sign-in (`--force`), not only a new token.
    public init(_ inner: any SignInMethod, renewingBy exchange: TokenExchange, isForced: Bool, reporter: any Reporter) {
        self.inner = inner
        self.exchange = exchange
        self.isForced = isForced
        self.reporter = reporter
    }

    /// The method of the inner sign-in.
    public var method: String { inner.method }
    /// The target of the inner sign-in.
    public var target: WebURL { inner.target }
    /// The user of the inner sign-in.
    public var user: String? { inner.user }

    /// Returns the answer of the inner sign-in.
    public func accepts(_ session: Session) throws(FedauthError) -> Bool { try inner.accepts(session) }

    /// Checks the session by the inner sign-in.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try inner.check(&session, deadline: deadline)
    }

    /// Renews the earlier token, or signs in. Throws the errors of both, except for a refused refresh token.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        // A token that the sign-in does not accept, such as one without a verified signature, is not renewed either.
        guard !isForced, let earlier, earlier.url == target, earlier.method == method, earlier.isFor(user),
            try inner.accepts(earlier), let token = earlier.token
        else { return try inner.collect(earlier: earlier, deadline: deadline) }
        do throws(FedauthError) {
            if let renewed = try exchange.renew(token, deadline: deadline) {
                return CollectedSession(earlier, renewed: renewed)
            }
        } catch  where error.code == .refused {
            reporter.detail("the token could not be renewed, so a new sign-in begins: \(error.message)")
        }
        return try inner.collect(earlier: earlier, deadline: deadline)
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
    }
}
