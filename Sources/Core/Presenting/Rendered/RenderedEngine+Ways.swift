/// The choice of a way to sign in by what is known.
extension RenderedEngine {
    func knownWays(among ways: [LoginForm.Way]) -> [LoginForm.Way] {
        answers.knownWays(among: ways, hasTypedPassword: typed.contains(.password), isAnswered: isAnswered)
    }

    /// Presses what leads to a code, or to other ways, where a code is given (with `orPassword`, or a password that was
    /// not typed yet) and the page waits for a request on another device, for a security key, or for a code that it has
    /// sent. Each page is left once. Returns nil when there is nothing to press.
    func anotherWay(on rendered: RenderedPage, orPassword: Bool = false) throws(FedauthError) -> RenderedAction? {
        let page = rendered.page
        let hasCode = answers.givenRoles.contains(.oneTimeCode)
        let mayUsePassword = orPassword && answers.givenRoles.contains(.password) && !typed.contains(.password)
        guard hasCode || mayUsePassword, !page.forms.contains(where: \.carriesProtocolMessage) else { return nil }
        let ways = (page.forms + page.linkSteps).flatMap { form in
            form.fields.filter { ($0.kind == .submit || $0.kind == .inert) && $0.node != nil && !$0.changesAccount }
                .map { (form, $0) }
        }
        let codes = ways.filter { hasCode && $0.1.leadsToOwnCode }
        guard let (form, button) = codes.count == 1 ? codes.first : ways.first(where: { $0.1.leadsToAnotherWay }),
            left.insert(
                [rendered.url.origin.description, page.title, page.mainText, button.label].joined(separator: "\n")
            )
            .inserted
        else { return nil }
        reporter.detail(
            "fedauth presses '\(button.label.folded(to: 60))', because a \(hasCode ? "code" : "password") is given")
        return try press(button, of: form, on: rendered)
    }

    /// Whether a page asks for something that a given code cannot answer.
    func asksForOther(_ page: Page) -> Bool {
        switch page.meaning {
        case .login(let form):
            let codes = zip(form.fields, form.roles).filter { $0.1 == .oneTimeCode }.map(\.0)
            return answers.computesCodes && codes.contains(where: page.tellsOfDelivery)
        case .needsBrowser(let need): return need == .webAuthn || page.isWaiting
        case .handOn, .refresh, .deadEnd, .consent:
            return page.isWaiting || page.forms.flatMap(\.fields).contains(where: \.usesPasskey)
        default: return false
        }
    }

    /// Presses the button that shows what is known how to fill in, where a page hides it; nil when there is none.
    func disclose(on rendered: RenderedPage) throws(FedauthError) -> RenderedAction? {
        let hidden = rendered.page.forms.flatMap(\.disclosures)
        for way in knownWays(among: hidden) where taken.insert(way.label).inserted {
            let (form, button) = way.pressed
            return try press(button, of: form, on: rendered)
        }
        return nil
    }
}
