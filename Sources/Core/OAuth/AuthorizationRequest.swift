import Secrets

/// One authorization request with its proof key (RFC 6749 section 4.1.1; RFC 7636), and what must come back.
struct AuthorizationRequest {
    let server: AuthorizationServer
    let client: OAuthClient
    let redirect: WebURL
    let state: String
    /// OpenID Connect core section 3.1.2.1; nil: no ID token is asked for.
    let nonce: String?
    /// 43 to 128 letters and digits.
    let verifier: String
    /// What the user's request is about: scope, resource, …
    let wishes: [(name: String, value: String)]

    /// Returns the parameters (RFC 7636 section 4.3), by SHA-256.
    func parameters(_ hashing: any DigestHashing) throws(FedauthError) -> [(name: String, value: String)] {
        let digits = hashing.hash(Secret(verifier.utf8), by: .sha256)
        guard let digest = digits?.withBytes({ Hexadecimal.bytes($0) }) else {
            throw FedauthError(.other, "the library refuses SHA-256, without which no code is asked for")
        }
        let challenge = Base64.encodeForURL(SharedSecret(Secret(digest)))
        return [
            ("response_type", "code"), ("client_id", client.identifier), ("redirect_uri", redirect.description),
            ("state", state), ("code_challenge", challenge.withBytes { String(decoding: $0, as: UTF8.self) }),
            ("code_challenge_method", "S256"),
        ] + (nonce.map { [("nonce", $0)] } ?? []) + wishes
    }

    /// Returns the address that the user opens.
    static func address(_ endpoint: WebURL, _ parameters: [(name: String, value: String)]) -> WebURL {
        let texts = parameters.map { "\($0.name)=\(PercentEncoding.unreserved.encode($0.value))" }
        let query = ([endpoint.query].compactMap(\.self) + texts).joined(separator: "&")
        return endpoint.with(path: endpoint.path, query: query)
    }

    /// Returns the code in what came to the redirect address. The state has been compared. Throws `refused` for an
    /// answer of another server (RFC 9207 section 2.4), of which nothing is shown, for one with two codes, and with the
    /// server's words when it refused.
    func code(in answer: FinishAnswer) throws(FedauthError) -> SharedSecret {
        let place = "'\(answer.url.withoutQuery)'"
        let issuers = answer.values(of: "iss")
        guard issuers.isEmpty ? !server.namesItself : issuers.allSatisfy({ $0.equals(server.issuer) }) else {
            throw FedauthError(
                .refused,
                issuers.isEmpty
                    ? "what came to \(place) does not say which server it is from, as '\(server.issuer.folded(to: 120))' does"
                    : "what came to \(place) is from another server than '\(server.issuer.folded(to: 120))'",
                hint: "nothing was sent to either; sign in again, and look at the address that asks for the password")
        }
        for name in ["state", "code", "error"] where answer.values(of: name).count > 1 {
            throw FedauthError(
                .refused, "what came to \(place) has more than one '\(name)'",
                hint: "nothing was sent; sign in again, and tell the server's operator if it comes back")
        }
        if var refusal = answer.refusal {
            refusal.serverCode = answer.value(of: "error")?.withBytes { String(decoding: $0, as: UTF8.self) }
            throw refusal
        }
        guard let code = answer.value(of: "code") else {
            throw FedauthError(
                .refused, "what came to \(place) has no code", hint: "'--trace FILE' shows how the sign-in went")
        }
        return code
    }

    /// Returns the grant for a code (RFC 6749 section 4.1.3).
    func grant(for code: SharedSecret) -> OAuthGrant {
        var grant = OAuthGrant(.code)
        grant.add("code", code)
        grant.add("redirect_uri", redirect.description)
        grant.add("code_verifier", verifier)
        for wish in wishes where wish.name == "resource" { grant.add(wish.name, wish.value) }
        return grant
    }

    /// Throws `bad-answer` for an ID token that is not this sign-in's. It came from the server itself over TLS, so its signature
    /// need not be checked (OpenID Connect core section 3.1.3.7).
    static func check(
        _ idToken: SharedSecret, of issuer: String, for client: String, nonce: String?, at now: Timestamp
    ) throws(FedauthError) {
        let claims = JSONWebToken(idToken)
        let fault: String? =
            if claims == nil {
                "cannot be read"
            } else if claims?.issuer != issuer {
                "is of another issuer"
            } else if claims?.audiences.contains(client) != true {
                "is for another client"
            } else if nonce != nil, claims?.nonce != nonce {
                "is of another sign-in"
            } else if let end = claims?.expires, end.adding(seconds: 300) < now {
                "has expired"
            } else {
                nil
            }
        guard let fault else { return }
        throw FedauthError(
            .badAnswer, "the ID token of '\(issuer.folded(to: 120))' \(fault)",
            hint: "nothing was stored; compare the clocks, and tell the server's operator")
    }
}

extension FinishAnswer {
    /// Returns all parameters of that name, of the form, the query and the fragment.
    fileprivate func values(of name: String) -> [SharedSecret] {
        [form, url.query.map(SharedSecret.init(text:)), url.fragment.map(SharedSecret.init(text:))].compactMap(\.self)
            .flatMap { FormBody($0).fields }.filter { $0.name == name }.map(\.value)
    }
}
