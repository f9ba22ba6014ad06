public import Secrets

/// The parts that differ between sign-in methods; the rest is in `SignIn`.
public protocol SignInMethod: AnyObject {
    /// The name of the command, stored in the session.
    var method: String { get }
    /// The address of the session.
    var target: WebURL { get }
    /// Where it begins, if that is another address.
    var beginning: WebURL? { get }
    /// The user to sign in; nil for any user.
    var user: String? { get }

    /// Returns whether this method would create such a session; its address and user already match.
    func accepts(_ session: Session) throws(FedauthError) -> Bool

    /// Signs in. `earlier` is the last session: its cookies may save a prompt.
    func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession

    /// Asks the server whether `session` is still valid, and takes the cookies that it renews.
    func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool

    /// Has the server end a session that it has just given and that nobody keeps.
    func takeBack(_ session: Session, deadline: Deadline) throws(FedauthError)
}

extension SignInMethod {
    /// Nil.
    public var beginning: WebURL? { nil }

    /// Returns true, because the address is sufficient.
    public func accepts(_ session: Session) throws(FedauthError) -> Bool { true }

    /// Does nothing: only a token that was renewed can be of a session that has ended meanwhile.
    public func takeBack(_ session: Session, deadline: Deadline) throws(FedauthError) {}
}

/// The result of a method, before the session has a name.
public struct CollectedSession: Sendable {
    /// All cookies, of all hosts that were visited.
    public var jar: CookieJar
    /// The user; nil when unknown.
    public var user: String?
    /// The name of the presenter, stored in the session.
    public var presenter: String
    /// The expiry time from the assertion.
    public var assertedEnd: Timestamp?
    /// The sign-out addresses, if known.
    public var logouts: [Session.Logout] = []
    /// The identity provider's response, if it is to be kept.
    public var token: SessionToken?
    /// The goal of the sign-in.
    public var result = Session.Result.cookies
    /// The HTTP authentication scheme that the server accepted; nil for cookies.
    public var access: SessionAccess?
    /// Why the sign-in may not have succeeded, for a warning.
    public var doubt: String?
    /// The answer of the security token service that the token was exchanged for, if it is to be kept.
    public var issued: SharedSecret?
    /// Whether it is the earlier session with another token.
    var isRenewed = false
}
