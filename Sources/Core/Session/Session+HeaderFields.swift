import Secrets

extension Session {
    /// The fields that a request to `url` needs: Cookie, and Authorization for a bearer token (RFC 6750 section 2.1), which
    /// goes to the session's own origin only. Empty when the session has nothing for it.
    ///
    /// Throws `bad-answer` for a value that does not fit into a field: a line break would begin another one.
    public func headerFields(for url: WebURL, at moment: Timestamp) throws(FedauthError) -> [Request.Header] {
        var fields: [Request.Header] = []
        if let cookies = try cookieField(for: url, at: moment) { fields.append(cookies) }
        if let token, sendsToken(to: url, at: moment) {
            fields.append(try authorization(token))
        }
        return fields
    }

    /// The Authorization field of a bearer token. Throws as `headerFields` does.
    func authorization(_ token: SessionToken) throws(FedauthError) -> Request.Header {
        var value = Secret()
        value.append(token.authenticationScheme + " ")
        token.value.withBytes { value.append($0) }
        return try checked(Request.Header("Authorization", SharedSecret(value)))
    }

    /// The Cookie field alone (RFC 6265 section 5.4); nil when no cookie goes to `url`. Throws as `headerFields` does: what
    /// a server sets has no control character, but a store may hold what no server has set.
    public func cookieField(for url: WebURL, at moment: Timestamp) throws(FedauthError) -> Request.Header? {
        guard let cookies = jar.header(for: url, now: moment) else { return nil }
        return try checked(Request.Header("Cookie", cookies))
    }

    /// Whether one of the fields for `url` must not go over http: a Secure cookie, or, for an https address, a bearer token
    /// (RFC 6750 section 5.3) or a user's password.
    public func needsHTTPS(for url: WebURL, at moment: Timestamp) -> Bool {
        url.scheme == .https
            && (sendsToken(to: url, at: moment) || access != nil && url.origin == self.url.origin
                || jar.cookies(for: url, now: moment).contains(where: \.isSecure))
    }

    /// Whether a request to `url` shows anything of it: a cookie, its token, or the credential of its scheme.
    public func shows(at url: WebURL, _ moment: Timestamp) -> Bool {
        sendsToken(to: url, at: moment) || access != nil && url.origin == self.url.origin
            || !jar.cookies(for: url, now: moment).isEmpty
    }

    /// Whether it is a bearer token for the origin of `url`, also when it is over.
    public func isBearerToken(for url: WebURL) -> Bool {
        result == .token && token?.kind == .bearer && url.origin == self.url.origin
    }

    private func sendsToken(to url: WebURL, at moment: Timestamp) -> Bool {
        guard let token else { return false }
        return token.kind == .bearer && !token.isExpired(at: moment) && url.origin == self.url.origin
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

    /// RFC 9110 section 5.5: a tab, and everything that is no control character.
    private static func fits(_ byte: UInt8) -> Bool { byte == 0x09 || byte >= 0x20 && byte != 0x7F }
}
