/// The choice of a way to sign in by what is known.
extension RenderedEngine {
    /// Returns the ways that lead on with what is given, the best one first: the account of the user, the password before the
    /// code, as on the servers, then what leads to a login with a user name.
    func knownWays(among ways: [LoginForm.Way]) -> [LoginForm.Way] {
        var known: [LoginForm.Way?] = []
        if let user = answers.user { known.append(ways.only { $0.names(user) }) }
        for role in [LoginQuestion.Role.password, .oneTimeCode] where answers.givenRoles.contains(role) {
            known.append(ways.only { $0.control?.asks(for: role) == true })
        }
        guard answers.user != nil else { return known.compactMap(\.self) }
        // After the name was typed, it would begin again.
        for phrases in isAnswered ? [Words.byName] : [Words.otherAccount, Words.byName] {
            known.append(ways.only { Words.occur(phrases, in: [$0.label]) })
        }
        known.append(ways.only { $0.onlySignsIn })
        return known.compactMap(\.self)
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
        let words = label.lowercased().split(whereSeparator: \.isWhitespace)
        let addresses = words.filter { $0.contains("@") }
        return (addresses.isEmpty ? words : addresses).contains { $0 == user.lowercased() }
    }

    /// Whether it says "sign in" without saying how.
    fileprivate var onlySignsIn: Bool {
        label.split(whereSeparator: \.isWhitespace).count < 3
            && (Words.stand(Words.signIn, in: [label]) || Words.occur(Words.signInPhrases, in: [label]))
    }
}

extension Array {
    /// Returns the element that matches, if there is exactly one.
    fileprivate func only(_ matches: (Element) -> Bool) -> Element? {
        let found = filter(matches)
        return found.count == 1 ? found.first : nil
    }
}
