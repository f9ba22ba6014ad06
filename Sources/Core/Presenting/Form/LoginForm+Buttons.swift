/// The buttons of a form, and the effect of pressing one.
extension LoginForm {
    var submitButtons: [FormField] { fields.filter { $0.kind == .submit } }

    /// The button that continues: the first one (HTML's "default button") that neither refuses nor leads elsewhere; behind the
    /// password, if there is one, since one form may be around the whole page. One that skips the step is the last resort.
    var goingOn: FormField? {
        let own = fields.lastIndex { $0.kind == .password }.map { fields[$0...].filter { $0.kind == .submit } } ?? []
        for buttons in [own, submitButtons] {
            let able = Self.leadingOn(buttons).filter { !$0.skips }
            if let way = able.first(where: \.isOwnSignIn) ?? able.first { return way }
        }
        return Self.leadingOn(submitButtons).first
    }

    private static func leadingOn(_ buttons: [FormField]) -> [FormField] {
        notClosing(buttons.filter { !$0.saysNo && !$0.leadsAside })
    }

    /// The buttons that continue; several of them are a choice.
    var waysOn: [FormField] {
        Self.notClosing(submitButtons.filter { !$0.saysNo && !$0.leadsAside && !$0.isInvisible && !$0.label.isEmpty })
    }

    /// Returns the buttons except those that close a message, if there are others.
    private static func notClosing(_ buttons: [FormField]) -> [FormField] {
        let others = buttons.filter { !$0.closesMessage }
        return others.isEmpty ? buttons : others
    }

    /// Returns whether `button`, which the user has chosen, sends name, password or code.
    func isLogin(sentBy button: FormField?) -> Bool {
        guard let button, !Words.occur(Words.forgotten, in: [button.label]) else { return false }
        return [button, nil].contains(goingOn) && roles.contains { $0 != nil && $0 != .other }
    }

    var saysNo: Bool { Words.stand(Words.no, in: [identifier, name, path]) }

    /// Returns the form as `button` sends it (HTML, "formaction" and "formmethod").
    func pressed(_ button: FormField?) -> LoginForm {
        var form = self
        if let action = button?.formAction { form.action = action }
        if let method = button?.formMethod { form.method = method }
        return form
    }

    /// Returns the button of this form that corresponds to `button` of the form before it was encoded.
    func same(as button: FormField?) -> FormField? {
        button.flatMap { button in
            submitButtons.first { $0 == button }
                ?? submitButtons.first {
                    $0.name == button.name && $0.identifier == button.identifier && $0.label == button.label
                }
        }
    }

    /// The action without its query, which often contains the previous addresses.
    var path: String { String((action ?? "").prefix { $0 != "?" && $0 != "#" }) }
}

extension FormField {
    /// The texts that the user sees and the values that are sent; values of buttons are not secret.
    private var buttonTexts: [String] {
        [name, identifier, label, value.withBytes { String(decoding: $0.prefix(60), as: UTF8.self) }]
    }

    var saysNo: Bool { Words.stand(Words.no, in: buttonTexts) || Words.declines(label) }
    var saysYes: Bool { Words.stand(Words.yes, in: buttonTexts) }
    var leadsAside: Bool {
        Words.stand(Words.asideButtons, in: buttonTexts) || Words.occur(Words.forgotten, in: [label]) || isFooting
            || changesAccount
    }
    /// Whether pressing it changes the user's account, or orders something: never without the user.
    var changesAccount: Bool { Words.changeAccount(label) }
    /// Whether it says, in words or to its server, that pressing it is no step of a sign-in.
    var isNoStep: Bool {
        Words.isNoStep(label) && (!Words.leadsIn(label) || Words.stand(Words.acts, in: [label]))
            || Words.stand(
                Words.removals,
                in: [name, identifier, value.withBytes { String(decoding: $0.prefix(60), as: UTF8.self) }])
    }
    /// Whether it says that it signs in here, or goes on.
    fileprivate var isOwnSignIn: Bool {
        saysYes || Words.stand(Words.nextSteps, in: [label])
            || Words.leadsIn(label) && !Words.occur(Words.organisations, in: [label])
    }
    /// Whether it goes on without what the form asks for (HTML, "formnovalidate").
    fileprivate var skips: Bool { isUnvalidated || Words.skips(label) }
    var closesMessage: Bool { Words.stand(["close", "dismiss"], in: [label]) }

    /// Whether its label says that it goes on with the sign-in, and nothing else.
    var goesOn: Bool { !isNoStep && (Words.goOn(label) || offersMethod) }

    /// Whether a secret beside it confirms who the user is, as far as its label says.
    var confirmsUser: Bool { !isNoStep && (Words.confirmUser(label) || offersMethod && !Words.leadsIn(label)) }

    /// Whether it ends the session.
    var leadsOut: Bool { Words.stand(Words.leadingOut, in: [name, identifier, label]) }
    /// Whether its label says nothing but "go on".
    var onlyGoesOn: Bool { Words.stand(Words.goingOn, in: [label]) && !agrees }
}
