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
    /// The presenter that showed the login.
    public var presenter: String
    /// When the sign-in was completed.
    public var obtained: Timestamp
    /// When the session expires.
    public var expires: Timestamp
    /// The source of the expiry time.
    public var expiryBasis: ExpiryBasis
    /// All cookies, also the provider's: for signing out there, and for signing in again without a prompt.
    public var jar: CookieJar
    /// The sign-out addresses, in this order, if known.
    public var logouts: [Logout] = []
    /// The identity provider's response, if it was to be kept.
    public var token: SessionToken?
    /// What the session consists of.
    public var result = Result.cookies
    /// The HTTP authentication scheme that the server accepted; nil for cookies.
    public var access: SessionAccess?
    /// The requested user (`--user`). When the server did not name the user, this proves nothing, but a request for
    /// another user needs another sign-in.
    public var wantedUser: String?
    /// The answer of the security token service that the token was exchanged for, if it was to be kept.
    public var issued: SharedSecret?
    /// The absolute path of the file with the certificates that the sign-in trusted (`--cacert`), which later requests
    /// of the session trust, too; nil: those of the system.
    public var authorities: String?
    /// Where the sign-in began; nil: at the session's address.
    public var start: WebURL?
    /// The words that sign in like this again, behind the method's command; empty: its addresses are enough.
    public var words: [String] = []

    /// The goal of a sign-in, without which there is no session.
    public enum Result: String, Sendable {
        /// Cookies for the session's address.
        case cookies
        /// The token that arrived at the finish endpoint.
        case token
    }

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
        public init(url: WebURL, isPost: Bool) { (self.url, self.isPost) = (url, isPost) }
    }

    /// The assumed lifetime of a session without a known expiry: 8 hours.
    public static let assumedLifetimeSeconds: Int64 = 8 * 3600

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

    /// Returns whether the session is known to be of this user, or was requested for this user; nil: any will do. The name in a
    /// Kerberos ticket has a realm, which `--user` need not have.
    public func isFor(_ wanted: String?) -> Bool {
        guard let wanted else { return true }
        guard let known = user ?? wantedUser else { return false }
        return wanted == known || access?.scheme == .negotiate && KerberosPrincipal(known).isOf(wanted)
    }

    /// The kind of its store entry.
    public static let entryKind = "session"
    /// Returns the name of its store entry.
    public static func entryName(_ name: String) -> String { entryPrefix + name }
    /// Returns the name of the session in the entry called `entry`; nil for an entry of another group. Byte by byte: a
    /// combining mark may follow the prefix.
    public static func name(ofEntry entry: String) -> String? {
        let rest = entry.utf8.dropFirst(entryPrefix.utf8.count)
        return entry.utf8.starts(with: entryPrefix.utf8) && !rest.isEmpty ? String(Substring(rest)) : nil
    }
    private static let entryPrefix = "session/"

    /// Returns the fields for a request to `url`: Cookie, and Authorization for a bearer token (RFC 6750 section 2.1),
    /// which is sent only to the session's own origin. Empty when the session has none for it. Throws `bad-answer` for
    /// a value that is not allowed in a field, because a line break would begin another field.
    public func headerFields(for url: WebURL, at moment: Timestamp) throws(FedauthError) -> [Request.Header] {
        var fields: [Request.Header] = []
        if let cookies = try cookieField(for: url, at: moment) { fields.append(cookies) }
        if let token, sendsToken(to: url, at: moment) { fields.append(try authorization(token)) }
        return fields
    }

    /// Returns the Authorization field of a bearer token. Throws as `headerFields` does.
    public func authorization(_ token: SessionToken) throws(FedauthError) -> Request.Header {
        var value = Secret()
        value.append(token.authenticationScheme + " ")
        token.value.withBytes { value.append($0) }
        return try checked(Request.Header("Authorization", SharedSecret(value)))
    }

    /// The cookies that requests may get: with a token by OAuth none, as they are those of its issuer, nor with a SAML response that
    /// was not sent.
    var serviceJar: CookieJar {
        token?.oauth == nil && !(result == .token && token?.kind == .samlResponse) ? jar : CookieJar()
    }

    /// Returns only the Cookie field (RFC 6265 section 5.4); nil when no cookie is sent to `url`. Throws as
    /// `headerFields` does: cookies from servers contain no control characters, but a store may hold other data.
    public func cookieField(for url: WebURL, at moment: Timestamp) throws(FedauthError) -> Request.Header? {
        guard let cookies = serviceJar.header(for: url, now: moment) else { return nil }
        return try checked(Request.Header("Cookie", cookies))
    }

    /// Returns whether a field for `url` must not be sent over http: a Secure cookie or, for an https address, a bearer
    /// token (RFC 6750 section 5.3) or a user's password.
    public func needsHTTPS(for url: WebURL, at moment: Timestamp) -> Bool {
        url.scheme == .https
            && (sendsToken(to: url, at: moment) || access != nil && url.origin == self.url.origin
                || serviceJar.cookies(for: url, now: moment).contains(where: \.isSecure))
    }

    /// Returns whether a request to `url` would use the session: a cookie, its token, or its HTTP credential.
    public func shows(at url: WebURL, _ moment: Timestamp) -> Bool {
        sendsToken(to: url, at: moment) || access != nil && url.origin == self.url.origin
            || !serviceJar.cookies(for: url, now: moment).isEmpty
    }

    /// Returns whether the session is a bearer token for the origin of `url`, even an expired one.
    public func isBearerToken(for url: WebURL) -> Bool {
        result == .token && token?.kind == .bearer && tokenCovers(url)
    }

    /// Returns whether the token is for an address: its origin and, of a token by OAuth, the path of its resource or below
    /// (RFC 9728 section 3.3).
    public func tokenCovers(_ url: WebURL) -> Bool {
        url.origin == self.url.origin && (token?.oauth == nil || url.isBelow(self.url))
    }

    private func sendsToken(to url: WebURL, at moment: Timestamp) -> Bool {
        token.map { $0.kind == .bearer && !$0.isExpired(at: moment) } ?? false && tokenCovers(url)
    }

    func checked(_ field: Request.Header) throws(FedauthError) -> Request.Header {
        guard field.value.withBytes({ $0.allSatisfy(Self.fits) }) else {
            throw FedauthError(
                .badAnswer,
                "the session '\(name)' has a control character in what its '\(field.name)' field would hold",
                hint: "sign in again with '--force'")
        }
        return field
    }

    /// Returns whether a byte is allowed (RFC 9110 section 5.5): a tab, and everything that is not a control character.
    private static func fits(_ byte: UInt8) -> Bool { byte == 0x09 || byte >= 0x20 && byte != 0x7F }

    /// All values in the session that would let a reader use it.
    public var secrets: [(name: String, value: SharedSecret)] {
        let tokens = [
            ("the token", token?.value), ("the refresh token", token?.refresh), ("the ID token", token?.oauth?.idToken),
            ("the client's secret", token?.oauth?.secret),
        ]
        return jar.cookies.map { ("the cookie '\($0.name)'", $0.value) }
            + tokens.compactMap { name, value in value.map { (name, $0) } }
    }
}
