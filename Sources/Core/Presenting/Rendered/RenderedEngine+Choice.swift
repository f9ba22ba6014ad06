import Secrets

/// Chooses between several ways to continue, and presses what continues.
extension RenderedEngine {
    /// Presses a button once on each page, after the settings that the options give.
    func press(
        _ button: FormField?, of form: LoginForm, on rendered: RenderedPage
    ) throws(FedauthError) -> RenderedAction {
        let settings = settings(of: try answers.settings(of: form, at: rendered.url.origin), on: rendered)
        guard button?.node != nil || !settings.isEmpty else { return wait(on: rendered) }
        let page = rendered.page
        let name = [rendered.url.origin.description, page.title, page.text, button?.label ?? ""].joined(separator: "\n")
        guard pressed.insert(name).inserted else { return .wait }
        return .press(button?.node, settings: settings)
    }

    /// Returns the controls whose state differs from the page's.
    func settings(of form: LoginForm, on rendered: RenderedPage) -> [RenderedAction.Setting] {
        var shown: [Int: FormField] = [:]
        for field in rendered.page.forms.flatMap(\.fields) {
            if let node = field.node { shown[node] = field }
        }
        return form.fields.compactMap { field in
            guard let node = field.node, let before = shown[node] else { return nil }
            switch field.kind {
            case .checkbox: return field.isChecked == before.isChecked ? nil : .tick(node, field.isChecked)
            // Only another radio button clears one.
            case .radio: return field.isChecked && !before.isChecked ? .tick(node, true) : nil
            case .select: return field.value == before.value ? nil : .choose(node, field.value)
            default: return nil
            }
        }
    }

    func choose(among forms: [LoginForm], on rendered: RenderedPage) throws(FedauthError) -> RenderedAction {
        if let given = try answers.givenButton(among: forms, at: rendered.url.origin) {
            return try press(given.button, of: given.form, on: rendered)
        }
        for form in forms where try answers.isDecided(form, at: rendered.url.origin) {
            return try press(form.goingOn, of: form, on: rendered)
        }
        let origin = rendered.url.origin
        let ways = forms.flatMap(\.ways)
        if rendered.page.isWaiting, forms.allSatisfy(\.waysOn.isEmpty) {
            return try anotherWay(on: rendered) ?? wait(on: rendered)
        }
        for way in knownWays(among: ways) where taken.insert(way.label).inserted {
            let (form, button) = way.pressed
            return try press(button, of: form, on: rendered)
        }
        if let action = try anotherWay(on: rendered, orPassword: true) { return action }
        if let action = try disclose(on: rendered) { return action }
        return try leavingToUser { () throws(FedauthError) in
            let ways = ways + rendered.page.forms.flatMap(\.disclosures)
            guard !isAttended, ways.count > 1,
                let index = try answers.choose(among: ways.map(\.label), title: rendered.page.title, origin: origin)
            else {
                let list = ways.prefix(6).map { "'\($0.label.folded(to: 40))'" }.joined(separator: ", ")
                let what =
                    list.isEmpty
                    ? "a step that fedauth does not know"
                    : ways.count == 1 ? "a press on \(list)" : "a choice between \(list)"
                throw notKnown(what, at: origin, choosing: ways)
            }
            let (form, button) = ways[index].pressed
            return try press(button, of: form, on: rendered)
        }
    }

    /// Presses the button with the name or the URI of the organisation that the options name, because scripts draw lists of
    /// organisations as buttons. Returns nil where there is no such button, or it was pressed.
    func realmButton(on rendered: RenderedPage) -> RenderedAction? {
        let page = rendered.page
        guard let name = answers.homeRealm?.lowercased(), page.homeRealm == nil, !page.isAtProvider else { return nil }
        let buttons = page.forms.flatMap(\.fields).filter { $0.kind == .submit || $0.kind == .inert }
        guard let button = buttons.first(where: { $0.node != nil && $0.isNamed(name) }), let node = button.node,
            taken.insert("realm\n\(rendered.url.origin)\n\(button.label)").inserted
        else { return nil }
        return .press(node, settings: [])
    }

    /// Chooses the account's organisation in a list, or types the mail address.
    func choose(
        _ home: HomeRealm, on rendered: RenderedPage, _ named: Set<Origin>, _ jar: () throws(FedauthError) -> CookieJar
    ) throws(FedauthError) -> RenderedAction {
        let origin = rendered.url.origin
        let title = rendered.name
        guard let answer = try answers.realm(home, at: origin, sentTo: [origin], title: title, mayAsk: !isAttended)
        else {
            guard !isAttended else { throw notKnown("the account's organisation", at: origin) }
            throw home.needed(at: origin, title: title)
        }
        guard case .realm(let realm) = answer else {
            return try fill(home.form, like: home.form, on: rendered, named, try jar())
        }
        let value = realm.withBytes { String(decoding: $0, as: UTF8.self) }
        guard taken.insert("realm\n\(origin)\n\(value)").inserted else {
            return .leave(
                FedauthError(
                    .refused, "'\(origin.hostAndPort)' did not accept the choice '\(value.folded(to: 120))'",
                    hint: "choose another, or look at the pages with '--trace FILE'"))
        }
        let (form, button) = home.choosing(realm)
        // The script of a list without a button waits for a choice, even of what is chosen already.
        if button == nil, let list = home.fieldName.flatMap(form.field), let node = list.node {
            return .press(nil, settings: [.choose(node, realm)])
        }
        return .press(button?.node, settings: settings(of: form, on: rendered))
    }

    /// Returns the request for the choice of an identity provider that the page is to answer, if the options name one.
    func discovery(on rendered: RenderedPage) -> DiscoveryRequest? {
        guard answers.homeRealm != nil, !rendered.page.isAtProvider else { return nil }
        return DiscoveryRequest(rendered.url)
    }

    /// Answers such a request by its return address. Returns `wait` when only the page knows the provider's entity ID.
    func answer(
        _ request: DiscoveryRequest, on rendered: RenderedPage, _ named: Set<Origin>
    ) throws(FedauthError) -> RenderedAction {
        var entityID = answers.homeRealm ?? ""
        if let list = rendered.page.homeRealm,
            case .realm(let chosen)? = try answers.realm(
                list, at: rendered.url.origin, sentTo: [rendered.url.origin, request.target.origin],
                title: rendered.name, takesOthers: true, mayAsk: false)
        {
            entityID = chosen.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        guard entityID.contains(":") else { return .wait }
        let origin = request.target.origin
        guard named.contains(origin) || policy.permits(origin) else {
            throw request.refusedTarget(by: rendered.url.origin)
        }
        guard taken.insert(request.choice(entityID)).inserted else { return .leave(request.refused(entityID)) }
        return .open(request.answer(entityID))
    }
}

extension RenderedPage {
    /// Returns the error for a list of providers that cannot be read; nil for a page with another purpose.
    var lacksProvider: FedauthError? {
        guard DiscoveryRequest(url) != nil, !page.isAtProvider else { return nil }
        return DiscoveryRequest.needed(at: url.origin, title: name)
    }

    /// The title, otherwise the address; for messages.
    fileprivate var name: String { page.title.isEmpty ? url.withoutQuery : page.title.folded(to: 80) }
}

extension Page {
    /// Whether it belongs to an identity provider, or leads there or back: the organisation is chosen.
    fileprivate var isAtProvider: Bool {
        forms.contains { $0.roles.contains(.password) || $0.carriesProtocolMessage }
    }
}

extension LoginAnswers {
    /// Returns whether the options choose among the lists or radio buttons of a form.
    fileprivate func isDecided(_ form: LoginForm, at origin: Origin) throws(FedauthError) -> Bool {
        for field in form.fields where field.kind != .checkbox && field.isSetting {
            if try preset(for: field, sentTo: [origin]) != nil { return true }
        }
        return false
    }

    /// Returns the form with the values that the options give for boxes and lists. Throws `input-needed` for an option that a
    /// list does not have.
    func settings(of form: LoginForm, at origin: Origin) throws(FedauthError) -> LoginForm {
        var changed = form
        var ticks = TickedBoxes(of: form)
        for (index, field) in form.fields.enumerated() where field.isSetting {
            guard let value = try preset(for: field, sentTo: [origin]) else { continue }
            guard field.kind == .select else {
                changed.fields[index].isChecked = ticks.contains(field, by: value)
                continue
            }
            guard
                let option = field.options.first(where: { value.equals($0.value) })
                    ?? field.options.first(where: { value.equals($0.text) })
            else {
                throw FedauthError(
                    .inputNeeded,
                    "'\(origin.hostAndPort)' does not offer what '\(field.name.folded(to: 60))' is to be",
                    hint: "it offers \(field.options.listed)")
            }
            changed.fields[index].value = SharedSecret(text: option.value)
        }
        return changed
    }
}

extension FormField {
    /// Whether its label or its value is this name, in small letters.
    fileprivate func isNamed(_ name: String) -> Bool {
        label.lowercased() == name
            || value.withBytes { String(decoding: $0.prefix(1024), as: UTF8.self).lowercased() == name }
    }

    /// Whether an option can set it: a box, a radio button or a list.
    fileprivate var isSetting: Bool {
        [.checkbox, .radio, .select].contains(kind) && !name.isEmpty
    }
}
