/// A sign-in whose token is renewed by its refresh token first (RFC 6749 section 6). Only when there is none, or the platform
/// does not take it any more, somebody signs in.
public final class RenewingSignIn: SignInMethod {
    private let inner: any SignInMethod
    private let exchange: TokenExchange
    private let reporter: any Reporter
    private let isForced: Bool

    /// - Parameter isForced: somebody wants a new sign-in (`--force`), not a new token.
    public init(_ inner: any SignInMethod, renewingBy exchange: TokenExchange, isForced: Bool, reporter: any Reporter) {
        self.inner = inner
        self.exchange = exchange
        self.isForced = isForced
        self.reporter = reporter
    }

    /// That of the sign-in.
    public var method: String { inner.method }
    /// That of the sign-in.
    public var target: WebURL { inner.target }
    /// That of the sign-in.
    public var user: String? { inner.user }

    /// As the sign-in does.
    public func takes(_ session: Session) throws(FedauthError) -> Bool { try inner.takes(session) }

    /// As the sign-in does.
    public func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool {
        try inner.check(&session, deadline: deadline)
    }

    /// Renews the earlier token, or signs in. Throws as both do, but not for a refresh token that is refused.
    public func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession {
        // What the sign-in would not take, such as what nobody's signature vouches for, is not renewed either.
        guard !isForced, let earlier, earlier.url == target, earlier.method == method, earlier.isFor(user),
            try inner.takes(earlier), let token = earlier.token
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
    /// What an earlier sign-in brought back, with another token.
    fileprivate init(_ earlier: Session, renewed token: SessionToken) {
        var token = token
        if token.principal == nil { token.principal = earlier.token?.principal }
        self.init(
            jar: earlier.jar, user: earlier.user, presenter: earlier.presenter, logouts: earlier.logouts, token: token,
            result: earlier.result, issued: earlier.issued)
    }
}
