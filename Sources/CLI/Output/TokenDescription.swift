import Core

/// The content of a session's token, as `fedauth token` shows it; excludes the token itself.
struct TokenDescription: Encodable {
    struct Claim: Encodable {
        var name: String
        var values: [String]
    }

    /// The issued assertion or JSON Web Token. Times are seconds since 1970.
    struct Issued: Encodable {
        var audiences: [String]
        var claims: [Claim]
        var id: String?
        var issuer: String?
        var kind: String
        var notBefore: Int64?
        var notOnOrAfter: Int64?
        var presentableUntil: Int64?
        var recipient: String?
        var subject: String?

        init(_ token: IssuedToken) {
            audiences = token.audiences
            claims = token.claims.map { Claim(name: $0.name, values: $0.values) }
            id = token.identifier
            issuer = token.issuer
            kind = token.kind.rawValue
            notBefore = token.notBefore?.seconds
            notOnOrAfter = token.notOnOrAfter?.seconds
            presentableUntil = token.presentableUntil?.seconds
            recipient = token.recipient
            subject = token.subject
        }
    }

    var audience: String?
    var expires: Int64?
    var issued: Issued?
    var kind: String
    var principal: String?
    var profile: String
    var type: String?

    init(_ token: SessionToken, of profile: String, issued: IssuedToken? = nil) {
        audience = token.audience
        expires = token.expires?.seconds
        self.issued = issued.map(Issued.init)
        kind = token.kind.rawValue
        principal = token.principal
        self.profile = profile
        type = token.type
    }
}
