import Secrets

/// Signs out on the servers that offer an address for it.
public struct SignOut {
    private let agent: UserAgent
    /// The client as which a token was got by OAuth.
    public var client: OAuthClient?

    /// Keeps no state between calls of `run`.
    public init(_ agent: UserAgent) { self.agent = agent }

    /// Revokes the token if its platform supports that, then calls the session's sign-out addresses. A failure does not
    /// prevent the other calls; the first failure is thrown at the end.
    public func run(_ session: Session, deadline: Deadline) throws(FedauthError) {
        var failure: FedauthError?
        do throws(FedauthError) {
            try giveBack(session, deadline: deadline)
        } catch { failure = error }
        for logout in session.logouts {
            do throws(FedauthError) {
                try call(logout, session, deadline)
            } catch { failure = failure ?? error }
        }
        // OpenID Connect RP-initiated logout 1.0, section 2: the ID token says whose session ends, and does not show in the address.
        if let record = session.token?.oauth, let end = record.end, let idToken = record.idToken {
            var form = OAuthGrant()
            form.add("id_token_hint", idToken)
            form.add("client_id", record.client)
            do throws(FedauthError) {
                try call(Session.Logout(url: end, isPost: true), session, deadline, content: form.body)
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Revokes the token at the platform that issued it, if that supports it.
    public func giveBack(_ session: Session, deadline: Deadline) throws(FedauthError) {
        if let token = session.token, let url = token.oauth?.revocation {
            let endpoint = TokenEndpoint(
                url: url, client: client, source: "the revocation endpoint", purpose: "the revocation", agent: agent)
            // With the refresh token should end what was issued for it (section 2.1), but some servers end no more than they get, and
            // others take back no other one.
            if token.refresh != nil, !token.isExpired(at: agent.clock.now) {
                _ = try? endpoint.revoke(token.value, hint: "access_token", deadline: deadline)
            }
            return try endpoint.revoke(
                token.refresh ?? token.value, hint: token.refresh == nil ? "access_token" : "refresh_token",
                deadline: deadline)
        }
        guard let token = session.token, let url = token.logout, !token.isExpired(at: agent.clock.now) else { return }
        var noCookies = CookieJar()
        let response = try RequestStep(agent: agent).send(
            Request("GET", url, headers: [try session.authorization(token)]), by: "the platform's sign-out",
            with: &noCookies, deadline: deadline)
        guard (200..<300).contains(response.status) else {
            throw FedauthError(
                .refused, "'\(url.withoutQuery)' did not revoke the token, status \(response.status)",
                hint: "it may be over already")
        }
    }

    /// Calls an address and, for single logout, follows it through the identity provider. Throws without confirmation.
    private func call(
        _ logout: Session.Logout, _ session: Session, _ deadline: Deadline,
        content: SharedSecret = SharedSecret(text: "")
    ) throws(FedauthError) {
        let navigator = Navigator(
            agent, deadline: deadline, jar: session.jar, namedOrigins: [logout.url.origin], unaskedFinish: logout.end)
        var document =
            logout.isPost
            ? try navigator.post(
                content, to: logout.url, isSecret: false, isMessage: false, from: nil, by: "the sign-out address")
            : try navigator.open(logout.url, by: "the sign-out address")
        var isAnswered = false
        for _ in 0..<NavigationPolicy.maximumSteps {
            if document.finishAnswer != nil { return }
            try document.requireSuccess()
            let source = "the form on '\(document.name)'"
            // A page that says that it is done may go on to another after a while.
            if case .step(let target?) = document.meaning, document.page?.refresh?.isImmediate != false {
                document = try navigator.open(target, by: source)
                continue
            }
            // A page that forwards a LogoutRequest or LogoutResponse (SAML 2.0 bindings, 3.5), or asks whether to sign out.
            let leaving = document.page.flatMap { $0.offerToLeave(to: document.url) }
            let message = document.page?.forms.first(where: \.carriesProtocolMessage)
            guard let form = message ?? (isAnswered ? nil : leaving?.form) else {
                guard leaving == nil else {
                    throw FedauthError(
                        .refused, "'\(document.url.withoutQuery)' still offers to sign out",
                        hint: "the server may have kept the session; sign out in a browser")
                }
                try document.requireConfirmation()
                tellParties(of: document, navigator)
                return
            }
            let isMessage = message != nil
            isAnswered = isAnswered || !isMessage
            let url = try document.resolve(form.action ?? "", by: source)
            let content = FormContent(form, answers: [:], button: isMessage ? nil : leaving?.button).finish()
            document =
                form.isLink
                ? try navigator.open(url, by: source)
                : try navigator.post(
                    content, to: url, isSecret: false, isMessage: isMessage, from: document.url.origin, by: source)
        }
        throw FedauthError(.loop, "the sign-out shows page after page without an end")
    }

    /// Notifies the relying parties. The service has confirmed, and its page calls them through frames (WS-Federation
    /// 1.2, section 13.2.4); their answers are ignored.
    private func tellParties(of document: Document, _ navigator: Navigator) {
        for source in document.page?.frames ?? [] {
            guard let url = try? document.resolve(source, by: "a frame of the sign-out page"),
                FormBody(SharedSecret(text: url.query ?? "")).value(of: "wa")?.equals("wsignoutcleanup1.0") ?? false
            else { continue }
            _ = try? navigator.open(url, by: "a frame of the sign-out page")
        }
    }
}

extension Page {
    /// Returns the form or link that ends the session, if the page asks for it: it leads to the server of the page.
    fileprivate func offerToLeave(to url: WebURL) -> (form: LoginForm, button: FormField)? {
        for form in forms.filter({ $0.method == .post }) + linkSteps where !form.fields.contains(where: \.isTyped) {
            guard let button = form.submitButtons.first(where: { Words.leadsOut($0.label) }) else { continue }
            let pressed = form.pressed(button)
            let target = pressed.action.map { try? baseAddress(at: url).resolving($0) } ?? url
            if target?.origin == url.origin { return (pressed, button) }
        }
        return nil
    }
}

extension Document {
    /// Throws `refused` when it asks whether to sign out, or is an error in JSON. What a page says and offers after a sign-out has
    /// no form: it may be a login.
    fileprivate func requireConfirmation() throws(FedauthError) {
        var asks = false
        if case .consent? = page?.meaning { asks = Words.occur(Words.leaving, in: [title, page?.text ?? ""]) }
        guard asks || saysError else { return }
        throw FedauthError(
            .refused, "'\(url.withoutQuery)' does not confirm the sign-out: \(words)",
            hint: "the server may have kept the session; sign out in a browser")
    }
}

extension Session.Logout {
    /// Where WS-Federation returns after a sign-out (`wreply`): to get there confirms it, whatever the content is.
    fileprivate var end: FinishEndpoint? {
        guard let query = url.query, let reply = FormBody(SharedSecret(text: query)).value(of: "wreply") else {
            return nil
        }
        let text = reply.withBytes { String(decoding: $0, as: UTF8.self) }
        return (try? WebURL(text)).map { FinishEndpoint($0, moment: .asked) }
    }
}
