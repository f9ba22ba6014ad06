extension IssuedToken {
    /// How far the issuer's clock may be ahead of this machine's.
    static let toleratedSkewSeconds: Int64 = 300

    /// Throws `refused` for a token that is not yet valid or has unreadable times, and, if `needsAudience`, for one
    /// without an audience, which every service would accept (SAML 2.0 core, section 2.5.1; RFC 7519, section 4.1).
    public func requireConditions(at now: Timestamp, needsAudience: Bool) throws(FedauthError) {
        if let notBefore {
            guard notBefore <= now.adding(seconds: Self.toleratedSkewSeconds) else {
                throw FedauthError(
                    .refused, "the token does not count before \(notBefore.iso8601)",
                    hint: "check this machine's clock; else ask its issuer")
            }
        } else if kind == .jwt, claims.contains(where: { $0.name == "nbf" }) {
            throw FedauthError(
                .refused, "the token's 'nbf' is not a time", hint: "ask its issuer for one by RFC 7519, section 4.1.5")
        }
        guard kind != .jwt || notOnOrAfter != nil || !claims.contains(where: { $0.name == "exp" }) else {
            throw FedauthError(
                .refused, "the token's 'exp' is not a time", hint: "ask its issuer for one by RFC 7519, section 4.1.4")
        }
        guard !needsAudience || audiences.contains(where: Self.isVisible) else {
            throw FedauthError(
                .refused, "the token has no audience",
                hint: "if its issuer never names one, accept it with '--verify-no-audience'")
        }
    }

    /// Returns whether the text has a visible character: spaces, controls and zero-width characters identify no
    /// audience.
    private static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
                && ![.control, .format, .unassigned].contains($0.properties.generalCategory)
        }
    }
}
