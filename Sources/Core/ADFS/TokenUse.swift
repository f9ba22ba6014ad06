import Secrets

/// What is made of the answer of a security token service, whichever way it was got: by pages or without.
public struct TokenUse {
    /// Keep the answer beside the cookies, or beside what it was exchanged for.
    public var keepsAnswer = false
    /// Judges the token before anything is made of it, by its signature; nil: nobody does.
    public var judge: ((IssuedToken) throws(FedauthError) -> Void)?
    /// Changes the answer for a platform's token; nil: the answer is the result.
    public var exchange: ((SecurityTokenResponse, Deadline) throws(FedauthError) -> SessionToken)?

    /// The answer as it is.
    public init() {}

    /// What a judge has let pass is kept, too: nobody knows later of an answer that is gone whether it was judged.
    private var keeps: Bool { keepsAnswer || judge != nil }

    /// Throws for a token that is for another relying party or over already, or that the judge does not let pass.
    func accept(_ response: SecurityTokenResponse, for realm: String, at now: Timestamp) throws(FedauthError) {
        try response.requireRealm(realm)
        try response.requireNotOver(at: now)
        try judge?(response.token)
    }

    /// The token that is the result, and the answer where that is kept beside it. Throws what the exchange throws.
    func result(
        of response: SecurityTokenResponse, for realm: String, _ deadline: Deadline
    ) throws(FedauthError) -> (token: SessionToken, issued: SharedSecret?) {
        guard let exchange else { return (response.sessionToken(for: realm), nil) }
        return (try exchange(response, deadline), keeps ? response.bytes : nil)
    }

    /// The answer as it is kept beside cookies; nil: it is not.
    func kept(_ response: SecurityTokenResponse?, for realm: String) -> SessionToken? {
        keeps ? response?.sessionToken(for: realm) : nil
    }

    /// False for a session of another kind than would be made of an answer now, for another relying party, or of a token
    /// that the judge does not let pass.
    ///
    /// - Parameter wantsCookies: the relying party's cookies are the result.
    func takes(
        _ session: Session, wantsCookies: Bool, realm: String, reader: any SecurityTokenReader
    ) -> Bool {
        guard wantsCookies == (session.result == .cookies), isLetPass(session, reader) else { return false }
        guard let token = session.token else { return exchange == nil }
        guard exchange == nil else { return token.kind == .bearer }
        // A token for another relying party is of no use to this one.
        return token.audience.map { Realm.same($0, realm) } ?? true
    }

    /// What the session keeps of the answer is judged again, since it may have been made without a judge. What keeps nothing
    /// that could be judged is not let pass.
    private func isLetPass(_ session: Session, _ reader: any SecurityTokenReader) -> Bool {
        let ownToken = exchange == nil && session.token?.kind == .bearer ? session.token?.value : nil
        guard let judge else { return true }
        guard let kept = session.securityTokenResponse ?? ownToken else { return false }
        do throws(FedauthError) {
            try judge(try reader.securityTokenResponse(kept).token)
            return true
        } catch {
            return false
        }
    }
}
