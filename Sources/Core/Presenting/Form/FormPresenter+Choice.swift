import Secrets

/// Chooses between several ways to continue.
extension FormPresenter {
    /// Returns the form that the options choose, by the value of a button or of a field that scripts would fill;
    /// otherwise asks the user. Returns nil when that is impossible.
    func chosen(
        among forms: [LoginForm], of document: Document, _ walk: inout FormWalk
    ) throws(FedauthError) -> (LoginForm, FormField?)? {
        for form in forms {
            let receivers = walk.receivers(of: form.pressed(form.goingOn), in: document)
            // A box is set beside the choice.
            for button in form.submitButtons where try answers.isGiven(button: button, at: document.url.origin) {
                return (form, button)
            }
            if try answers.isDecided(form, sentTo: receivers) { return (form, form.goingOn) }
            for (index, field) in form.fields.enumerated()
            where !field.name.isEmpty && !field.namesMethod && !field.isSetting && field.kind != .submit {
                // The value may be secret, so it must not appear in an address.
                guard form.method == .post, let value = try answers.preset(for: field, sentTo: receivers) else {
                    continue
                }
                if field == form.offeredField { return (form.taking(try offered(value, by: form, of: document)), nil) }
                var form = form
                form.fields[index].value = value
                return (form, form.goingOn)
            }
        }
        let ways = forms.flatMap(\.ways)
        let known = answers.knownWays(
            among: ways, hasTypedPassword: walk.hasSentPassword, isAnswered: walk.hasFilledBefore)
        for way in known where walk.isFirstChoice(of: "known\n\(document.url.origin)\n\(way.label)") {
            return way.pressed
        }
        guard ways.count > 1,
            let index = try answers.choose(among: ways.map(\.label), title: document.name, origin: document.url.origin)
        else { return nil }
        return ways[index].pressed
    }

    /// Takes the way that the options name, whatever else the page asks for: the organisation of `--idp`, as a button or a link, or
    /// a link with the label of a `--field`. Each once. Returns nil where there is none.
    func takeNamedWay(on page: Page, of document: Document, _ walk: inout FormWalk) throws(FedauthError) -> Document? {
        let origin = document.url.origin
        let link = try answers.givenButton(among: page.linkSteps, at: origin).flatMap { press in
            press.button.map { LoginForm.Way($0, of: press.form) }
        }
        let provider = try answers.providerWay(on: page, at: origin)
        guard let (form, button) = (provider ?? link)?.pressed,
            walk.isFirstChoice(of: "way\n\(document.url.withoutQuery)\n\(document.title)\n\(button?.label ?? "")")
        else { return nil }
        if provider != nil { answers.choseHomeRealm() }
        let sent = form.pressed(button).encoded(by: agent.reader)
        if sent.isSentByScript { throw leave(document, for: .scriptedForm, walk) }
        return try walk.choose(sent, button: sent.same(as: button), of: document, isSecret: false)
    }

    /// Returns the only way to the password on a page that waits for another device, where the password is given and was not sent.
    func wayToPassword(on page: Page, _ walk: FormWalk) -> LoginForm.Way? {
        guard page.isWaiting, answers.givenRoles.contains(.password), !walk.hasSentPassword else { return nil }
        let ways = page.steps.flatMap(\.ways).filter { way in
            way.control.map { $0.asks(for: .password) && !$0.leadsAside && !$0.isNoStep } == true
        }
        return ways.count == 1 ? ways.first : nil
    }

    /// Returns the sign-in method that the options want instead of `current`, if the page offers it and it was not
    /// chosen before.
    func preferred(
        over current: LoginForm, on page: Page, at origin: Origin, _ walk: inout FormWalk
    ) throws(FedauthError) -> LoginForm? {
        guard let way = current.way else { return nil }
        for form in page.forms where form != current {
            guard let index = form.fields.firstIndex(where: \.takesMethod),
                let wanted = try answers.preset(for: form.fields[index], sentTo: [origin])
            else { continue }
            let name = wanted.withBytes { String(decoding: $0.prefix(200), as: UTF8.self) }
            // The links beside the form are for users of the mouse; the certificate method exists without one.
            let value = form.offer(named: name)?.value ?? (name == CertificateSignIn.method ? name : nil)
            guard let value, value != way, walk.isFirstChoice(of: value) else { continue }
            var form = form
            form.fields[index].value = SharedSecret(text: value)
            return form
        }
        return nil
    }

    /// Returns the error for a choice of buttons when the user cannot be asked.
    func choiceNeeded(_ forms: [LoginForm], of document: Document) -> FedauthError {
        guard let form = forms.first(where: { $0.offeredField != nil }), let field = form.offeredField else {
            let ways = forms.flatMap(\.ways)
            let unknown = document.unknownStep(forms)
            guard !ways.isEmpty else { return unknown }
            return FedauthError(
                .inputNeeded, "'\(document.url.origin.hostAndPort)' asks for \(ways.listed) ('\(document.name)')",
                hint: ways.advice ?? unknown.hint)
        }
        return FedauthError(
            .inputNeeded, "'\(document.url.origin.hostAndPort)' offers several ways to continue ('\(document.name)')",
            hint: "choose by \(field.option("text:NAME")), with one of \(form.offers.listed)")
    }

    /// Returns what to post for a name in the options.
    private func offered(
        _ value: SharedSecret, by form: LoginForm, of document: Document
    ) throws(FedauthError) -> SharedSecret {
        let name = value.withBytes { String(decoding: $0.prefix(1000), as: UTF8.self) }
        guard let offer = form.offer(named: name) else {
            throw FedauthError(
                .inputNeeded,
                "'\(document.url.origin.hostAndPort)' does not offer what '\(form.offeredField?.name ?? "")' is to be",
                hint: "it offers \(form.offers.listed)")
        }
        return SharedSecret(text: offer.value)
    }
}
