extension AnswerMeaning {
    /// Returns what an answer was taken for, and why, for a trace.
    func words(for response: Response, _ redaction: Redaction) -> String {
        let status = "status \(response.status)"
        switch self {
        case .content: return "content: \(status), and nothing asks for a sign-in"
        case .demands(let demands):
            return "a demand: " + demands.map { $0.words(in: response) }.joined(separator: "; then ")
        case .step(let target?):
            let way = response.redirect == nil ? "its page has nothing else" : "\(status) with Location"
            return "a step to \(redaction.url(target)): \(way)"
        case .step(nil): return "a step: a script, a form or a link of its page is all that it has"
        case .failure(.refusal): return "a refusal: \(status)"
        case .failure(.endedSession): return "the end of the session: \(status)"
        case .failure(.missing): return "nothing there: \(status)"
        case .failure(.fault): return "a fault of the server: \(status)"
        case .failure(.other): return "a failure: \(status)"
        case .unjudged: return "unknown: \(status), and what its scripts will show cannot be told"
        }
    }
}

extension SignInDemand {
    /// What is demanded, and what says so.
    fileprivate func words(in response: Response) -> String {
        let place = response.redirect == nil ? "a form sends" : "the redirect carries"
        switch self {
        case .credentials(let challenges):
            let schemes = challenges.map { $0.scheme.folded(to: 20) }.joined(separator: ", ")
            return "credentials: status 401 with \(schemes.isEmpty ? "no scheme" : schemes)"
        case .proxyCredentials: return "credentials for the proxy: status 407"
        case .saml: return "SAML: \(place) SAMLRequest, or a field of SAP asks for it"
        case .wsFederation: return "WS-Federation: \(place) wa=wsignin1.0"
        case .openIDConnect: return "OpenID Connect or OAuth: \(place) client_id"
        case .cas: return "CAS: it leads to /login with a service"
        case .scope(let scope): return "a wider scope: \(scope.folded(to: 80))"
        case .csrfToken: return "a CSRF token: X-CSRF-Token: Required"
        case .loginPage: return "a login page, in place of what was asked for"
        }
    }
}

extension PageClassifier {
    /// What a page wants, for a trace.
    var words: String {
        switch self {
        case .handOn(let form):
            return form.carriesProtocolMessage
                ? "a form with a message, to be sent on as it is" : "a form or link that only leads on"
        case .login(let form):
            let roles = form.roles.compactMap { $0?.rawValue }
            return "a login form" + (roles.isEmpty ? "" : ", for \(roles.joined(separator: " and "))")
        case .consent: return "a question for consent"
        case .keepSignedIn: return "a question whether to stay signed in"
        case .homeRealm: return "a choice of the organisation"
        case .choice(let forms): return "a choice among \(forms.reduce(0) { $0 + max(1, $1.submitButtons.count) }) ways"
        case .refresh(let refresh):
            return "a wait of \(Int(min(max(refresh.delaySeconds, 0), 9999))) s, then it goes on"
        case .frame: return "a frame of the same server with the page in it"
        case .needsBrowser(let need): return "a page for a browser: it needs \(need.text)"
        case .expired: return "the server has ended this sign-in"
        case .deadEnd: return "no form and no link that leads on"
        }
    }
}
