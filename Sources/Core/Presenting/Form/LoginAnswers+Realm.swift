import Secrets

/// The choice of the account's organisation.
extension LoginAnswers {
    /// Returns the button or the link to the organisation that the options name; nil when they name none, or the page has no such
    /// way. Throws `input-needed` for a login form beside ways to other organisations only, while none was chosen: its server
    /// must not get what is for another one.
    func providerWay(on page: Page, at origin: Origin) throws(FedauthError) -> LoginForm.Way? {
        guard page.homeRealm == nil, !page.forms.contains(where: \.carriesProtocolMessage) else { return nil }
        guard let name = homeRealm else { return try wayToPassword(on: page, at: origin) }
        if let way = page.provider(named: name) { return way }
        // The only way to other organisations leads to a list of them.
        let others = page.linkSteps.flatMap(\.ways).filter { Words.occur(Words.organisations, in: [$0.label]) }
        if others.count == 1, !isHomeRealmChosen, !page.forms.contains(where: { $0.loginRank > 0 }) { return others[0] }
        guard case .login = page.meaning, !isHomeRealmChosen, !page.providers.isEmpty else { return nil }
        let offered = page.providers.map { FormField.Option(value: $0.label, text: $0.label) }
        throw FedauthError(
            .inputNeeded,
            "'\(origin.hostAndPort)' does not offer the organisation '\(name.folded(to: 120))' of '--idp'",
            hint: "nothing was sent to its own login; it offers \(offered.listed)")
    }

    /// Returns the way to the only other organisation, where a password is given and the page itself would have a code or a link
    /// mailed. Throws `input-needed` where there is none, or there are several and the user cannot be asked.
    private func wayToPassword(on page: Page, at origin: Origin) throws(FedauthError) -> LoginForm.Way? {
        guard givenRoles.contains(.password), case .login(let form) = page.meaning, form.mailsProof else { return nil }
        let ways = page.providers
        guard ways.count != 1 else { return ways.first }
        guard !ways.isEmpty else {
            guard !givenRoles.contains(.oneTimeCode) else { return nil }
            throw FedauthError(
                .inputNeeded,
                "'\(origin.hostAndPort)' would send a code or a link by mail, and asks for no password ('\(page.title.folded(to: 80))')",
                hint: "nothing was sent; without a password among the options, the code can be typed on a terminal")
        }
        if let index = try choose(among: ways.map(\.label), title: page.title, origin: origin) { return ways[index] }
        throw FedauthError(
            .inputNeeded,
            "'\(origin.hostAndPort)' asks for \(ways.listed), or sends something by mail ('\(page.title.folded(to: 80))')",
            hint: "'--idp NAME' chooses one; nothing was sent")
    }

    /// Returns the home realm, for `receivers`, from the options, or asks the user; nil when that is impossible, or the
    /// user chooses elsewhere. `takesOthers`: an entity ID that is not in the list is a choice, too.
    func realm(
        _ home: HomeRealm, at origin: Origin, sentTo receivers: Set<Origin>, title: String, takesOthers: Bool = false,
        mayAsk: Bool = true
    ) throws(FedauthError) -> HomeRealm.Answer? {
        if let name = homeRealm {
            guard let realm = home.realm(named: name) else {
                if takesOthers && name.contains(":") { return .realm(SharedSecret(text: name)) }
                throw FedauthError(
                    .inputNeeded, "'\(origin.hostAndPort)' does not know the home realm '\(name.folded(to: 120))'",
                    hint: "it knows \(home.realms.listed)")
            }
            choseHomeRealm()
            return .realm(SharedSecret(text: realm.value))
        }
        if let field = home.fieldName.flatMap(home.form.field), let value = try preset(for: field, sentTo: receivers) {
            let name = value.withBytes { String(decoding: $0.prefix(1000), as: UTF8.self) }
            return .realm(home.realm(named: name).map { SharedSecret(text: $0.value) } ?? value)
        }
        if home.takesAddress && user?.contains("@") == true { return .address }
        guard home.realms.count > 1 || home.takesAddress else {
            return home.realms.first.map { .realm(SharedSecret(text: $0.value)) }
        }
        let labels = home.realms.map(\.text) + (home.takesAddress ? ["another organisation, by mail address"] : [])
        guard mayAsk, let index = try choose(among: labels, title: title, origin: origin) else { return nil }
        return home.realms.indices.contains(index) ? .realm(SharedSecret(text: home.realms[index].value)) : .address
    }
}

extension HomeRealm {
    /// The answer to a home realm page.
    enum Answer {
        case realm(SharedSecret)
        /// The mail address that the page asks for.
        case address
    }

    /// Returns the error for a list of home realms when the user cannot be asked.
    func needed(at origin: Origin, title: String) -> FedauthError {
        let address = takesAddress ? ", or a mail address by '--user'" : ""
        return FedauthError(
            .inputNeeded, "'\(origin.hostAndPort)' asks where the account is at home ('\(title)')",
            hint: "choose by '--idp NAME'\(isOfADFS ? " or '--home-realm NAME'" : "")\(address); it knows "
                + realms.listed)
    }
}
