import Secrets

/// Chooses between several ways to continue, and presses what continues.
extension RenderedEngine {
    /// Presses a button once on each page, after the settings that the options give.
    func press(
        _ button: FormField?, of form: LoginForm, on rendered: RenderedPage
    ) throws(FedauthError) -> RenderedAction {
        let kept = form.keepingSignedIn(answers.keepsSignedIn)
        let settings = settings(of: try answers.settings(of: kept, sentTo: [rendered.url.origin]), on: rendered)
        // An option that names it has named a part of the page.
        if let button { _ = try answers.isGiven(button: button, at: rendered.url.origin) }
        let page = rendered.page
        guard button?.node != nil || !settings.isEmpty else {
            // What has no button may be sent by a script.
            let isFinal = !isAttended && !page.isWaiting && form.submitButtons.contains { $0.node != nil }
            return isFinal ? .leave(unknown(form.ways, on: rendered)) : wait(on: rendered)
        }
        if let doubt = try doubt(of: form, button, on: rendered) { return .leave(doubt) }
        let name = [rendered.url.origin.description, page.title, page.text, button?.label ?? ""].joined(separator: "\n")
        guard pressed.insert(name).inserted else {
            // What has no effect leads no further, once the page is at rest.
            return page.isWaiting
                ? .wait : .end(rendered.document.end(page.meaning, again: isAnswered), isSure: page.complaint != nil)
        }
        return .press(button?.node, settings: settings)
    }

    /// Returns the error for a way to a server that nobody has named, if the user cannot be asked; `name` is the label
    /// of a way that the user has named.
    private func doubt(
        of form: LoginForm, _ button: FormField?, on rendered: RenderedPage, wayNamed name: String? = nil
    ) throws(FedauthError) -> FedauthError? {
        guard let target = rendered.page.target(of: form, by: button, at: rendered.url)?.origin,
            rendered.page.needsName(for: target, at: rendered.url, policy, wayNamed: name)
        else { return nil }
        do throws(FedauthError) { try check(rendered.url.origin, target) } catch {
            guard error.code == .inputNeeded else { throw error }
            return error
        }
        return nil
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

    func choose(
        among forms: [LoginForm], on rendered: RenderedPage, _ jar: () throws(FedauthError) -> CookieJar
    ) throws(FedauthError) -> RenderedAction {
        if let given = try answers.givenButton(among: forms, at: rendered.url.origin) {
            if given.form.isLogin(sentBy: given.button) {
                return try fill(
                    given.form.keepingSignedIn(answers.keepsSignedIn), like: given.form, on: rendered, try jar())
            }
            guard
                !given.form.fields.contains(where: \.isTyped)
                    || taken.insert(given.form.signature(at: rendered.url.origin) + "\n\(given.button?.label ?? "")")
                        .inserted
            else { return .end(rendered.document.refusesChoice, isSure: rendered.page.complaint != nil) }
            return try press(given.button, of: given.form, on: rendered)
        }
        for form in forms where try answers.isDecided(form, sentTo: [rendered.url.origin]) {
            return try press(
                form.goingOn, of: answers.agreed(PageClassifier.Press(form: form, button: form.goingOn)).form,
                on: rendered)
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
        // A menu of the ways to sign in.
        if ways.isEmpty, !isAttended || answers.homeRealm != nil, let (form, menu) = rendered.page.menuOfWays,
            taken.insert("menu\n\(origin)\n\(menu.label)").inserted
        {
            return try press(menu, of: form, on: rendered)
        }
        return try leavingToUser { () throws(FedauthError) in
            var ways = ways + rendered.page.forms.flatMap(\.disclosures)
            if ways.isEmpty { ways = rendered.page.linkSteps.flatMap(\.ways) }
            guard !isAttended, ways.count > 1,
                let index = try answers.choose(among: ways.map(\.label), title: rendered.page.title, origin: origin)
            else {
                throw unknown(ways, on: rendered)
            }
            let (form, button) = ways[index].pressed
            return try press(button, of: form, on: rendered)
        }
    }

    /// Returns the error for a choice that is not known, with what the page says where it shows none.
    func unknown(_ ways: [LoginForm.Way], on rendered: RenderedPage) -> FedauthError {
        let says = ways.isEmpty ? " ('\(rendered.name)'): \(rendered.page.ownText.folded(to: 160))" : ""
        return notKnown(ways.listed + says, at: rendered.url.origin, choosing: ways)
    }

    /// Presses what the options name, whatever else the page asks for: the organisation of `--idp`, as a button or a link, or a
    /// link with the label of a `--field`. Returns nil where there is no such way, or it was pressed.
    func namedWay(on rendered: RenderedPage) throws(FedauthError) -> RenderedAction? {
        let (page, origin) = (rendered.page, rendered.url.origin)
        if let way = try answers.providerWay(on: page, at: origin), let node = way.control?.node,
            taken.insert("realm\n\(origin)\n\(way.label)").inserted
        {
            answers.choseHomeRealm()
            let (form, button) = way.pressed
            let doubt = try doubt(of: form, button, on: rendered, wayNamed: way.label)
            return doubt.map { .leave($0) } ?? .press(node, settings: [])
        }
        guard let given = try answers.givenButton(among: page.linkSteps, at: origin), let link = given.button,
            let node = link.node,
            taken.insert("link\n\(rendered.url.withoutQuery)\n\(page.title)\n\(link.label)").inserted
        else { return nil }
        let doubt = try doubt(of: given.form, link, on: rendered, wayNamed: link.label)
        return doubt.map { .leave($0) } ?? .press(node, settings: [])
    }

    /// Types the organisation of `--idp` into the search of a page that asks for one: what it finds is a way then. Returns nil where
    /// there is no such search, or it was used.
    func search(on rendered: RenderedPage) -> RenderedAction? {
        guard let name = answers.homeRealm, !name.contains(":") else { return nil }
        let page = rendered.page
        let fields = page.forms.flatMap(\.fields).filter { $0.isTyped || $0.kind == .password }
        guard fields.count == 1, fields[0].kind != .password, let node = fields[0].node,
            page.announced.contains(where: Words.askWho), taken.insert("search\n\(rendered.url.withoutQuery)").inserted
        else { return nil }
        return .type(RenderedAction.Entry(node: node, value: SharedSecret(text: name)))
    }

    /// Chooses the account's organisation in a list, or types the mail address.
    func choose(
        _ home: HomeRealm, on rendered: RenderedPage, _ jar: () throws(FedauthError) -> CookieJar
    ) throws(FedauthError) -> RenderedAction {
        let origin = rendered.url.origin
        let title = rendered.name
        guard let answer = try answers.realm(home, at: origin, sentTo: [origin], title: title, mayAsk: !isAttended)
        else {
            guard !isAttended else { throw notKnown("the account's organisation", at: origin) }
            throw home.needed(at: origin, title: title)
        }
        guard case .realm(let realm) = answer else {
            return try fill(home.form, like: home.form, on: rendered, try jar())
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
        _ request: DiscoveryRequest, on rendered: RenderedPage
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
    /// The only element whose label says that it opens the ways to sign in, with its form.
    fileprivate var menuOfWays: (form: LoginForm, menu: FormField)? {
        let found = forms.flatMap { form in form.fields.filter(\.opensWays).map { (form, $0) } }
        return found.count == 1 ? found[0] : nil
    }
}

extension FormField {
    /// Whether its label says that it leads to a login, as that of a menu.
    fileprivate var opensWays: Bool {
        kind == .inert && node != nil && !leadsAside && !saysNo
            && (Words.leadsIn(label) || Words.occur(Words.organisations, in: [label]))
    }
}

extension Page {
    /// Whether it belongs to an identity provider, or leads there or back: the organisation is chosen.
    fileprivate var isAtProvider: Bool {
        forms.contains { $0.roles.contains(.password) || $0.carriesProtocolMessage }
    }
}
