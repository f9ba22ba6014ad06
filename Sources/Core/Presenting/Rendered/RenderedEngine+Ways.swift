/// The choice of a way to sign in by what is known.
extension RenderedEngine {
    /// Returns the ways that lead on with what is given, the best one first: the account of the user, the password before the
    /// code, as on the servers, then what leads to a login with a user name.
    func knownWays(among ways: [LoginForm.Way]) -> [LoginForm.Way] {
        let ways = ways.filter { $0.control?.changesAccount != true }
        var known: [LoginForm.Way?] = []
        if let user = answers.user { known.append(ways.only { $0.names(user) }) }
        if answers.givenRoles.contains(.password), !typed.contains(.password) {
            known.append(ways.only { $0.control?.asks(for: .password) == true })
        }
        if answers.givenRoles.contains(.oneTimeCode) { known.append(codeWay(among: ways)) }
        guard answers.user != nil else { return known.compactMap(\.self) }
        // After the name was typed, it would begin again.
        for phrases in isAnswered ? [Words.byName] : [Words.otherAccount, Words.byName] {
            known.append(ways.only { Words.occur(phrases, in: [$0.label]) })
        }
        known.append(ways.only { $0.onlySignsIn })
        return known.compactMap(\.self)
    }

    /// Returns the way to a code that is given. What makes the server send one is chosen only for a code of `--field`.
    private func codeWay(among ways: [LoginForm.Way]) -> LoginForm.Way? {
        let own = ways.filter { $0.control?.leadsToOwnCode == true }
        if own.count == 1 { return own.first }
        if let way = own.only({ Words.occur(Words.generators, in: [$0.label]) }) { return way }
        if let way = own.only({ $0.control?.asks(for: .oneTimeCode) == true }) { return way }
        guard !answers.computesCodes else { return nil }
        return ways.only { $0.control?.asks(for: .oneTimeCode) == true }
    }

    /// Presses what leads to a code, or to other ways, where a code is given and the page waits for a request on another device,
    /// for a security key, or for a code that it has sent. Each page is left once. Returns nil when there is nothing to press.
    ///
    /// - Parameter orPassword: whether a given password that was not typed yet is enough.
    func anotherWay(on rendered: RenderedPage, orPassword: Bool = false) throws(FedauthError) -> RenderedAction? {
        let page = rendered.page
        let hasCode = answers.givenRoles.contains(.oneTimeCode)
        let mayUsePassword = orPassword && answers.givenRoles.contains(.password) && !typed.contains(.password)
        guard hasCode || mayUsePassword, !page.forms.contains(where: \.carriesProtocolMessage) else {
            return nil
        }
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

extension LoginForm.Way {
    /// Whether it is for this account: the address in its label is the user's, or a word of a label without an address.
    fileprivate func names(_ user: String) -> Bool {
        guard !Words.occur(Words.otherUser, in: [label]) else { return false }
        let words = label.lowercased().split(whereSeparator: \.isWhitespace)
        let addresses = words.filter { $0.contains("@") }
        return (addresses.isEmpty ? words : addresses).contains { $0 == user.lowercased() }
    }

    /// Whether it says "sign in" without saying how.
    fileprivate var onlySignsIn: Bool {
        label.split(whereSeparator: \.isWhitespace).count < 3
            && Words.leadsIn(label)
    }
}

extension Array {
    /// Returns the element that matches, if there is exactly one.
    fileprivate func only(_ matches: (Element) -> Bool) -> Element? {
        let found = filter(matches)
        return found.count == 1 ? found.first : nil
    }
}
