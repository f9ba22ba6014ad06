/// The purpose of a form, derived from its fields.
extension LoginForm {
    /// Parameters used only by messages of federation protocols (SAML 2.0 bindings 3.5, WS-Federation 13.2).
    private static let messageNames: Set<String> = ["SAMLResponse", "SAMLRequest", "SAMLart", "wresult"]

    /// Returns the field with this name.
    func field(named name: String) -> FormField? { fields.first { $0.name == name } }

    var carriesProtocolMessage: Bool {
        fields.contains { Self.messageNames.contains($0.name) && $0.kind == .hidden }
            && !fields.contains(where: \.isTyped)
    }

    /// Whether that is the answer of a provider.
    var isAnswer: Bool { carriesProtocolMessage && field(named: "SAMLRequest") == nil }

    var wantsNewPassword: Bool {
        let passwords = zip(fields, roles).filter { $0.1 == .password }.map(\.0)
        if passwords.contains(where: { $0.autocomplete.contains("new-password") }) {
            // Some logins say so to keep password managers away.
            return passwords.count > 1 || !roles.contains(.userName)
                || !submitButtons.contains { Words.leadsIn($0.label) }
        }
        return passwords.count > 1 && !passwords.contains { $0.autocomplete.contains("current-password") }
    }

    /// Returns whether boxes for passwords are numbered, as gateways do for the password and a code: none of them is to be chosen.
    static func areNumbered(_ passwords: [FormField]) -> Bool {
        let labels = passwords.map { $0.label.filter { $0.isLetter || $0.isNumber } }
        return labels.count == 2 && labels[0].dropLast() == labels[1].dropLast() && labels.map(\.last) == ["1", "2"]
    }

    /// Whether it contains a CAPTCHA to be read, as the field beside the picture says.
    var wantsCaptcha: Bool {
        fields.contains { $0.isTyped && Words.occur(Words.captcha, in: [$0.name, $0.identifier]) }
    }

    var sendsFile: Bool { fields.contains { $0.kind == .file } }

    /// How much it looks like a login form; 0: not at all; from 4 on, it asks for a user name, a code or a password.
    var loginRank: Int {
        let roles = Set(roles.compactMap(\.self))
        if roles.isEmpty || isForeign || takesNotes { return 0 }
        let hasSearch = fields.contains(where: \.isSearch)
        if roles.contains(.password) { return isAside ? 2 : wantsNewPassword ? 3 : 6 }
        if roles.contains(.oneTimeCode) { return 5 }
        // Login forms have no multi-line text fields; error reports do. The only box may ask for a reason.
        let isReason = fields.count(where: \.isTyped) == 1
        if hasSearch || fields.contains(where: { $0.kind == .textarea && $0.isTyped && !(isReason && $0.isRequired) }) {
            return 0
        }
        // Nor do they ask for a person's data; requests and registrations do.
        let typed = fields.filter(\.isTyped)
        if typed.count > 1, typed.contains(where: \.isPersonal) { return 0 }
        if onlyRegisters { return 0 }
        if roles.contains(.userName) { return isAside ? 1 : 4 }
        return 1
    }

    /// Whether it registers a user, or resets a password.
    var isAside: Bool { Words.stand(Words.asideForms, in: ownTexts) }

    /// Whether it belongs to no step of a sign-in: cookie banners, newsletters.
    private var isForeign: Bool {
        // Does not use addresses: a step that checks for cookies belongs to the sign-in.
        let texts = [identifier, name] + submitButtons.flatMap { [$0.name, $0.identifier, $0.label] }
        return (Words.stand(Words.foreignForms, in: texts) || Words.stand(["newsletter", "subscribe"], in: [path]))
            && !fields.contains {
                $0.kind == .password || $0.agrees && Words.stand(Words.advertisement, in: [$0.label])
            }
    }

    /// Whether its buttons, or the labels of what is typed, say that it orders news or makes an account.
    private var onlyRegisters: Bool {
        let buttons = submitButtons.filter { !$0.label.isEmpty }
        return !buttons.isEmpty
            && buttons.allSatisfy { $0.changesAccount || Words.occur(Words.newsletters, in: [$0.label]) }
            || Words.occur(["newsletter"], in: fields.filter(\.isTyped).map(\.label))
    }

    private var ownTexts: [String] {
        [identifier, name, path] + submitButtons.flatMap { [$0.name, $0.identifier, $0.label] }
    }

    /// Whether what is typed is a note beside a question with two answers: such a field may stay empty.
    private var takesNotes: Bool {
        zip(fields, roles).allSatisfy { $0.isTyped ? $1 == .other && !$0.isRequired : $0.kind != .password }
            && submitButtons.contains(where: \.saysNo) && submitButtons.contains { $0.saysYes && !$0.saysNo }
    }

    /// Whether it is a step without typed input.
    var isPlainStep: Bool {
        (takesNotes || !fields.contains { $0.isTyped || $0.kind == .password }) && !isForeign && !isChooser && !leadsOut
    }

    /// Whether it has only lists to choose from, such as a language or a region, or what is at the foot of every page.
    var isChooser: Bool {
        let controls = fields.filter { $0.kind != .hidden && $0.kind != .submit && $0.kind != .inert }
        let buttons = submitButtons.filter { !$0.label.isEmpty }
        if controls.isEmpty, !buttons.isEmpty, buttons.allSatisfy(\.isFooting) { return true }
        return !controls.isEmpty && controls.allSatisfy { $0.kind == .select } && method == .get
            || Words.stand(["language", "lang", "locale"], in: [identifier, name] + controls.map(\.name))
    }

    /// Whether it ends the session; such forms are on waiting and error pages.
    private var leadsOut: Bool {
        let buttons = submitButtons
        return Words.stand(Words.leadingOut, in: [identifier, name, path])
            || !buttons.isEmpty && buttons.allSatisfy(\.leadsOut)
    }

    /// Whether its address is a script.
    var isSentByScript: Bool { URLReference(action ?? "").scheme == "javascript" }

    /// Whether a script fills hidden fields when it is sent, apart from a copy of the user name, and from a note of the
    /// pressed button; or is still to name a field, or to put the password's in its place.
    func isFilledByScript(ofPage hasScripts: Bool) -> Bool {
        isSentByHandler && hasFieldForScript
            // A pad of buttons types into it.
            || hasScripts
                && fields.contains { $0.kind == .password && $0.isReadOnly && $0.value.isEmpty && $0.node == nil }
                && !fields.contains { $0.kind == .password && $0.isTyped }
            || hasScripts && !fields.contains { $0.kind == .password && !$0.name.isEmpty }
                && fields.contains {
                    $0.name.isEmpty && [.text, .password, .number, .telephone].contains($0.kind) && $0.node == nil
                        && !$0.isInvisible
                }
    }

    /// Whether its box for the password has no name: no browser sends it without a script.
    var sendsPasswordByScript: Bool {
        let passwords = fields.filter { $0.kind == .password && !$0.isInvisible && !$0.isReadOnly }
        return !passwords.isEmpty && passwords.allSatisfy(\.name.isEmpty)
    }

    private var hasFieldForScript: Bool {
        fields.contains { field in
            field.kind == .hidden && !field.name.isEmpty && field.value.isEmpty
                && !Words.occur(Words.buttonNotes, in: [field.name]) && !copiesUserName(field)
        }
    }

    /// Whether a person presses something that only a script makes a button: no button that sends the form is seen, but one that
    /// is hidden, or one that sends nothing. In a rendered page all of them are buttons.
    func isPressedByScript(ofPage hasScripts: Bool) -> Bool {
        guard fields.allSatisfy({ $0.node == nil }) else { return false }
        guard submitButtons.allSatisfy(\.isInvisible) else {
            // The buttons that send the form are those of other parts of the page.
            guard let password = fields.lastIndex(where: { $0.kind == .password }),
                goingOn.flatMap({ fields.lastIndex(of: $0) }) ?? 0 < password,
                !submitButtons.contains(where: { Words.leadsIn($0.label) })
            else { return false }
            return fields.contains {
                $0.kind == .inert && !$0.isInvisible && Words.leadsIn($0.label)
                    && !Words.occur(Words.organisations, in: [$0.label])
            }
        }
        guard submitButtons.isEmpty else { return hasScripts || hasFieldForScript }
        return hasFieldForScript
            && fields.contains {
                $0.kind == .inert && !$0.isInvisible && Words.leadsIn($0.label) && filling(by: $0) == nil
            }
    }

    /// The form as its login sends it, where a press puts a text of its script into a hidden field, and no button sends it.
    var withPressedValue: LoginForm {
        guard submitButtons.isEmpty,
            let press = fields.first(where: { !$0.isInvisible && Words.leadsIn($0.label) && filling(by: $0) != nil }),
            let index = filling(by: press), fields[index].value.isEmpty
        else { return self }
        var form = self
        form.fields[index].value = press.value
        return form
    }

    /// Returns the hidden field that a press fills.
    private func filling(by press: FormField) -> Int? {
        guard press.kind == .inert, !press.name.isEmpty else { return nil }
        return fields.firstIndex { $0.kind == .hidden && $0.name == press.name }
    }

    /// Whether its content has a supported encoding (HTML, "form submission": `enctype` applies only to POST).
    var isEncodable: Bool { method == .get || isMultipart || encoding == MediaType.form }
    /// Whether its content has parts (RFC 7578).
    var isMultipart: Bool { method == .post && encoding == "multipart/form-data" }

    /// Whether it can be sent without a script, and no script has to fill it first.
    var isReady: Bool {
        if goingOn != nil { return true }
        guard submitButtons.isEmpty, !isHeld else { return false }
        let hidden = fields.filter { $0.kind == .hidden && !$0.name.isEmpty }
        return !hidden.isEmpty && hidden.allSatisfy { !$0.value.isEmpty }
    }

    /// The form with a hidden password field shown, as scripts would show it.
    var uncovered: LoginForm? {
        guard fields.contains(where: { $0.kind == .password && $0.isInvisible }) else { return nil }
        var form = self
        for index in fields.indices { form.fields[index].isInvisible = false }
        return form
    }
}
