import Secrets

/// The links of a page that may be steps of a sign-in.
extension Page {
    /// The links as forms with one button, in order and each address once: links and buttons are ways by the same rules.
    var linkSteps: [LoginForm] { Self.steps(by: links) }

    private static func steps(by links: [Link]) -> [LoginForm] {
        var seen: Set<String> = []
        return links.prefix(searchedLinks).compactMap { link in
            guard link.leadsToPage, seen.insert(link.target).inserted else { return nil }
            var button = FormField(kind: .submit, name: "", label: link.text)
            button.node = link.node
            var form = LoginForm(action: link.target, fields: [button])
            form.isLink = true
            return form
        }
    }

    /// The steps that need no typing: forms, then links.
    var steps: [LoginForm] { forms.filter { $0.isPlainStep && !$0.fields.isEmpty } + linkSteps }

    /// What links are for where they are all that a page offers: the only one that says "go on", a question, or a choice; nil on
    /// pages with content.
    var meaningOfLinks: PageClassifier? {
        var ways = fewWays
        if let carrier = ways.first(where: \.carriesAnswer) { return .handOn(carrier) }
        if requiresSignIn {
            // What else stands there is not what it asks for. The way occurs in the menu, too.
            let asked = linkSteps.filter {
                $0.submitButtons.contains { Words.leadsIn($0.label) && !$0.saysNo && !$0.leadsAside }
            }
            let names = Set(asked.map { "\($0.path) \($0.goingOn?.label.lowercased() ?? "")" })
            if !asked.isEmpty { ways = names.count == 1 ? [asked[0]] : asked }
        }
        let labels = ways.flatMap(\.ways).map(\.label)
        let leadingIn = ways.filter { $0.submitButtons.contains { Words.leadsIn($0.label) && !$0.saysNo } }
        if leadingIn.count == 1, onlySignsIn {
            // The name and the password that are given may be for the service's own login.
            let isBesideOwn = Words.occur(Words.byName, in: labels)
            return isBesideOwn && ways.count > 1 ? .choice(ways) : .handOn(leadingIn[0])
        }
        let accounts = linkSteps.filter {
            !$0.isFootingLink && $0.submitButtons.allSatisfy { !$0.leadsOut && !$0.saysNo }
        }
        if (2...Self.fewLinks).contains(accounts.count), text.utf8.count <= Self.briefBytes,
            Words.occur(Words.otherAccount, in: accounts.flatMap(\.ways).map(\.label))
        {
            return .choice(accounts)
        }
        if ways.count == 1, announcesAnother, Words.stand(Words.here, in: labels) { return .handOn(ways[0]) }
        let isRepeated = Set(ways.map { $0.goingOn?.label }).count < ways.count
        let isChooser = !hasScripts && Words.leadsIn(title) && text.utf8.count <= Self.chooserBytes
        // What the head and the foot of a page repeat is no choice.
        if ways.count > 1, !isRepeated, leadingIn.count == ways.count || isChooser { return .choice(ways) }
        if ways.count == 1, text.utf8.count <= Self.chooserBytes, Words.leadsIn(text), steps.allSatisfy(\.isLink),
            ways[0].ways.contains(where: \.leadsToProvider)
        {
            return .handOn(ways[0])
        }
        let methods = ways.filter {
            $0.submitButtons.contains { $0.offersMethod || Words.occur(Words.backups, in: [$0.label]) }
        }
        if methods.count > 1 { return .choice(methods) }
        // To log out again is no answer to a sign-in that has succeeded.
        let refusing = linkSteps.first { link in
            link.goingOn == nil
                && link.submitButtons.contains { $0.saysNo && !(saysSuccess && Words.leadsOut($0.label)) }
        }
        let going = ways.filter {
            !$0.saysNo
                && $0.goingOn.map {
                    !$0.isNoStep
                        && ($0.saysYes || Words.onlyAcknowledges($0.label) || saysSuccess && Words.goOn($0.label))
                } == true
        }
        guard let first = going.first else { return nil }
        if going.count == 1, refusing != nil || letsOthersIn {
            return .consent(first, button: first.goingOn)
        }
        return ways.count == 1 ? .handOn(first) : .choice(ways)
    }

    /// The links of a short page that may be ways on, if they are few.
    private var fewWays: [LoginForm] {
        let ways = linkSteps.filter { link in
            link.goingOn.map { !Words.leadsOut($0.label) && !Words.occur(Words.downloads, in: [$0.label]) } == true
                && !link.isFootingLink
        }
        let isShort = text.utf8.count <= Self.briefBytes && ways.count <= Self.fewLinks
        return isShort && !Words.occur(Words.closedAccount, in: [text]) ? ways : []
    }

    /// The links among which a short page lets the user choose an organisation, as its title or a heading says, whatever else may be
    /// typed there; none on other pages.
    var organisationLinks: [LoginForm] {
        let ways = announced.contains(where: Words.askWho) ? fewWays : []
        return ways.count > 1 && !forms.contains { $0.roles.contains(.password) } ? ways : []
    }

    /// The links of a short page that has nothing else, and offers no sign-out: it waits for one of them. Those that occur twice
    /// are at the head and at the foot of every page.
    var openLinks: [LoginForm.Way] {
        let languages = languages
        guard languages.isEmpty else { return languages }
        let ways = linkSteps.filter { !$0.isFootingLink && $0.submitButtons.allSatisfy { !$0.leadsOut } }.flatMap(
            \.ways)
        let counts = Dictionary(ways.map { ($0.label, 1) }, uniquingKeysWith: +)
        let single = ways.filter { counts[$0.label] == 1 }
        guard text.utf8.count <= Self.linkPageBytes, (2...Self.fewLinks).contains(single.count),
            ways.count == single.count,
            !links.contains(where: { Words.leadsOut($0.text) }), steps.allSatisfy(\.isLink)
        else { return [] }
        return single
    }

    /// The ways of a short page that asks for the language, and for nothing else.
    private var languages: [LoginForm.Way] {
        let asks = Words.occur(Words.askingForLanguage, in: [title, text])
        let choosers = asks ? forms.filter(\.isChooser) : []
        let ways = (choosers + linkSteps).flatMap { form in form.submitButtons.map { LoginForm.Way($0, of: form) } }
        let isNamed = ways.count { Words.nameLanguage($0.label) } > 1 && linkSteps.count { !$0.isFootingLink } <= 1
        let rest = (headings + links.map(\.text)).reduce(text.utf8.count) { $0 - $1.utf8.count - 3 }
        guard text.utf8.count <= Self.linkPageBytes, steps.allSatisfy(\.isLink),
            asks ? linkSteps.allSatisfy(\.isFootingLink) : isNamed && rest <= 0
        else { return [] }
        return asks ? ways : ways.filter { Words.nameLanguage($0.label) || !$0.isFooting }
    }

    /// Returns the form by which a page that has no other looks for an organisation, with its name. It changes nothing: it is sent
    /// by GET to the server of `url`, the address of the page.
    func search(for organisation: String, at url: WebURL) -> LoginForm? {
        let typed = forms.filter { $0.fields.contains(where: \.isTyped) }
        guard typed.count == 1, var form = typed.first, form.method == .get, form.fields.count(where: \.isTyped) == 1,
            let index = form.fields.firstIndex(where: { $0.isTyped && $0.isSearch }),
            target(of: form, by: nil, at: url)?.origin == url.origin
        else { return nil }
        form.fields[index].value = SharedSecret(text: organisation)
        return form
    }

    /// The only link of a short page that has nothing else: before a login it is the way on, such as to a new session, whatever it
    /// says. It stays at the server of `url`, the address of the page, and neither ends a session nor changes an account.
    func onlyLink(at url: WebURL) -> LoginForm? {
        switch meaning {
        case .expired, .deadEnd: break
        default: return nil
        }
        let links = linkSteps.filter { !$0.isFootingLink }
        guard links.count == 1, let link = links.first, let button = link.goingOn, !button.isNoStep,
            !tellsOfMaintenance,
            text.utf8.count > button.label.utf8.count + 10, !Words.leadsOut(button.label),
            !Words.stand(Words.leadingOut, in: [link.path]), isBrief, complaint == nil,
            accountOfError == nil, frames.isEmpty, steps.allSatisfy(\.isLink), languages.isEmpty,
            !forms.contains(where: { $0.fields.contains { $0.isTyped || $0.kind == .password } }),
            !headings.contains(button.label), !Words.occur(Words.downloads, in: [button.label, link.path]),
            !Words.occur(Words.closedAccount, in: [title, text]),
            Words.occur(Words.sessions, in: [title, text])
                || !Words.occur(Words.refusing, in: [title, text]) && !Words.occur(Words.trouble, in: [title, text]),
            Words.leadsIn(button.label) || target(of: link, by: button, at: url)?.origin == url.origin
        else { return nil }
        return link
    }

    /// A page with more text or more links has content.
    private static let linkPageBytes = 400
    private static let briefBytes = 2000
    private static let fewLinks = 6
    /// A page titled "Log in" with less text than this and links has nothing but these.
    private static let chooserBytes = 200
    private static let searchedLinks = 200

    /// What leads to other organisations, as its label or its address says.
    var providers: [LoginForm.Way] { ways.filter(\.leadsToProvider) }

    /// The links, and the buttons that do not send the form for name and password.
    private var ways: [LoginForm.Way] {
        let login = forms.first { $0.roles.contains(.password) }
        let buttons = forms.flatMap { form in
            form.ways.filter { form != login || $0.control != login?.goingOn }
        }
        let others = forms.flatMap { form in
            form.fields.filter { $0.kind == .inert && $0.node != nil && !$0.label.isEmpty }
                .map { LoginForm.Way($0, of: form) }
        }
        return (buttons + others + linkSteps.flatMap(\.ways)).filter { way in
            guard let control = way.control else { return false }
            return control.leadsOn && !way.isFooting
        }
    }

    /// Returns whether what is pressed on the page may lead to the server `target` only if the user, or another step, has named
    /// it: what the page has itself, and what is content that another user has written, cannot be told.
    ///
    /// - Parameters:
    ///   - url: the address of the page.
    ///   - isAnswer: whether the answer of a provider goes there, after which nothing is typed that its own server has not got.
    ///   - name: the label of a way that the user has named; nil for one that is chosen by its purpose.
    func needsName(
        for target: Origin, at url: WebURL, _ policy: NavigationPolicy, isAnswer: Bool = false,
        wayNamed name: String? = nil
    ) -> Bool {
        guard target != url.origin else { return false }
        if let content = policy.content, content.origin == url.origin, !submitsItself {
            return !content.providers.contains(target)
        }
        return name.map { hasNamesake($0, of: target, at: url) }
            ?? hasRival(of: target, at: url, orByScripts: !isAnswer)
    }

    /// Returns whether something else on the page has this name, too, or a longer one that begins or goes on with it.
    private func hasNamesake(_ name: String, of target: Origin, at url: WebURL) -> Bool {
        let name = name.lowercased()
        let controls = forms.flatMap { form in form.fields.map { (form: form, control: $0) } }
        let labels = controls.flatMap { form, control -> [String] in
            switch control.kind {
            case .hidden: []
            case .submit: self.target(of: form, by: control, at: url)?.origin == target ? [] : [control.label]
            default: [control.label] + control.options.map(\.text)
            }
        }
        let others = links.filter { (try? baseAddress(at: url).resolving($0.target))?.origin != target }.map(\.text)
        return (otherWays + labels + others).contains { $0.lowercased().contains(name) }
    }

    /// Returns whether the page has, or may have, another way than those to the server `target`: scripts make ways, and a form that
    /// they send is theirs. Help, terms, refusals and the like lead nowhere else.
    private func hasRival(of target: Origin, at url: WebURL, orByScripts: Bool) -> Bool {
        if submitsItself, forms.count == 1, self.target(of: forms[0], by: nil, at: url)?.origin == target {
            return false
        }
        if orByScripts && hasScripts || !otherWays.isEmpty || !frames.isEmpty || refresh?.endsSession == false {
            return true
        }
        let controls = forms.flatMap { form in
            form.fields.filter { $0.kind != .hidden && !$0.isInvisible }.map { (form: form, control: $0) }
        }
        let ways = controls.contains { form, control in
            switch control.kind {
            case .submit, .inert:
                !Self.isAside(control.label)
                    && (control.kind == .inert || self.target(of: form, by: control, at: url)?.origin != target)
            default: self.target(of: form, by: form.goingOn, at: url)?.origin != target
            }
        }
        return ways
            || links.contains { link in
                !Self.isAside(link.text) && (try? baseAddress(at: url).resolving(link.target))?.origin != target
            }
    }

    /// Whether a short label refuses, or leads to help, terms, or another language.
    private static func isAside(_ label: String) -> Bool {
        guard label.split(whereSeparator: \.isWhitespace).count < 4, !Words.leadsIn(label) else { return false }
        let control = FormField(kind: .submit, name: "", label: label)
        return control.saysNo || Words.occur(Words.forgotten, in: [label])
            || control.isFooting && !control.agrees
    }

    /// Returns the address to which a button sends its form, or a link leads; nil for what is no server's.
    func target(of form: LoginForm, by button: FormField?, at url: WebURL) -> WebURL? {
        guard let action = form.pressed(button).action, !action.allSatisfy(\.isWhitespace) else { return url }
        return try? baseAddress(at: url).resolving(action)
    }

    /// Returns the way to sign in as another user than the one for whom the page asks.
    func wayToOtherUser(than user: String) -> LoginForm.Way? {
        (forms + linkSteps).lazy.flatMap { form in
            form.fields.filter { $0.kind == .submit || $0.kind == .inert && $0.node != nil }
                .map { LoginForm.Way($0, of: form) }
        }.first { way in
            Words.occur(Words.otherUser, in: [way.label]) || Words.occur(Words.otherAccount, in: [way.label])
                || way.label.lowercased().contains("not " + user.lowercased())
        }
    }

    /// Returns the way to the organisation with this name: its whole label, its value, or a part of one label only; for an entity
    /// ID the link that has it.
    func provider(named name: String) -> LoginForm.Way? {
        let wanted = name.lowercased()
        let ways = ways
        let named = ways.filter { $0.label.lowercased() == wanted || $0.control?.isValue(wanted) == true }
        if let way = named.first {
            // Two of one name that lead to different servers: only the user knows which of them is meant.
            let servers = Set(named.map { URLReference($0.pressed.0.pressed($0.control).action ?? "").authority })
            return servers.count == 1 ? way : nil
        }
        var parts = ways.filter { $0.names(organisation: wanted) }
        if parts.isEmpty {
            parts = Self.steps(by: namedLinks).flatMap(\.ways).filter { $0.names(organisation: wanted) }
        }
        return parts.count == 1 ? parts.first : nil
    }
}

extension Page.Link {
    /// Whether it leads to another page, and not within this one.
    fileprivate var leadsToPage: Bool {
        guard !target.isEmpty, !target.hasPrefix("#") else { return false }
        return [nil, "http", "https"].contains(URLReference(target).scheme?.lowercased())
    }
}

extension LoginForm {
    /// Whether its address carries the answer of an identity provider.
    fileprivate var carriesAnswer: Bool {
        guard let query = URLReference(action ?? "").query else { return false }
        return PassedAnswers.isCarried(by: [FormBody(SharedSecret(text: query))])
    }

    fileprivate var isFootingLink: Bool { submitButtons.contains(where: \.isFooting) }
}

extension LoginForm.Way {
    /// Whether its label or its address says that it leads to another organisation.
    fileprivate var leadsToProvider: Bool {
        Words.occur(Words.organisations, in: [label])
            || Words.occur(Words.organisationPaths, in: [pressed.0.pressed(control).path])
    }

    fileprivate var isFooting: Bool { pressed.0.isLink && pressed.0.isFootingLink }

    /// Whether its label has this name as whole words, or its address has this entity ID.
    fileprivate func names(organisation name: String) -> Bool {
        if name.contains(":") {
            let address = PercentEncoding.decode((pressed.0.action ?? "").utf8)
            return address.withBytes { String(decoding: $0, as: UTF8.self) }.lowercased().contains(name)
        }
        guard let found = label.lowercased().firstRange(of: name) else { return false }
        let text = label.lowercased()
        let before = found.lowerBound == text.startIndex ? nil : text[text.index(before: found.lowerBound)]
        let after = found.upperBound == text.endIndex ? nil : text[found.upperBound]
        return ![before, after].contains { $0?.isLetter == true || $0?.isNumber == true }
    }
}

extension FormField {
    /// Whether it neither refuses nor leads aside.
    fileprivate var leadsOn: Bool { !saysNo && !leadsAside && !leadsOut && !leadsToAnotherWay }

    fileprivate func isValue(_ text: String) -> Bool {
        !text.isEmpty && value.withBytes { String(decoding: $0.prefix(1024), as: UTF8.self).lowercased() } == text
    }
}
