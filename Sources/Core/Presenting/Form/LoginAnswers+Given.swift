import Secrets

/// The values of `--field` for controls that the user does not have to fill in.
extension LoginAnswers {
    /// Returns the form, to be sent or shown to `origins`, with the values of the options, and whether they change it.
    func given(_ form: LoginForm, sentTo origins: Set<Origin>) throws(FedauthError) -> (form: LoginForm, isGiven: Bool)
    {
        guard !form.carriesProtocolMessage || form.choosesBesideMessage || form.hasRequiredBoxes else {
            return (form, false)
        }
        var filled = try settings(of: form, sentTo: origins)
        // What the page itself has ticked or chosen tells the value, too.
        var isGiven = filled != form
        // The value may be secret, so it must not appear in an address.
        for (index, field) in form.fields.enumerated()
        where field.isSetting
            || form.method == .post && field.takesGivenText && !field.name.isEmpty && !field.namesMethod
        {
            guard let value = try preset(for: field, sentTo: origins) else { continue }
            isGiven = true
            if !field.isSetting { filled.fields[index].value = value }
        }
        return (filled, isGiven)
    }

    /// Returns the form with the values that the options give for boxes, radio buttons and lists. Throws `input-needed` for one
    /// that the form does not offer.
    func settings(of form: LoginForm, sentTo origins: Set<Origin>) throws(FedauthError) -> LoginForm {
        var changed = form
        var ticks = TickedBoxes(of: form)
        for (index, field) in form.fields.enumerated() where field.isSetting {
            if field.kind == .radio, try isGiven(byLabelOf: field, sentTo: origins) {
                changed.check(field)
                continue
            }
            guard let value = try preset(for: field, sentTo: origins) else { continue }
            switch field.kind {
            case .checkbox: changed.fields[index].isChecked = ticks.contains(field, by: value)
            case .radio:
                let group = form.fields.filter { $0.kind == .radio && $0.name == field.name }
                let chosen = group.first { $0.value == value } ?? group.first { value.equals($0.label) }
                guard let chosen else { throw form.lacks(field, among: group.map(\.asOption)) }
                changed.check(chosen)
            default:
                let option =
                    field.options.first { value.equals($0.value) } ?? field.options.first { value.equals($0.text) }
                guard let option else { throw form.lacks(field, among: field.options) }
                changed.fields[index].value = SharedSecret(text: option.value)
            }
        }
        return changed
    }

    /// Returns whether the options choose among the lists or radio buttons of a form, and in each list of which nothing is chosen.
    func isDecided(_ form: LoginForm, sentTo origins: Set<Origin>) throws(FedauthError) -> Bool {
        var isAny = false
        for field in form.fields where field.kind != .checkbox && field.isSetting {
            if try preset(for: field, sentTo: origins) != nil {
                isAny = true
            } else if field.isUnchosen, !field.isInvisible {
                return false
            }
        }
        return isAny
    }

    /// Returns whether `--field LABEL=text:yes` names a control by its label or its ID; a button of a rendered page that sends no
    /// value also by its name.
    private func isGiven(byLabelOf field: FormField, sentTo origins: Set<Origin>) throws(FedauthError) -> Bool {
        guard !field.label.isEmpty else { return false }
        var named = field
        if field.node == nil || !field.value.isEmpty { named.name = "" }
        guard let value = try preset(for: named, sentTo: origins) else { return false }
        return !["", "no", "false", "off"].contains { value.equals($0) }
    }

    /// Returns a login form with the boxes ticked to which the user agrees: with `--accept-consent` all that say so, otherwise
    /// those without which a browser does not send the form. Throws `input-needed` or `cancelled` without the agreement.
    func agreeing(in form: LoginForm, on page: Page, at origin: Origin) throws(FedauthError) -> LoginForm {
        let agreed = form.tickingAgreements
        let required = form.requiredBoxes
        guard acceptsConsent ? agreed != form : !required.isEmpty else { return form }
        if !acceptsConsent, try areGiven(required, sentTo: [origin]) { return form }
        try consent(ConsentQuestion(page, agreed, at: origin))
        return agreed
    }

    /// Returns the button whose value the options give.
    func givenButton(among forms: [LoginForm], at origin: Origin) throws(FedauthError) -> PageClassifier.Press? {
        for form in forms {
            for button in form.submitButtons where try isGiven(button: button, at: origin) {
                return PageClassifier.Press(form: form, button: button)
            }
        }
        return nil
    }

    /// Returns the press of a chosen button with the boxes ticked to which the options agree.
    func agreed(_ press: PageClassifier.Press) -> PageClassifier.Press {
        guard acceptsConsent, press.button?.saysNo == false else { return press }
        return PageClassifier.Press(form: press.form.tickingAgreements, button: press.button)
    }

    /// Returns whether the options give the value of this button of a page at `origin`.
    func isGiven(button: FormField, at origin: Origin) throws(FedauthError) -> Bool {
        if !button.name.isEmpty, !button.value.isEmpty, try preset(for: button, sentTo: [origin]) == button.value {
            return true
        }
        return try isGiven(byLabelOf: button, sentTo: [origin])
    }

    /// Returns whether there are boxes, and the options set each of them.
    func areGiven(_ boxes: [FormField], sentTo origins: Set<Origin>) throws(FedauthError) -> Bool {
        for box in boxes where try preset(for: box, sentTo: origins) == nil { return false }
        return !boxes.isEmpty
    }
}

extension LoginForm {
    /// Returns the form with the user chosen where it lists users. Throws `input-needed` where it lists only others.
    func choosing(_ user: String) throws(FedauthError) -> LoginForm {
        var form = self
        var others: (field: FormField, options: [FormField.Option])?
        let groups = Dictionary(grouping: fields.filter { $0.kind == .radio }, by: \.name)
        var seen: Set<String> = []
        for (index, field) in fields.enumerated()
        where field.isSetting && field.tellsUser && (field.kind == .select || seen.insert(field.name).inserted) {
            let group = groups[field.name] ?? []
            let options = field.kind == .select ? field.options : field.kind == .radio ? group.map(\.asOption) : []
            guard options.count > 1 || field.kind == .select && !options.isEmpty else { continue }
            guard let own = options.first(where: { $0.value.isUser(user) || $0.text.isUser(user) }) else {
                others = (field, options)
                continue
            }
            if field.kind == .select {
                form.fields[index].value = SharedSecret(text: own.value)
            } else if let radio = group.first(where: { $0.asOption == own }) {
                form.check(radio)
            }
        }
        if let others {
            throw FedauthError(
                .inputNeeded, "the page does not offer the user '\(user.folded(to: 60))'",
                hint: "nothing was sent; it offers \(others.options.listed), for "
                    + others.field.option("text:VALUE"))
        }
        return form
    }

    /// Checks a radio button, and clears the others of its group.
    fileprivate mutating func check(_ radio: FormField) {
        for index in fields.indices where fields[index].kind == .radio && fields[index].name == radio.name {
            let field = fields[index]
            fields[index].isChecked =
                field.value == radio.value && field.label == radio.label && field.node == radio.node
        }
    }

    /// Returns the error for a value that a control does not offer.
    fileprivate func lacks(_ field: FormField, among options: [FormField.Option]) -> FedauthError {
        FedauthError(
            .inputNeeded, "the page does not offer what '\(field.name.folded(to: 60))' is to be",
            hint: "it offers \(options.listed)")
    }
}

extension FormField {
    /// How much of a label messages about a choice show.
    static let shownColumns = 40

    /// Its value and its label.
    var asOption: Option {
        Option(value: value.withBytes { String(decoding: $0.prefix(200), as: UTF8.self) }, text: label)
    }

    /// Returns the option that gives it a value, for a message. A page chooses the name.
    func option(_ source: String) -> String {
        "--field \((name.folded(to: 60) + "=" + source).shellQuoted)".quotedCommand
    }

    /// Whether an option can set it: a box, a radio button or a list.
    var isSetting: Bool {
        switch kind {
        case .checkbox, .radio, .select: !name.isEmpty
        default: false
        }
    }

    /// Whether an option can give its text.
    fileprivate var takesGivenText: Bool { ![.submit, .file, .inert].contains(kind) && !isSetting }
}
