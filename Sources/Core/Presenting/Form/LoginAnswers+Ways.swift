/// The choice of a way to sign in by what is known, by forms and in browsers.
extension LoginAnswers {
    /// Whether options say who signs in, and so that a login is to come.
    var expectsLogin: Bool { user != nil || !givenRoles.isEmpty }

    /// Returns the ways that lead on with what is given, the best one first: the account of the user, the password
    /// before the code, as on the servers, then what leads to a login with a user name. `hasTypedPassword`: a page of
    /// this sign-in got the password; `isAnswered`: it got anything.
    func knownWays(among ways: [LoginForm.Way], hasTypedPassword: Bool, isAnswered: Bool) -> [LoginForm.Way] {
        // The only button of what asks for a secret is a choice because it is not known to sign in.
        if ways.count == 1, ways[0].pressed.0.roles.contains(where: { $0?.isSecret == true }) { return [] }
        // The choice beside a protocol message is a role, and no way to sign in.
        let ways = ways.filter { way in
            !way.pressed.0.carriesProtocolMessage
                && way.control.map { !$0.changesAccount && !$0.saysNo && !$0.leadsOut } ?? true
        }
        var known: [LoginForm.Way?] = []
        if let user { known.append(ways.only { $0.names(user) }) }
        if givenRoles.contains(.password), !hasTypedPassword {
            known.append(ways.only { $0.control?.asks(for: .password) == true })
        }
        if givenRoles.contains(.oneTimeCode) { known.append(codeWay(among: ways)) }
        guard let user else { return known.compactMap(\.self) }
        // After the name was typed, it would begin again.
        for phrases in isAnswered ? [Words.byName] : [Words.otherAccount, Words.byName] {
            let way = ways.only { Words.occur(phrases, in: [$0.label]) }
            // A name that is no address may be for another one of the list, such as a directory.
            let isForName = way.map { !Words.occur(["mail"], in: [$0.label]) } ?? true || user.contains("@")
            known.append(isForName || ways.allSatisfy { $0.label == way?.label || $0.namesProvider } ? way : nil)
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
        guard !computesCodes else { return nil }
        return ways.only { $0.control?.asks(for: .oneTimeCode) == true }
    }
}

extension LoginForm.Way {
    /// Whether it is for this account: the address in its label is the user's, or a word of a label without an address.
    fileprivate func names(_ user: String) -> Bool {
        guard !Words.occur(Words.otherUser, in: [label]) else { return false }
        let words = label.lowercased().split { $0.isWhitespace || "()<>[],;".contains($0) }
        let addresses = words.filter { $0.contains("@") }
        return (addresses.isEmpty ? words : addresses).contains { $0 == user.lowercased() }
    }

    /// Whether the last words of its label are those of another organisation, which has its own passwords.
    fileprivate var namesProvider: Bool {
        Words.occur(Words.organisations, in: [label.split(separator: " ").suffix(2).joined(separator: " ")])
    }

    /// Whether it says "sign in" without saying how.
    fileprivate var onlySignsIn: Bool { label.split(whereSeparator: \.isWhitespace).count < 3 && Words.leadsIn(label) }
}

extension Array {
    /// Returns the element that matches, if there is exactly one.
    fileprivate func only(_ matches: (Element) -> Bool) -> Element? {
        let found = filter(matches)
        return found.count == 1 ? found.first : nil
    }
}
