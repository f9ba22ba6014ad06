import Secrets

/// The code: the user signs in on the server's pages (RFC 6749 section 4.1; RFC 8252).
extension OAuthSignIn {
    func byCode(
        at server: AuthorizationServer, _ scope: String?, _ presenter: any Presenter, _ earlier: Session?,
        _ deadline: Deadline
    ) throws(FedauthError) -> CollectedSession {
        let start = try server.require(\.authorization, "authorization_endpoint")
        let place = try server.require(\.token, "token_endpoint")
        if !options.isUsers {
            try server.requireOwn(start, "nothing was sent there")
            parts.reporter.note("'\(target.host)' says that '\(server.issuer.folded(to: 120))' issues its tokens")
        }
        // For an issuer that the user named, a server that does not speak of proof keys may know them.
        guard server.challengeMethods?.contains("S256") ?? options.isUsers else {
            throw FedauthError(
                .badAnswer, "'\(server.issuer.folded(to: 120))' does not say that it protects codes (PKCE, S256)",
                hint: "a profile that names the issuer signs in all the same; tell the server's operator")
        }
        let registrations = OAuthRegistrations(parts.store)
        var tries = 0
        var isShown = false
        var registered = scope
        while true {
            tries += 1
            let (client, redirect, isKept) = try client(at: server, registered, deadline)
            let request = AuthorizationRequest(
                server: server, client: client, redirect: redirect, state: try parts.random(18),
                nonce: OAuthScope.words(scope ?? "").contains("openid") ? try parts.random(18) : nil,
                verifier: try parts.random(32), wishes: wishes(scope))
            do throws(FedauthError) {
                let shown = try present(request, start, presenter, earlier, deadline, isKept: isKept)
                isShown = true
                let answer = try endpoint(place, client).send(
                    request.grant(for: request.code(in: shown.answer)), deadline: deadline)
                return try collected(answer, server, client, scope, (request, shown, presenter.name))
            } catch
                where (tries == 1 || tries < 4 && error.code == .busy)
                && (isKept || !isShown && error.code == .busy)
            {
                let former = try registrations.registration(at: server.issuer)?.scope
                registered = OAuthScope.union(former, scope)
                // Another process has the port, or the server no longer knows the client, or it knows it for less.
                let isNarrow = error.serverCode == "invalid_scope" && registered != former
                guard isNarrow || Self.mayHaveForgotten(error, isShown) else { throw error }
                parts.reporter.detail("the client is registered again: \(error.message)")
                try registrations.remove(client.identifier, at: server.issuer)
            }
        }
    }

    /// `isShown`: the user has signed in; then only the server's own word counts.
    private static func mayHaveForgotten(_ error: FedauthError, _ isShown: Bool) -> Bool {
        !isShown && [.busy, .badAnswer].contains(error.code)
            || ["invalid_client", "invalid_redirect_uri"].contains(error.serverCode)
    }

    private func present(
        _ request: AuthorizationRequest, _ start: WebURL, _ presenter: any Presenter, _ earlier: Session?,
        _ deadline: Deadline, isKept: Bool
    ) throws(FedauthError) -> Presentation {
        var parameters = try request.parameters(parts.hashing)
        if let user { parameters.append(("login_hint", user)) }
        if options.isForced { parameters.append(("prompt", "login")) }
        if let pushed = request.server.pushed {
            do throws(FedauthError) {
                parameters = try self.pushed(parameters, to: pushed, by: request.client, deadline)
            } catch {
                let isUnexplained = [nil, TokenAnswer.wordless, "unauthorized_client"].contains(error.serverCode)
                // What the user's own browser shows of the refusal, nobody tells fedauth.
                let mayBeLost = isKept && error.code == .refused && isUnexplained
                let isUnseen = mayBeLost && presenter.name == PresenterName.open.rawValue
                let isUnknown = (request.client.isConfidential || isKept) && error.serverCode == "invalid_client"
                guard !request.server.requiresPushed, [.refused, .badAnswer].contains(error.code), !isUnknown, !isUnseen
                else { throw mayBeLost ? error.coded("invalid_client") : error }
                // Not every server takes it from a client without a secret.
                parts.reporter.detail("the parameters go into the address: \(error.message)")
            }
        }
        let own = FormBody(SharedSecret(text: start.query ?? "")).fields.map(\.name)
        guard !parameters.contains(where: { own.contains($0.name) }) else {
            throw FedauthError(
                .badAnswer, "'\(start.withoutQuery)' has parameters of its own where fedauth's belong",
                hint: "nothing was sent there; tell the server's operator")
        }
        // With the cookies of the server the user need not sign in again.
        let isSame = earlier?.token?.oauth?.issuer == request.server.issuer
        let jar = CookieJar(earlier.flatMap { isSame && $0.isFor(user) ? $0.jar.cookies : nil } ?? [])
        var policy = parts.agent.policy
        if !options.isUsers {
            policy.addressee = AuthorizationAddressee(
                server: start.origin, redirect: request.redirect, state: request.state)
        }
        let asked = PresentationRequest(
            start: AuthorizationEndpoint(AuthorizationRequest.address(start, parameters)),
            finish: FinishEndpoint(request.redirect, moment: .asked), jar: jar, deadline: deadline,
            policy: policy, state: request.state)
        let shown: Presentation
        do throws(FedauthError) {
            shown = try presenter.present(asked)
        } catch  where [.refused, .badAnswer].contains(error.code) && !parts.hasAnswered() {
            // No account was involved yet, so the server may mean the client.
            guard options.client != nil else { throw error.code == .refused ? error.coded("invalid_client") : error }
            throw error.hinting(
                also:
                    "if the server does not know the client '\(request.client.identifier.folded(to: 60))' with the redirect "
                    + "address \(request.redirect.withoutQuery), '--finish' names the one that is registered")
        }
        guard asked.isAnswered(by: shown.answer) else {
            throw FedauthError(
                .refused, "what came to '\(request.redirect.withoutQuery)' does not bring back the state that was sent",
                hint: "it may belong to another sign-in, and was not taken; sign in again")
        }
        return shown
    }

    /// Returns what stands for the parameters in the address (RFC 9126 section 2).
    private func pushed(
        _ parameters: [(name: String, value: String)], to url: WebURL, by client: OAuthClient, _ deadline: Deadline
    ) throws(FedauthError) -> [(name: String, value: String)] {
        var form = OAuthGrant()
        for (name, value) in parameters where name != "client_id" { form.add(name, value) }
        if client.secret != nil, !client.isInBody { form.add("client_id", client.identifier) }
        let answer = try endpoint(url, client).send(form, deadline: deadline)
        guard let uri = answer.text("request_uri") else { throw answer.missing("request_uri") }
        return [("client_id", client.identifier), ("request_uri", uri)]
    }

    func collected(
        _ answer: TokenAnswer, _ server: AuthorizationServer, _ client: OAuthClient, _ scope: String?,
        _ way: (request: AuthorizationRequest, shown: Presentation, presenter: String)?
    ) throws(FedauthError) -> CollectedSession {
        var token = try answer.token(at: now)
        // RFC 6749 section 7.1.
        guard token.type.map({ $0.asciiLowercased == "bearer" }) ?? true else {
            throw FedauthError(
                .badAnswer,
                "'\(server.issuer.folded(to: 120))' issued a token of the type '\(token.type?.folded(to: 40) ?? "")', and fedauth "
                    + "knows 'Bearer' only",
                hint: "nothing was stored; tell the server's operator")
        }
        var record = OAuthRecord(issuer: server.issuer, client: client.identifier)
        record.grant = options.grant
        record.scope = scope
        record.resource = options.resource
        record.audience = options.audience
        record.revocationText = server.revocation?.description
        record.endText = server.end?.description
        record.secret = client.registered
        record.isInBody = client.isInBody
        record.isConfidential = client.isConfidential
        record.isNamed = options.client != nil
        record.take(idToken: answer.secret("id_token"))
        if let idToken = record.idToken {
            try AuthorizationRequest.check(
                idToken, of: server.issuer, for: client.identifier, nonce: way?.request.nonce, at: now)
        }
        if let granted = answer.text("scope"), !OAuthScope.words(scope ?? "").isSubset(of: OAuthScope.words(granted)) {
            parts.reporter.detail("the server granted the scope '\(granted.folded(to: 200))'")
        }
        token.source = server.token
        let name = record.idToken.flatMap(JSONWebToken.init)?.name
        token.oauth = record
        return CollectedSession(
            jar: way?.shown.jar ?? CookieJar(), user: way?.shown.user ?? name,
            presenter: way.map { $0.shown.presenter ?? $0.presenter } ?? options.grant.rawValue, token: token,
            result: .token)
    }
}
