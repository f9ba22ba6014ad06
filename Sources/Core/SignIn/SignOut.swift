import Secrets

/// Signs out on the servers that offer an address for it.
public struct SignOut {
    private let agent: UserAgent

    /// Keeps no state between calls of `run`.
    public init(_ agent: UserAgent) { self.agent = agent }

    /// Revokes the token if its platform supports that, then calls the session's sign-out addresses. A failure does not
    /// prevent the other calls; the first failure is thrown at the end.
    public func run(_ session: Session, deadline: Deadline) throws(FedauthError) {
        var failure: FedauthError?
        do throws(FedauthError) {
            try giveBack(session, deadline)
        } catch { failure = error }
        for logout in session.logouts {
            do throws(FedauthError) {
                try call(logout, session, deadline)
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Sends one request with the token to the platform that issued it.
    private func giveBack(_ session: Session, _ deadline: Deadline) throws(FedauthError) {
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

    /// Calls an address and, for single logout, follows it through the identity provider. Throws when the server does
    /// not confirm.
    private func call(
        _ logout: Session.Logout, _ session: Session, _ deadline: Deadline
    ) throws(FedauthError) {
        let navigator = Navigator(
            agent, deadline: deadline, jar: session.jar, namedOrigins: [logout.url.origin], unaskedFinish: logout.end)
        var document =
            logout.isPost
            ? try navigator.post(
                SharedSecret(text: ""), to: logout.url, isSecret: false, isMessage: false, from: nil,
                by: "the sign-out address")
            : try navigator.open(logout.url, by: "the sign-out address")
        var isAnswered = false
        for _ in 0..<NavigationPolicy.maximumSteps {
            if document.finishAnswer != nil { return }
            try document.requireSuccess()
            let source = "the form on '\(document.name)'"
            if case .step(let target?) = document.meaning {
                document = try navigator.open(target, by: source)
                continue
            }
            // A page that forwards a LogoutRequest or LogoutResponse (SAML 2.0 bindings, 3.5), or asks whether to sign out.
            let leaving = document.page.flatMap { $0.offerToLeave(to: document.url) }
            guard let form = document.page?.forms.first(where: \.carriesProtocolMessage) ?? (isAnswered ? nil : leaving)
            else {
                guard leaving == nil else {
                    throw FedauthError(
                        .refused, "'\(document.url.withoutQuery)' still offers to sign out",
                        hint: "the server may have kept the session; sign out in a browser")
                }
                tellParties(of: document, navigator)
                return
            }
            if !form.carriesProtocolMessage {
                isAnswered = true
                let pressed = form.pressed(form.submitButtons.first { Words.leadsOut($0.label) })
                let url = try document.resolve(pressed.action ?? "", by: source)
                let content = FormContent(
                    form, answers: [:], button: form.submitButtons.first { Words.leadsOut($0.label) }
                )
                .finish()
                document =
                    form.isLink
                    ? try navigator.open(url, by: source)
                    : try navigator.post(
                        content, to: url, isSecret: false, isMessage: false, from: document.url.origin, by: source)
                continue
            }
            let url = try document.resolve(form.action ?? "", by: source)
            let content = FormContent(form, answers: [:], button: nil).finish()
            document = try navigator.post(
                content, to: url, isSecret: false, isMessage: true, from: document.url.origin, by: source)
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
    /// Returns the form or the link that ends the session, if the page asks for it: it leads to the server of the page.
    fileprivate func offerToLeave(to url: WebURL) -> LoginForm? {
        (forms.filter { $0.method == .post } + linkSteps).first { form in
            guard form.submitButtons.contains(where: { Words.leadsOut($0.label) }),
                !form.fields.contains(where: \.isTyped)
            else {
                return false
            }
            let target = form.action.map { try? baseAddress(at: url).resolving($0) } ?? url
            return target?.origin == url.origin
        }
    }
}

extension Session.Logout {
    /// The address to which WS-Federation returns after a sign-out (`wreply`). Reaching it confirms the sign-out; its
    /// content is ignored.
    fileprivate var end: FinishEndpoint? {
        guard let query = url.query, let reply = FormBody(SharedSecret(text: query)).value(of: "wreply") else {
            return nil
        }
        let text = reply.withBytes { String(decoding: $0, as: UTF8.self) }
        return (try? WebURL(text)).map { FinishEndpoint($0, moment: .asked) }
    }
}
