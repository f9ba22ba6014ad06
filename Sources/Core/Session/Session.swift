public import Secrets

/// What a sign-in got: cookies, and how, for whom, from whom and until when.
public struct Session: Sendable, Equatable {
    /// The profile's name, or the host's when there was no profile.
    public var name: String
    /// The command that made it: `saml`.
    public var method: String
    /// The service that it is for: what `export-cookies` filters by unless told another address.
    public var url: WebURL
    /// Who signed in, as far as it is known.
    public var user: String?
    /// For whom the sign-in was asked (`--user`). Where nobody said who it was: no claim, but another user wants another
    /// sign-in.
    public var wantedUser: String?
    /// The presenter that showed the login.
    public var presenter: String
    /// When the sign-in ended.
    public var obtained: Timestamp
    /// When it ends.
    public var expires: Timestamp
    /// How the end is known.
    public var expiryBasis: ExpiryBasis
    /// All cookies, the identity provider's too: they sign out there, and in again without a question.
    public var jar: CookieJar
    /// Where to sign out on servers, in this order, if that is known.
    public var logouts: [Logout]
    /// What the identity provider said, where it was asked to be kept.
    public var token: SessionToken?
    /// The answer of the security token service that the token was exchanged for, where it was asked to be kept.
    public var issued: SharedSecret?
    /// What makes it a session.
    public var result: Result

    /// What a sign-in was for, and without which there is no session.
    public enum Result: String, Sendable {
        /// Cookies for its address.
        case cookies
        /// The token, which came to the finish endpoint.
        case token
    }
    /// By which scheme of HTTP the server lets in; nil: by cookies.
    public var access: SessionAccess?

    /// How the end of a session is known.
    public enum ExpiryBasis: String, Sendable {
        /// The assertion said so (AuthnStatement/@SessionNotOnOrAfter).
        case assertion
        /// A cookie of the service ends then.
        case cookie
        /// The token does.
        case token
        /// Nobody said; it is an assumption.
        case assumed
    }

    /// A sign-out address and how it is called.
    public struct Logout: Sendable, Equatable {
        /// The address that is called.
        public var url: WebURL
        /// POST with an empty body (SAP mobile services) instead of a GET that is followed (single logout).
        public var isPost: Bool

        /// A sign-out address and how it is called.
        public init(url: WebURL, isPost: Bool) {
            self.url = url
            self.isPost = isPost
        }
    }

    /// The longest that a session is trusted when nobody says when it ends: 8 hours.
    public static let assumedLifetimeSeconds: Int64 = 8 * 3600

    /// A session as a sign-in left it; without a sign-out address, a token and a scheme unless told.
    public init(
        name: String, method: String, url: WebURL, user: String?, presenter: String, obtained: Timestamp,
        expires: Timestamp, expiryBasis: ExpiryBasis, jar: CookieJar, logouts: [Logout] = [],
        token: SessionToken? = nil, result: Result = .cookies, access: SessionAccess? = nil, wantedUser: String? = nil,
        issued: SharedSecret? = nil
    ) {
        self.name = name
        self.method = method
        self.url = url
        self.user = user
        self.presenter = presenter
        self.obtained = obtained
        self.expires = expires
        self.expiryBasis = expiryBasis
        self.jar = jar
        self.logouts = logouts
        self.token = token
        self.result = result
        self.access = access
        self.wantedUser = wantedUser
        self.issued = issued
    }

    /// The answer of a security token service that it keeps, beside its token or as its token; nil: none.
    public var securityTokenResponse: SharedSecret? {
        issued ?? token.flatMap { $0.kind == .securityToken ? $0.value : nil }
    }

    /// True when it will hold for `seconds` more, with something left to show: a cookie, the token, or a scheme of HTTP,
    /// whose credential the store has.
    public func isValid(at moment: Timestamp, forSeconds seconds: Int64 = 0) -> Bool {
        expires > moment.adding(seconds: seconds) && hasCredential(at: moment)
    }

    private func hasCredential(at moment: Timestamp) -> Bool {
        switch result {
        case .cookies: access != nil || !jar.cookies(for: url, now: moment).isEmpty
        case .token: token.map { !$0.isExpired(at: moment) } ?? false
        }
    }

    /// How much clocks of one user's machines commonly differ.
    private static let clockToleranceSeconds: Int64 = 300

    /// Returns a warning when the session was made at a time that has not come yet: then its end cannot be believed either.
    public func clockDoubt(at moment: Timestamp) -> String? {
        guard obtained > moment.adding(seconds: Self.clockToleranceSeconds) else { return nil }
        return "the session '\(name.folded(to: 60))' was made at \(obtained.iso8601), which is in the future: "
            + "this machine's clock is wrong, or was then, and the session may be over"
    }

    /// True unless it is known to be somebody else's, or was asked for somebody else.
    public func isFor(_ wanted: String?) -> Bool {
        guard let wanted, let known = user ?? wantedUser else { return true }
        return wanted == known
    }

    /// The kind of its entry in a store.
    public static let entryKind = "session"
    /// The name of its entry in a store.
    public static func entryName(_ name: String) -> String { "session/" + name }
}
