public import Secrets

/// The result of a sign-in: cookies, and their method, user, source and expiry.
public struct Session: Sendable, Equatable {
    /// The name of the profile, or of the host when there was no profile.
    public var name: String
    /// The command that created it, such as `saml`.
    public var method: String
    /// The address of the service; `export-cookies` filters by it by default.
    public var url: WebURL
    /// The user that signed in, if known.
    public var user: String?
    /// The requested user (`--user`). When the server did not name the user, this proves nothing, but a request for
    /// another user needs another sign-in.
    public var wantedUser: String?
    /// The presenter that showed the login.
    public var presenter: String
    /// When the sign-in was completed.
    public var obtained: Timestamp
    /// When the session expires.
    public var expires: Timestamp
    /// The source of the expiry time.
    public var expiryBasis: ExpiryBasis
    /// All cookies, including those of the identity provider: they are needed for signing out there, and for signing in
    /// again without a prompt.
    public var jar: CookieJar
    /// The sign-out addresses, in this order, if known.
    public var logouts: [Logout]
    /// The identity provider's response, if it was to be kept.
    public var token: SessionToken?
    /// The answer of the security token service that the token was exchanged for, if it was to be kept.
    public var issued: SharedSecret?
    /// What the session consists of.
    public var result: Result

    /// The goal of a sign-in, without which there is no session.
    public enum Result: String, Sendable {
        /// Cookies for the session's address.
        case cookies
        /// The token that arrived at the finish endpoint.
        case token
    }
    /// The absolute path of the file with the certificates that the sign-in trusted (`--cacert`), which later requests
    /// of the session trust, too; nil: those of the system.
    public var authorities: String?
    /// The HTTP authentication scheme that the server accepted; nil for cookies.
    public var access: SessionAccess?

    /// The source of a session's expiry time.
    public enum ExpiryBasis: String, Sendable {
        /// The assertion (AuthnStatement/@SessionNotOnOrAfter).
        case assertion
        /// A cookie of the service.
        case cookie
        /// The token.
        case token
        /// An assumption, because the server did not say.
        case assumed
    }

    /// A sign-out address and its method.
    public struct Logout: Sendable, Equatable {
        /// The address.
        public var url: WebURL
        /// Whether to send a POST with an empty body (SAP mobile services) instead of a GET whose redirects are
        /// followed (single logout).
        public var isPost: Bool

        /// Creates a sign-out.
        public init(url: WebURL, isPost: Bool) {
            self.url = url
            self.isPost = isPost
        }
    }

    /// The assumed lifetime of a session without a known expiry: 8 hours.
    public static let assumedLifetimeSeconds: Int64 = 8 * 3600

    /// Creates a session; by default without a sign-out address, a token and a scheme.
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

    /// The answer of a security token service, kept beside its token or as its token; nil for none.
    public var securityTokenResponse: SharedSecret? {
        issued ?? token.flatMap { $0.kind == .securityToken ? $0.value : nil }
    }

    /// Returns whether the session will be valid for `seconds` more and has a cookie, a token, or an HTTP scheme whose
    /// credential is in the store.
    public func isValid(at moment: Timestamp, forSeconds seconds: Int64 = 0) -> Bool {
        expires > moment.adding(seconds: seconds) && hasCredential(at: moment)
    }

    private func hasCredential(at moment: Timestamp) -> Bool {
        switch result {
        case .cookies: access != nil || !jar.cookies(for: url, now: moment).isEmpty
        case .token: token.map { !$0.isExpired(at: moment) } ?? false
        }
    }

    /// The usual clock difference between the machines of one user, in seconds.
    private static let clockToleranceSeconds: Int64 = 300

    /// Returns a warning when the session was created in the future: then its expiry time is unreliable, too.
    public func clockDoubt(at moment: Timestamp) -> String? {
        guard obtained > moment.adding(seconds: Self.clockToleranceSeconds) else { return nil }
        return "the session '\(name.folded(to: 60))' was made at \(obtained.iso8601), which is in the future: "
            + "this machine's clock is wrong, or was then, and the session may be over"
    }

    /// Returns false when the session is known to be of another user, or was requested for another user. The name in a
    /// Kerberos ticket has a realm, which `--user` need not have.
    public func isFor(_ wanted: String?) -> Bool {
        guard let wanted, let known = user ?? wantedUser else { return true }
        return wanted == known || access?.scheme == .negotiate && KerberosPrincipal(known).isOf(wanted)
    }

    /// The kind of its store entry.
    public static let entryKind = "session"
    /// Returns the name of its store entry.
    public static func entryName(_ name: String) -> String { entryPrefix + name }
    /// Returns the name of the session in the entry called `entry`; nil for an entry of another group.
    ///
    /// Byte by byte: a combining mark may follow the prefix.
    public static func name(ofEntry entry: String) -> String? {
        let rest = entry.utf8.dropFirst(entryPrefix.utf8.count)
        return entry.utf8.starts(with: entryPrefix.utf8) && !rest.isEmpty ? String(Substring(rest)) : nil
    }
    private static let entryPrefix = "session/"
}
