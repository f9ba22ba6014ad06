import Secrets

extension Session {
    /// Returns the fields for a request to `url`: Cookie, and Authorization for a bearer token (RFC 6750 section 2.1),
    /// which is sent only to the session's own origin. Empty when the session has none for it.
    ///
    /// Throws `bad-answer` for a value that is not allowed in a field, because a line break would begin another field.
    public func headerFields(for url: WebURL, at moment: Timestamp) throws(FedauthError) -> [Request.Header] {
        var fields: [Request.Header] = []
        if let cookies = try cookieField(for: url, at: moment) { fields.append(cookies) }
        if let token, sendsToken(to: url, at: moment) {
            fields.append(try authorization(token))
        }
        return fields
    }

    /// Returns the Authorization field of a bearer token. Throws as `headerFields` does.
    func authorization(_ token: SessionToken) throws(FedauthError) -> Request.Header {
        var value = Secret()
        value.append(token.authenticationScheme + " ")
        token.value.withBytes { value.append($0) }
        return try checked(Request.Header("Authorization", SharedSecret(value)))
    }

    /// Returns only the Cookie field (RFC 6265 section 5.4); nil when no cookie is sent to `url`. Throws as
    /// `headerFields` does: cookies from servers contain no control characters, but a store may hold other data.
    public func cookieField(for url: WebURL, at moment: Timestamp) throws(FedauthError) -> Request.Header? {
        guard let cookies = jar.header(for: url, now: moment) else { return nil }
        return try checked(Request.Header("Cookie", cookies))
    }

    /// Returns whether a field for `url` must not be sent over http: a Secure cookie or, for an https address, a bearer
    /// token (RFC 6750 section 5.3) or a user's password.
    public func needsHTTPS(for url: WebURL, at moment: Timestamp) -> Bool {
        url.scheme == .https
            && (sendsToken(to: url, at: moment) || access != nil && url.origin == self.url.origin
                || jar.cookies(for: url, now: moment).contains(where: \.isSecure))
    }

    /// Returns whether a request to `url` would use the session: a cookie, its token, or its HTTP credential.
    public func shows(at url: WebURL, _ moment: Timestamp) -> Bool {
        sendsToken(to: url, at: moment) || access != nil && url.origin == self.url.origin
            || !jar.cookies(for: url, now: moment).isEmpty
    }

    /// Returns whether the session is a bearer token for the origin of `url`, even an expired one.
    public func isBearerToken(for url: WebURL) -> Bool {
        result == .token && token?.kind == .bearer && url.origin == self.url.origin
    }

    private func sendsToken(to url: WebURL, at moment: Timestamp) -> Bool {
        bearerToken(for: url.origin, at: moment) != nil
    }

    /// Returns the bearer token for the session's own origin; nil when there is none that is valid.
    func bearerToken(for origin: Origin, at moment: Timestamp) -> SessionToken? {
        guard let token, token.kind == .bearer, !token.isExpired(at: moment), origin == url.origin else { return nil }
        return token
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
}
