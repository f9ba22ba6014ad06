public import Core
import Secrets

/// The parts of a token that can be printed.
public enum TokenOutput: String, CaseIterable, Sendable {
    /// The token as it is sent.
    case token
    /// The SAML assertion, to the byte, and the same in Base64.
    case assertion
    case assertionBase64 = "assertion-base64"
    /// The server's whole answer.
    case response
    /// What the token says, without the token, and with it.
    case claims, json
}

/// A session's token as it is printed.
struct TokenText {
    let session: Session
    let token: SessionToken
    /// Reads the response that issued the token.
    let reader: any SecurityTokenReader

    /// The server's response that issued the token, if the session stores it.
    var issued: SecurityTokenResponse? {
        get throws(FedauthError) {
            guard let bytes = response else {
                guard let jwt = IssuedToken(compact: token.value) else { return nil }
                return SecurityTokenResponse(bytes: token.value, token: jwt)
            }
            return try reader.securityTokenResponse(bytes)
        }
    }

    /// The same response, unchanged.
    private var response: SharedSecret? {
        session.securityTokenResponse ?? (token.kind == .samlResponse ? Base64.decode(token.value) : nil)
    }

    /// The token as it is sent: XML in Base64, so that it is one line.
    var wire: SharedSecret { token.kind == .securityToken ? Base64.encode(token.value) : token.value }

    /// Throws `not-found` for what the session does not store, and `token-type` for what the token does not contain.
    func text(_ output: TokenOutput) throws(FedauthError) -> Secret {
        switch output {
        case .token: return line(wire)
        case .response: return try kept().bytes.copy()
        case .assertion: return try assertion().bytes.copy()
        case .assertionBase64: return line(Base64.encode(try assertion().bytes))
        case .claims: return object(try kept().token, with: nil)
        case .json: return object(try issued?.token, with: wire)
        }
    }

    /// Returns the stored response. Throws `not-found` when there is none.
    func kept() throws(FedauthError) -> SecurityTokenResponse {
        guard let issued = try issued else {
            let isOpaque = token.oauth != nil
            let what = isOpaque ? "and only its server knows what that says" : "but not the answer that it was got for"
            throw FedauthError(
                .notFound, "the session '\(session.name)' keeps a token, \(what)",
                hint: isOpaque ? nil : "'--keep-assertion --force' at the next sign-in keeps it")
        }
        return issued
    }

    /// Returns the tokens that `output` uses, so that they are verified before printing. Throws `refused` for an
    /// unreadable token, and `not-found` for what the session does not store.
    func tokens(in output: TokenOutput) throws(FedauthError) -> [IssuedToken] {
        guard output == .token || output == .json, token.kind == .bearer else { return [try kept().token] }
        // The token itself is the response, in base64.
        if let issued = session.issued, Base64.decode(token.value) == issued { return [try kept().token] }
        guard let own = IssuedToken(compact: token.value) else {
            throw FedauthError(
                .refused, "the token of '\(session.name)' is not a JSON Web Token: only its server can check it",
                hint: session.issued == nil
                    ? "leave out '--verify'" : "'--output assertion' prints what it was exchanged for")
        }
        guard output == .json, session.issued != nil else { return [own] }
        return [own, try kept().token]
    }

    private func assertion() throws(FedauthError) -> IssuedToken {
        let token = try kept().token
        guard token.kind.isAssertion else {
            throw FedauthError(
                .tokenType,
                token.kind == .encrypted
                    ? "the assertion of '\(session.name)' is encrypted for the relying party"
                    : "the token of '\(session.name)' is not a SAML assertion: it is of the kind '\(token.kind.rawValue)'",
                hint: "'--output response' prints all that came")
        }
        return token
    }

    private func line(_ value: SharedSecret) -> Secret {
        var out = value.copy()
        out.append("\n")
        return out
    }

    /// Returns the XML of a SAML response or of the token. Throws `usage` for another kind of token.
    func decoded() throws(FedauthError) -> SharedSecret {
        switch token.kind {
        case .securityToken: return token.value
        case .samlResponse:
            if let xml = Base64.decode(token.value) { return xml }
            fallthrough
        case .bearer, .authorizationCode:
            if let issued = session.issued, Base64.decode(token.value) == issued { return issued }
            throw FedauthError(
                .usage,
                "the token of '\(session.name)' is not a SAML response: it is of the kind '\(token.kind.rawValue)'",
                hint: "leave out '--decode'")
        }
    }

    /// Returns what is known of the token as an object, with its `value` unless that is nil.
    func object(_ issued: IssuedToken?, with value: SharedSecret?) -> Secret {
        JSONValue.line(
            of: token.json.adding([
                "issued": issued?.json, "profile": .text(session.name), "value": value.map(JSONValue.string),
            ]))
    }
}

extension SessionToken {
    /// What a session knows of its token, without the token. Times are seconds since 1970.
    public var json: JSONValue {
        .sorted([
            "kind": .text(kind.rawValue), "expires": .time(ifAny: expires), "audience": .text(ifAny: audience),
            "type": .text(ifAny: type), "principal": .text(ifAny: principal),
        ])
    }
}

extension IssuedToken {
    /// The content of an assertion or JSON Web Token; times are seconds since 1970.
    fileprivate var json: JSONValue {
        .sorted([
            "audiences": .texts(audiences),
            "claims": .array(claims.map { .sorted(["name": .text($0.name), "values": .texts($0.values)]) }),
            "id": .text(ifAny: identifier), "issuer": .text(ifAny: issuer), "kind": .text(kind.rawValue),
            "notBefore": .time(ifAny: notBefore), "expires": .time(ifAny: notOnOrAfter),
            "presentableUntil": .time(ifAny: presentableUntil), "recipient": .text(ifAny: recipient),
            "subject": .text(ifAny: subject),
        ])
    }
}
