public import Secrets

/// What differs between the ways to sign in; the rest is `SignIn`.
public protocol SignInMethod: AnyObject {
    /// The command's name, kept in the session.
    var method: String { get }
    /// The session's own address.
    var target: WebURL { get }
    /// Who is to be signed in; nil: whoever it turns out to be.
    var user: String? { get }

    /// Whether a session of the same address and user is what this method would make.
    func takes(_ session: Session) throws(FedauthError) -> Bool

    /// Signs in. `earlier` is what the last sign-in left: its cookies may spare a question.
    func collect(earlier: Session?, deadline: Deadline) throws(FedauthError) -> CollectedSession

    /// Asks the server whether `session` still holds; takes the cookies that it renews.
    func check(_ session: inout Session, deadline: Deadline) throws(FedauthError) -> Bool
}

extension SignInMethod {
    /// Yes: the address says all.
    public func takes(_ session: Session) throws(FedauthError) -> Bool { true }
}

/// What a method brought back, before it has a name.
public struct CollectedSession: Sendable {
    /// All cookies, of all hosts on the way.
    public var jar: CookieJar
    /// Who it turned out to be; nil: nobody said.
    public var user: String?
    /// The presenter's name, kept in the session.
    public var presenter: String
    /// The end that the assertion named.
    public var assertedEnd: Timestamp?
    /// Where to sign out, if it is known.
    public var logouts: [Session.Logout]
    /// What the identity provider said, if it is to be kept.
    public var token: SessionToken?
    /// The answer of the security token service that the token was exchanged for, if it is to be kept.
    public var issued: SharedSecret?
    /// What the sign-in was for.
    public var result: Session.Result
    /// By which scheme of HTTP the server lets in; nil: by cookies.
    public var access: SessionAccess?
    /// Why this may be no sign-in at all, for a warning.
    public var doubt: String?

    /// What was collected; nothing is judged yet.
    public init(
        jar: CookieJar, user: String?, presenter: String, assertedEnd: Timestamp? = nil,
        logouts: [Session.Logout] = [], token: SessionToken? = nil, result: Session.Result = .cookies,
        access: SessionAccess? = nil,
        doubt: String? = nil, issued: SharedSecret? = nil
    ) {
        self.jar = jar
        self.user = user
        self.presenter = presenter
        self.assertedEnd = assertedEnd
        self.logouts = logouts
        self.token = token
        self.result = result
        self.access = access
        self.doubt = doubt
        self.issued = issued
    }
}
