import Secrets

/// The token in a request to a finish endpoint of moment `asked`.
struct FinishToken {
    let token: SessionToken
    /// The SAML response, if the token is one.
    let response: SAMLResponse?
    /// The user that the token names.
    let user: String?

    /// Parameters that are tokens wherever they occur: SAML 2.0 bindings 3.5.4, RFC 6749 section 4.2.2, OpenID Connect
    /// core 3.2.2.5, and a common name.
    private static let knownNames = ["SAMLResponse", "access_token", "id_token", "token"]

    /// The parameter with an authorization code (RFC 6749 section 4.1.2).
    private static let codeName = "code"

    /// Takes the named parameter, or a known one. Throws `refused` for a refusal, and `bad-answer` for none.
    init(_ answer: FinishAnswer, name: String?, reader: any MarkupReader, now: Timestamp) throws(FedauthError) {
        if let refusal = answer.refusal { throw refusal }
        let names = name.map { [$0] } ?? Self.knownNames
        guard let name = names.first(where: { answer.value(of: $0) != nil }), let value = answer.value(of: name) else {
            throw Self.missing(names, in: answer)
        }
        if let xml = Base64.decode(value), let response = try? reader.samlResponse(xml: xml) {
            try response.requireSuccess()
            token = SessionToken(
                kind: .samlResponse, value: value, expires: response.notOnOrAfter, audience: response.audience)
            self.response = response
            user = response.subject
            return
        }
        guard name != "SAMLResponse" else {
            throw FedauthError(
                .badAnswer, "the SAML response that came to '\(answer.url.withoutQuery)' cannot be read",
                hint: "look at it with '--trace FILE', or tell the operator of the identity provider")
        }
        try SessionToken.checkBearer(value, from: "'\(answer.url.withoutQuery)'")
        let claims = JSONWebToken(value)
        let lifetime = answer.value(of: "expires_in")?.withBytes { Int64(String(decoding: $0, as: UTF8.self)) }
        // Of two ends the earlier one: `expires_in` is not signed.
        let end = [lifetime.flatMap { TokenLifetime.end(after: $0, from: now) }, claims?.expires].compactMap(\.self)
            .min()
        token = SessionToken(
            kind: name == Self.codeName ? .authorizationCode : .bearer, value: value, expires: end,
            audience: claims?.audience)
        response = nil
        user = claims?.user ?? answer.value(of: "id_token").flatMap(JSONWebToken.init)?.user
    }

    private static func missing(_ names: [String], in answer: FinishAnswer) -> FedauthError {
        let there = answer.parameterNames.prefix(8).map { "'\($0.folded(to: 40))'" }.joined(separator: ", ")
        let what = names.count == 1 ? "no '\(names[0].folded(to: 40))'" : "no token that is known"
        let isCode = names.count > 1 && answer.value(of: codeName) != nil
        return FedauthError(
            .badAnswer,
            "what came to '\(answer.url.withoutQuery)' has \(what)"
                + (there.isEmpty ? ", nor any other parameter" : "; it has \(there)"),
            hint: isCode
                ? "an authorization code is for the program that asks for it; ask the service for a token (response_type), "
                    + "or take the code itself by '--finish-token code'"
                : "'--finish-token NAME' names the parameter that is the token")
    }
}

extension FinishAnswer {
    /// The server's error description, else its code (RFC 6749 sections 4.1.2.1 and 4.2.2.1); nil: none.
    public var refusalText: String? {
        text(of: "error", limit: 60).map { text(of: "error_description", limit: 300) ?? $0 }
    }

    private func text(of name: String, limit: Int) -> String? {
        value(of: name)?.withBytes { String(decoding: $0, as: UTF8.self).folded(to: limit) }
    }

    /// The refusal as an error.
    var refusal: FedauthError? {
        guard let error = text(of: "error", limit: 60) else { return nil }
        let words = text(of: "error_description", limit: 300).map { ": \($0)" } ?? ""
        return FedauthError(
            .refused, "the server did not sign in, error '\(error)'\(words)",
            hint: "nothing was stored; the words are the server's, and its operator knows what they mean")
    }

    /// The names of all parameters, each once, without values.
    var parameterNames: [String] {
        var seen: Set<String> = []
        return [form, url.query.map(SharedSecret.init(text:)), url.fragment.map(SharedSecret.init(text:))]
            .compactMap(\.self).flatMap { FormBody($0).names }.filter { seen.insert($0).inserted }
    }
}
