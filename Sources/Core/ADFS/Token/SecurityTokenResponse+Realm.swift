extension SecurityTokenResponse {
    /// Throws `bad-answer` for a token for another relying party: it is useless here, and may come from an attack. The
    /// response around the token is not signed, so its audience is used only when the token names none.
    func requireRealm(_ realm: String) throws(FedauthError) {
        let named = token.audiences.isEmpty ? [appliesTo].compactMap { $0 } : token.audiences
        guard let first = named.first, !named.contains(where: { Realm.same($0, realm) }) else { return }
        throw FedauthError(
            .badAnswer, "the token is for '\(first.folded(to: 120))', and '\(realm.folded(to: 120))' was asked for",
            hint: "nothing was stored; if that relying party is right, give it as '--realm'")
    }

    /// Throws `bad-answer` for a token that has expired by its own times or those of the response, so that it is
    /// neither used nor forwarded.
    func requireNotOver(at now: Timestamp) throws(FedauthError) {
        guard let end, end.adding(seconds: IssuedToken.toleratedSkewSeconds) <= now else { return }
        throw FedauthError(
            .badAnswer, "the token has expired already: it ended at \(end.iso8601)",
            hint: "compare the clocks of this machine and of the security token service")
    }

    /// Returns the token as a session keeps it: of several audiences, the requested one.
    func sessionToken(for realm: String) -> SessionToken {
        var made = sessionToken
        if let own = token.audiences.first(where: { Realm.same($0, realm) }) { made.audience = own }
        return made
    }
}

/// The identifier of a relying party.
enum Realm {
    /// Returns whether two texts name the same relying party: a slash at the end is ignored.
    static func same(_ left: String, _ right: String) -> Bool { bare(left) == bare(right) }

    private static func bare(_ text: String) -> Substring { text.hasSuffix("/") ? text.dropLast() : text[...] }
}
