import Secrets

extension Session {
    /// The fields that a request to `url` needs: Cookie (RFC 6265 section 5.4), and Authorization for a bearer token
    /// (RFC 6750 section 2.1), which goes to the session's own origin only. Empty when the session has nothing for it.
    ///
    /// Throws `bad-answer` for a value that does not fit into a field: a line break would begin another one.
    public func headerFields(for url: WebURL, at moment: Timestamp) throws(FedauthError) -> [Request.Header] {
        var fields: [Request.Header] = []
        if let cookies = jar.header(for: url, now: moment) { fields.append(Request.Header("Cookie", cookies)) }
        if let token, token.kind == .bearer, !token.isExpired(at: moment), url.origin == self.url.origin {
            var value = Secret()
            value.append("Bearer ")
            token.value.withBytes { value.append($0) }
            fields.append(Request.Header("Authorization", SharedSecret(value)))
        }
        for field in fields where !field.value.withBytes({ $0.allSatisfy(Self.fits) }) {
            throw FedauthError(
                .badAnswer,
                "the session '\(name)' has a control character in what its '\(field.name)' field would hold",
                hint: "sign in again by 'fedauth login \(name) --force'")
        }
        return fields
    }

    /// RFC 9110 section 5.5: a tab, and everything that is no control character.
    private static func fits(_ byte: UInt8) -> Bool { byte == 0x09 || byte >= 0x20 && byte != 0x7F }
}
