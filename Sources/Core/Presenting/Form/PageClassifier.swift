/// The next step that a page requires, as far as it is possible without scripts.
enum PageClassifier {
    /// A form that a browser would submit automatically, or that only asks to continue.
    case handOn(LoginForm)
    /// A form that the user fills in.
    case login(LoginForm)
    /// "Do you agree?"; the form and button for "yes".
    case consent(LoginForm, button: FormField?)
    /// "Stay signed in?"; the forms and buttons for both answers.
    case keepSignedIn(yes: Press, no: Press)
    /// The choice of the home realm.
    case homeRealm(HomeRealm)
    /// Forms that need a choice only the user's options can make.
    case choice([LoginForm])
    /// Continue or poll after a delay.
    case refresh(MetaRefresh)
    /// The page is in this frame of the same server.
    case frame(String)
    /// Not possible without a browser.
    case needsBrowser(BrowserNeed)
    /// The server has ended this sign-in.
    case expired
    /// Neither a form nor a link to continue.
    case deadEnd

    /// Whether the page is a step of the way without scripts, or its end.
    var isAroundScripts: Bool {
        switch self {
        case .refresh, .deadEnd: true
        default: false
        }
    }

    /// A button of a form.
    struct Press {
        var form: LoginForm
        var button: FormField?
    }
}

extension Page {
    /// Picks the relevant form among several, by the purpose of their fields.
    var meaning: PageClassifier {
        // Beside a login, it is the button of another provider, whatever else the page's scripts send.
        if let form = forms.first(where: \.carriesProtocolMessage), !forms.contains(where: { $0.loginRank >= 4 }),
            isSent(form), submitsItself && forms.count == 1 || form.isAnswer || !hasWay(besides: form)
        {
            return meaning(ofMessage: form)
        }
        if let homeRealm { return .homeRealm(homeRealm) }
        if !organisationLinks.isEmpty { return .choice(organisationLinks) }
        if let furtherAuthentication { return furtherAuthentication }
        if let login = bestLogin?.withBothPages.withPressedValue {
            guard let need = newSecret(by: login) else { return meaning(ofLogin: login) }
            return skip(besides: login, isUrged: true).map { .handOn($0) } ?? .needsBrowser(need)
        }
        let plain = forms.filter(\.isPlainStep)
        let isSilent = !submitsItself && refresh?.endsSession != false && !plain.contains { $0.goingOn != nil }
        if obstacles.contains(.captcha) || obstacles.contains(.captchaScript) && isSilent {
            return .needsBrowser(.captcha)
        }
        if let keeping = keeping(among: plain) { return keeping }
        if let skip = skip(among: plain) { return .handOn(skip) }
        if obstacles.contains(.webAuthn) { return .needsBrowser(.webAuthn) }
        // The user may disagree with what the page's scripts would accept.
        if let refresh, refresh.delaySeconds >= 1, isWaiting { return .refresh(refresh) }
        if let form = plain.first(where: { !$0.openRadios.isEmpty || $0.offersAccounts || $0.openList != nil }) {
            return .choice([form])
        }
        if let consent = consent(among: plain) {
            return announcesChange && !Words.requestConsent([title, text]) ? .choice(plain) : consent
        }
        if plain.contains(where: \.sendsFile) { return .needsBrowser(.fileUpload) }
        let offering = plain.filter { $0.offeredField != nil }
        if !offering.isEmpty { return .choice(offering) }
        if submitsItself, let form = plain.first(where: \.hasContent) {
            if form.submitButtons.isEmpty, form.isFilledByScript(ofPage: false) { return .needsBrowser(.scriptedForm) }
            // It is unknown which of the buttons the script would press.
            return form.waysOn.count > 1 ? .choice([form]) : .handOn(form)
        }
        if let refresh, !refresh.endsSession { return .refresh(refresh) }
        if plain.contains(where: { $0.isFilledByScript(ofPage: hasScripts) }) { return .needsBrowser(.scriptedForm) }
        let ready = plain.filter { $0.isReady && (sendsUnseen || !$0.submitButtons.isEmpty) }
        if plain.count == 1, let form = ready.first {
            // What a button does that does not say that it goes on is not known: it may change the account, or order something.
            let isKnown =
                form.waysOn.allSatisfy { $0.goesOn || form.secondFactor != nil }
                && (!announcesChange || form.submitButtons.contains(where: \.isNoStep))
                && (!form.waysOn.contains { Words.onlyAgree($0.label) }
                    || Words.occur(Words.keeping, in: [title, text]))
            return form.waysOn.count > 1 || !isKnown ? .choice(plain) : .handOn(form)
        }
        return meaningWithoutForms(plain)
    }

    /// Whether a script may send a form that has no button: who reads a page with content sends none.
    private var sendsUnseen: Bool { !obstacles.contains(.waitingScript) && isBare }
    private var isBare: Bool { text.utf8.count <= 300 && links.isEmpty }

    /// Whether something sends a form, as far as that can be told: a button, or the page, which has no content.
    private func isSent(_ form: LoginForm) -> Bool {
        submitsItself || form.fields.contains { $0.kind == .submit || $0.kind == .inert }
            || sendsUnseen && (!form.isHeld || headings.isEmpty && text.utf8.count <= Self.blankBytes)
    }
    private static let blankBytes = 60

    /// Whether the page goes on by itself, or by another button: then a form in its content is not its way.
    private func hasWay(besides form: LoginForm) -> Bool {
        refresh?.endsSession == false || forms.contains { $0 != form && $0.isPlainStep && $0.goingOn != nil }
    }

    private func meaning(ofMessage form: LoginForm) -> PageClassifier {
        if form.choosesBesideMessage { return .choice([form]) }
        guard form.hasRequiredBoxes || form.answersByButton && !submitsItself else { return .handOn(form) }
        return consent(among: [form]) ?? .choice([form])
    }

    private var bestLogin: LoginForm? {
        let ranks = forms.map(\.loginRank)
        if let best = ranks.max(), best > 0, let index = ranks.firstIndex(of: best) { return forms[index] }
        // A hidden login form that a script uncovers: sending it unchanged would count as a wrong password. When there
        // is another way to continue, it is only a dialog that may open.
        guard hasScripts, refresh == nil, !forms.contains(where: \.isPlainStep) else { return nil }
        return forms.compactMap(\.uncovered).first { $0.loginRank > 0 }
    }

    private func meaning(ofLogin login: LoginForm) -> PageClassifier {
        // A form protected by a CAPTCHA cannot be filled in.
        if obstacles.contains(.captcha) || login.wantsCaptcha { return .needsBrowser(.captcha) }
        // Forms that change a password need the old and a new one, which no source can provide. What they say of it is no refusal.
        if login.wantsNewPassword {
            return skip(besides: login, isUrged: true).map { .handOn($0) } ?? .needsBrowser(.newPassword)
        }
        if login.sendsFile { return .needsBrowser(.fileUpload) }
        if confirmsOtherThanUser(login) || makesAccount(login) {
            let asksForSecret = login.roles.contains { $0?.isSecret == true }
            return (asksForSecret ? skip(besides: login, isUrged: true) : nil).map { .handOn($0) } ?? .choice([login])
        }
        if obstacles.contains(.sendingScript) && forms.count == 1 || login.pressed(login.goingOn).isSentByScript
            || login.isFilledByScript(ofPage: hasScripts)
            || login.isPressedByScript(ofPage: hasScripts)
            // Each box has a form of its own: a script sends both.
            || login.asksOnlyForPassword && login.submitButtons.isEmpty
                && forms.contains(where: { $0.submitButtons.isEmpty && $0.roles.compactMap(\.self) == [.userName] })
        {
            return .needsBrowser(.scriptedForm)
        }
        return .login(login)
    }

    /// Whether a secret may confirm what the page, or its only button, does to the account. Who is asked for name and password has
    /// no session yet in which anything could be confirmed.
    private func confirmsOtherThanUser(_ login: LoginForm) -> Bool {
        // The code of a device, which may be a stranger's (RFC 8628 section 5.4).
        if login.fields.contains(where: { Words.occur(["user_code", "usercode"], in: [$0.name]) }) { return true }
        let acting = login.submitButtons.filter {
            !$0.isInvisible && !$0.saysNo && !Words.occur(Words.forgotten, in: [$0.label])
        }
        guard !acting.isEmpty else {
            return login.submitButtons.contains { !$0.isInvisible && $0.isNoStep && $0.label.contains(" ") }
        }
        let roles = Set(login.roles.compactMap(\.self))
        if roles.isSuperset(of: [.userName, .password]) || roles.isDisjoint(with: [.password, .oneTimeCode]) {
            return acting.allSatisfy(\.isNoStep) || announcesChange && !roles.contains(.password) || announcesRemoval
        }
        let labels = login.fields.filter(\.isTyped).map(\.label)
        return announcesChange || Words.announceRemoval(labels) || !acting.contains(where: \.confirmsUser)
    }

    /// Whether the page, or the form itself, says that it makes or changes an account, and nothing says that it signs in.
    private func makesAccount(_ login: LoginForm) -> Bool {
        let own = [login.identifier, login.name, login.path] + login.submitButtons.map(\.label)
        return login.roles.contains(.password) && (login.isAside || announced.contains(where: Words.changeAccount))
            && !(announced + own).contains(where: Words.leadsIn)
    }

    /// Whether a form asks for more than a secret, or its button, the title or a heading says that it is about who the user is.
    func saysSignIn(_ login: LoginForm) -> Bool {
        // What is filled in already is not asked for.
        let roles = Set(zip(login.fields, login.roles).compactMap { $1 == .other && !$0.value.isEmpty ? nil : $1 })
        let labels = login.submitButtons.map(\.label)
        let isBare = (labels + [title, text]).allSatisfy(\.isEmpty)
        return login.secondFactor != nil || isBare || !roles.isSubset(of: [.password, .oneTimeCode])
            || saysSignIn(labels)
    }

    private func saysSignIn(_ labels: [String]) -> Bool {
        let said = announced.filter { Words.leadsIn($0) || !Words.isNoStep($0) }
        return (said + labels).contains(where: Words.leadsIn) || Words.stand(["pin"], in: said)
            || [Words.identity, FormField.passwordLabels, FormField.codeLabels, FormField.surelyCodeLabels].contains {
                Words.occur($0, in: said)
            }
    }

    /// Whether a passkey proves who the user is, and agrees to nothing else.
    ///
    /// - Parameters:
    ///   - button: what asks for it; nil: a script of the page, or another of its buttons.
    ///   - isFirst: whether no step before has asked who the user is: then the page, or the button, says that it signs in.
    func takesPasskey(by button: FormField?, isFirst: Bool) -> Bool {
        let labels = button.map { [$0.label] } ?? forms.flatMap(\.fields).filter(\.usesPasskey).map(\.label)
        return !announcesChange && !announcesRemoval && !letsOthersIn && !sentences.contains(where: Words.agreeToOther)
            && (!isFirst || saysSignIn(labels) || forms.contains { $0.loginRank >= 4 })
    }

    /// Whether it lets a program or a device in, whatever its only button says.
    var letsOthersIn: Bool {
        Words.letOthersIn([title, text]) || Words.showCode(text)
            || announced.contains { Words.signInDevice($0) || Words.linkDevice($0) }
    }

    private func meaningWithoutForms(_ plain: [LoginForm]) -> PageClassifier {
        if forms.contains(where: \.sendsPasswordByScript) { return .needsBrowser(.scriptedForm) }
        if Words.occur(Words.unsupported, in: [title, text]) {
            // A browser that has shown it finds no other that does it better.
            let isRendered = links.contains { $0.node != nil }
            return (isRendered ? meaningOfLinks : nil) ?? .needsBrowser(.knownBrowser)
        }
        if Words.occur(Words.expired, in: [title, text]) { return .expired }
        if isBrief, Words.occur(Words.expiredPassword, in: [title, text]) { return .needsBrowser(.newPassword) }
        guard accountOfError == nil, trueErrors.allSatisfy({ requiresSignIn && Words.requireSignIn($0) }) else {
            return .deadEnd
        }
        if errors.contains(where: Words.asksForScripts) { return .needsBrowser(.scripts) }
        // A button that leads back after a refusal is no question.
        if isBrief, plain.allSatisfy({ $0.goingOn == nil }), linkSteps.isEmpty,
            Words.occur(Words.failures, in: [title, text]) || [title, text].contains(where: Words.refusePassword)
        {
            return .deadEnd
        }
        if plain.contains(where: { !$0.fields.isEmpty }) {
            // Only the script knows whether it sends the form.
            let isOpen = obstacles.contains(.waitingScript) && isBare && plain.allSatisfy(\.submitButtons.isEmpty)
            return isOpen ? .needsBrowser(.scripts) : .choice(plain)
        }
        if let meaningOfLinks { return meaningOfLinks }
        if isBrief, !Words.asksForScripts(text), Words.occur(Words.refusing, in: [title, text]) { return .deadEnd }
        if frames.count == 1, let frame = frames.first, !hasScripts { return .frame(frame) }
        if !frames.isEmpty { return .needsBrowser(.frames) }
        return hasScripts ? .needsBrowser(.scripts) : .deadEnd
    }

    /// Whether a heading says that something is deleted, or a sum is paid: also beside a name and a password, that is no login.
    private var announcesRemoval: Bool {
        isBrief && announced.contains { Words.announceDeletion($0) && !Words.leadsIn($0) || Words.announcePayment($0) }
    }

    /// Whether its title, or a heading, says that it changes the account, or orders something.
    var announcesChange: Bool {
        isBrief
            && (Words.announceChange(announced) || Words.nameMoney(ownText)
                || Words.occur(Words.consequences, in: [ownText]) || sentences.contains(where: Words.willDelete))
    }

    /// What it asks.
    private var questions: [String] {
        ownText.split(separator: "?", omittingEmptySubsequences: false).dropLast().map {
            String($0.split { ".!:;。".contains($0) }.last ?? "")
        }
    }

    /// What it says of "OK" beside "Cancel", in place of a question.
    private var explained: [String] {
        sentences.filter { Words.occur(["press ok to", "click ok to", "press yes to", "click yes to"], in: [$0]) }
    }

    /// Whether it asks whether to go on: what that does is not said, or only the user can tell.
    var asksToGoOn: Bool {
        !submitsItself && !Words.occur(Words.announcements, in: [text])
            && !forms.contains(where: \.carriesProtocolMessage) && Words.stand(Words.goingOn, in: questions)
    }

    /// What it says itself, as far as that can be told.
    var ownText: String { mainText.isEmpty ? text : mainText }

    /// Whether it has hardly more than a message.
    var isBrief: Bool { text.utf8.count <= 1_000 }

    /// Whether the user must act on another device, or has got mail, and has no name or password to type.
    var isWaiting: Bool {
        !forms.contains { $0.loginRank >= 4 && !$0.roles.contains(.oneTimeCode) }
            && (Words.occur(Words.waiting, in: [title]) || sentences.contains(where: Words.waitForUser))
    }

    /// Returns what to tell the user of a page that is waiting: where to find the push notification on a phone, and the number
    /// to choose or type there.
    func waitingNote(at origin: Origin) -> String {
        let number = numbers.count == 1 ? numbers.first : nil
        let first = number.map { "the number is \($0); " } ?? ""
        return "'\(origin.hostAndPort)' is waiting: \(first)\(ownText.folded(to: 300))"
    }

    private func keeping(among forms: [LoginForm]) -> PageClassifier? {
        guard let (yes, no) = Self.question(among: forms, orLater: true), no.button?.changesAccount != true
        else { return nil }
        // "Cancel" is no answer to a heading that only names the device.
        let isOfDevice =
            announced.contains(where: Words.trustDevice) && !Words.requestConsent([title, text])
            && no.button.map { Words.answerNo($0.label) } == true
        // What a box remembers is no answer to "Authorize".
        let authorizes =
            yes.form.fields.contains { $0.kind == .checkbox } && yes.button.map { $0.agrees || $0.permits } == true
        guard isOfDevice || Words.occur(Words.keeping, in: [title, text]) && !authorizes else { return nil }
        return .keepSignedIn(yes: yes, no: no)
    }

    /// The way that leaves out what a form asks for.
    ///
    /// - Parameters:
    ///   - isUrged: whether errors on the page only say why it asks.
    ///   - overRadios: whether the choice between ways may be left out.
    func skip(besides form: LoginForm, isUrged: Bool = false, overRadios: Bool = false) -> LoginForm? {
        skip(
            among: [form] + forms.filter { $0.isPlainStep && $0 != form }, isUrged: isUrged, overRadios: overRadios)
    }

    /// The way that leaves out what a short page wants to set up, to show or to know, and that no form of it asks to be agreed to:
    /// it changes nothing.
    private func skip(among plain: [LoginForm], isUrged: Bool = false, overRadios: Bool = false) -> LoginForm? {
        guard isBrief, isUrged || trueErrors.isEmpty, !Words.requestConsent([title, text]),
            plain.allSatisfy({ $0.openList == nil && (overRadios || setsUpFactor || $0.openRadios.isEmpty) }),
            !plain.contains(where: { $0.hasRequiredBoxes || $0.submitButtons.contains { $0.agrees || $0.permits } })
        else { return nil }
        let passesByGoingOn = putsOffByGoingOn
        for form in plain + linkSteps {
            // In a rendered page, a script may do what a button does that sends nothing.
            let index = form.fields.firstIndex {
                ($0.kind == .submit || $0.kind == .inert && $0.node != nil) && !$0.isInvisible
                    && (Words.skips($0.label) || $0.onlyGoesOn && passesByGoingOn)
                    && !Words.stand(Words.acts, in: [$0.label])
                    && (!$0.isNoStep || Words.occur(Words.skipping, in: [$0.label]))
            }
            guard let index else { continue }
            var form = form
            form.fields[index].kind = .submit
            let button = form.fields[index]
            form.fields.removeAll { $0.kind == .submit && $0 != button }
            return form
        }
        return nil
    }

    /// Whether "Continue" leaves a change for later: the page says that something will end, and its other way changes that.
    var putsOffByGoingOn: Bool {
        guard isBrief, Words.occur(Words.announcements, in: [text]) else { return false }
        let ways = steps.flatMap(\.submitButtons)
        return ways.contains { Words.mayChange($0.label) } && ways.allSatisfy { !$0.saysNo || Words.skips($0.label) }
    }

    private func consent(among forms: [LoginForm]) -> PageClassifier? {
        if forms.count == 1, let form = forms.first, form.hasRequiredBoxes, !form.onlyActs {
            return Self.consent(to: form, ticked: form.tickingAgreements)
        }
        // "Cancel" and "send again" are not a question.
        if !forms.contains(where: \.offersMethods), let (yes, no) = Self.question(among: forms) {
            guard !isWaiting || yes.button?.saysYes == true, !isOfSession(yes, no) else { return nil }
            // A bare "yes" says no more than the question does.
            if isBrief, yes.form.boxes.isEmpty, (questions + explained).contains(where: Words.wantsChange) {
                return .choice([yes.form])
            }
            // "Log out" refuses only what the other button agrees to.
            guard no.button?.leadsOut != true || yes.button?.saysYes == true || yes.button?.agrees == true else {
                return nil
            }
            return .consent(yes.form.tickingAgreements.tickingLists, button: yes.button)
        }
        return consentWithOneAnswer(among: forms)
    }

    /// Whether "continue" and "log out" only concern the session that the user has, and the page asks for nothing.
    private func isOfSession(_ yes: PageClassifier.Press, _ no: PageClassifier.Press) -> Bool {
        yes.button?.onlyGoesOn == true && no.button?.leadsOut == true && yes.form.boxes.isEmpty
            && !Words.occur(Words.asking, in: [title, text])
    }

    /// Finds boxes to tick before the only button, and a button that agrees where only a link says "no".
    private func consentWithOneAnswer(among forms: [LoginForm]) -> PageClassifier? {
        let names = forms.flatMap(\.fields).map(\.name)
        let asks = Words.requestConsent([title, text] + names) || letsOthersIn
        let refuses = links.contains { Words.refuses($0.text) }
        let isWaiting = isWaiting
        let asking = forms.filter { form in
            guard form.waysOn.count <= 1, !form.onlyActs else { return false }
            if !form.boxes.isEmpty { return asks || !isWaiting || form.hasAgreements }
            guard let button = form.goingOn, asks || !isWaiting || button.agrees else { return false }
            return asks || button.agrees || button.permits
                || button.saysYes && !button.offersMethod && !submitsItself && (refuses || form.hasRefusingLook)
        }
        guard asking.count == 1, let form = asking.first else { return nil }
        return Self.consent(to: form, ticked: form.tickingBoxes)
    }

    /// Which of several disabled buttons a script frees is not known.
    private static func consent(to form: LoginForm, ticked: LoginForm) -> PageClassifier {
        form.goingOn == nil && ticked.goingOn == nil && !form.heldButtons.isEmpty
            ? .needsBrowser(.scriptedForm) : .consent(ticked, button: ticked.goingOn)
    }

    /// Finds a question with two answers, one of which is "no".
    ///
    /// - Parameter orLater: whether "not now" is a "no", and each answer that begins so.
    private static func question(
        among forms: [LoginForm], orLater: Bool = false
    ) -> (yes: PageClassifier.Press, no: PageClassifier.Press)? {
        var refusing: PageClassifier.Press?
        var agreeing: [PageClassifier.Press] = []
        for form in forms {
            let isRefusing = form.saysNo
            for button in form.submitButtons {
                let press = PageClassifier.Press(form: form, button: button)
                let isLater = orLater && Words.answerNo(button.label)
                if isRefusing || button.saysNo || isLater {
                    refusing = refusing ?? press
                } else if (!button.offersMethod || button.agrees) && !button.isNoStep {
                    agreeing.append(press)
                }
            }
        }
        guard let no = refusing,
            let yes = agreeing.first(where: { $0.button?.saysYes == true }) ?? agreeing.first
        else { return nil }
        return (yes, no)
    }
}

extension LoginForm {
    /// Its only button, if that leaves out what the page offers or asks for.
    var skipping: FormField? {
        submitButtons.count == 1 ? submitButtons.first { Words.skips($0.label) } : nil
    }

    /// Whether it asks which account to use, with a button for one that it does not list.
    fileprivate var offersAccounts: Bool {
        submitButtons.count > 1
            && submitButtons.contains { $0.node != nil && Words.occur(Words.otherAccount, in: [$0.label]) }
    }

    /// Whether its way on is no step of a sign-in.
    fileprivate var onlyActs: Bool { goingOn.map(\.isNoStep) ?? submitButtons.contains(where: \.isNoStep) }

    /// Whether it has more than the fields that a script fills after a choice.
    fileprivate var hasContent: Bool {
        goingOn != nil || fields.contains { $0.kind == .hidden && !$0.name.isEmpty && !$0.value.isEmpty }
    }
}
