import Secrets

/// The use of a security token service's answer, for sign-ins with and without pages.
public struct TokenPolicy {
    /// Keeps the answer beside the cookies, or beside the token that it was exchanged for.
    public var keepsAnswer = false
    /// Verifies the token's signature before any use; nil: signatures are not verified.
    public var verify: ((IssuedToken) throws(FedauthError) -> Void)?
    /// Exchanges the answer for a platform's token; nil: the answer is the result.
    public var exchange: ((SecurityTokenResponse, Deadline) throws(FedauthError) -> SessionToken)?

    /// Creates a use that keeps the answer unchanged.
    public init() {}

    /// Keeps verified answers, so that a later `--verify` can check them again.
    private var keeps: Bool { keepsAnswer || verify != nil }

    /// Throws for a token that is for another relying party, has expired, or that `verify` refuses.
    func accept(_ response: SecurityTokenResponse, for realm: String, at now: Timestamp) throws(FedauthError) {
        try response.requireRealm(realm)
        try response.requireNotOver(at: now)
        try verify?(response.token)
    }

    /// Returns the resulting token, and the answer if it is kept beside it. Throws the exchange's errors.
    func result(
        of response: SecurityTokenResponse, for realm: String, _ deadline: Deadline
    ) throws(FedauthError) -> (token: SessionToken, issued: SharedSecret?) {
        guard let exchange else { return (response.sessionToken(for: realm), nil) }
        return (try exchange(response, deadline), keeps ? response.bytes : nil)
    }

    /// Returns the answer to keep beside cookies; nil: it is not kept.
    func kept(_ response: SecurityTokenResponse?, for realm: String) -> SessionToken? {
        keeps ? response?.sessionToken(for: realm) : nil
    }

    /// Returns false for a session of another kind than a new sign-in would make (`wantsCookies`: the relying party's),
    /// for another relying party, or with a token that `verify` refuses.
    func accepts(_ session: Session, wantsCookies: Bool, realm: String, reader: any SecurityTokenReader) -> Bool {
        guard wantsCookies == (session.result == .cookies), passesVerification(session, reader) else { return false }
        guard let token = session.token else { return exchange == nil }
        guard exchange == nil else { return token.kind == .bearer }
        // A token for another relying party is useless here.
        return token.audience.map { Realm.same($0, realm) } ?? true
    }

    /// Verifies the kept answer again, because the session may have been made without verification. Returns false for a
    /// session without an answer to verify.
    private func passesVerification(_ session: Session, _ reader: any SecurityTokenReader) -> Bool {
        let ownToken = exchange == nil && session.token?.kind == .bearer ? session.token?.value : nil
        guard let verify else { return true }
        guard let kept = session.securityTokenResponse ?? ownToken else { return false }
        return (try? verify(reader.securityTokenResponse(kept).token)) != nil
    }
}
