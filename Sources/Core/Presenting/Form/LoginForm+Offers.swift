import Secrets

/// Forms whose field a script fills when the user presses something.
extension LoginForm {
    /// The field that a press fills; nil when nothing is offered or the field has a value.
    var offeredField: FormField? {
        offers.isEmpty ? nil : fields.first { $0.kind == .hidden && !$0.name.isEmpty && $0.value.isEmpty }
    }

    /// Returns the form after `value` was pressed.
    func taking(_ value: SharedSecret) -> LoginForm {
        guard let field = offeredField, let index = fields.firstIndex(of: field) else { return self }
        var form = self
        form.fields[index].value = value
        return form
    }

    /// An element that the user can press.
    struct Way {
        let label: String
        fileprivate let form: LoginForm
        fileprivate let button: FormField?
        fileprivate let value: String?
        /// The control that has the label; nil for an offer.
        var control: FormField?

        /// Creates the press of a button.
        init(_ button: FormField, of form: LoginForm) {
            self.init(label: button.label, form: form, button: button, value: nil, control: button)
        }

        fileprivate init(
            label: String, form: LoginForm, button: FormField?, value: String?, control: FormField? = nil
        ) { (self.label, self.form, self.button, self.value, self.control) = (label, form, button, value, control) }

        /// The form after pressing it, and the button that sends the form.
        var pressed: (LoginForm, FormField?) { (value.map { form.taking(SharedSecret(text: $0)) } ?? form, button) }
    }

    /// The elements that the user can press.
    var ways: [Way] {
        let radios = openRadios
        guard radios.isEmpty else {
            return radios.map { own in
                let radio = own.labelled
                guard let goingOn else {
                    return Way(label: radio.label, form: self, button: radio, value: nil, control: radio)
                }
                var form = self
                for index in fields.indices where fields[index].kind == .radio {
                    form.fields[index].isChecked = fields[index] == own
                }
                return Way(label: radio.label, form: form, button: goingOn, value: nil, control: radio)
            }
        }
        if let list = openList ?? roleList, let index = fields.firstIndex(of: list) {
            return list.options.filter { !$0.value.isEmpty }.map { option in
                var (form, control) = (self, list)
                control.label = option.text
                control.value = SharedSecret(text: option.value)
                form.fields[index].value = control.value
                return Way(label: option.text, form: form, button: goingOn, value: nil, control: control)
            }
        }
        guard offeredField != nil else {
            return submitButtons.filter { !$0.label.isEmpty && !$0.isFooting }.map { Way($0, of: self) }
        }
        return offers.map { Way(label: $0.text, form: self, button: nil, value: $0.value) }
    }

    /// The radio buttons of a form that has nothing else to fill in and none of them chosen, or that
    /// asks how the user signs in: the page may have chosen a way that needs what is not known.
    var openRadios: [FormField] {
        let radios = fields.filter { $0.kind == .radio && !$0.isInvisible }
        guard radios.count > 1, !fields.contains(where: \.isTyped), Set(radios.map(\.name)).count == 1,
            radios.allSatisfy({ !$0.label.isEmpty }) || carriesProtocolMessage
        else { return [] }
        let areMethods = radios.contains { $0.asks(for: .password) || $0.asks(for: .oneTimeCode) }
        return areMethods || carriesProtocolMessage || radios.allSatisfy { !$0.isChecked } ? radios : []
    }

    /// In a rendered page, the buttons that show more of it.
    var disclosures: [Way] {
        fields.filter { $0.isCollapsed && $0.node != nil && !$0.label.isEmpty && !$0.leadsAside && !$0.isFooting }
            .map { Way($0, of: self) }
    }

    /// Returns the offer with this value or label.
    func offer(named name: String) -> FormField.Option? {
        offers.first { $0.value == name } ?? offers.first { $0.text.lowercased() == name.lowercased() }
            ?? offers.first { $0.value.lowercased() == name.lowercased() }
    }

    /// Whether something is to be chosen before its message is sent: a role, or an account.
    var choosesBesideMessage: Bool {
        guard carriesProtocolMessage else { return false }
        let radios = fields.filter { $0.kind == .radio && !$0.isInvisible }
        return !openRadios.isEmpty || roleList != nil || !radios.isEmpty && !radios.contains(where: \.isChecked)
    }

    /// Whether its buttons are the answer that is sent with its message. The only button of a form that posts itself is for
    /// browsers without scripts, and is not sent.
    var answersByButton: Bool {
        carriesProtocolMessage && submitButtons.count { !$0.name.isEmpty && !$0.label.isEmpty && !$0.isInvisible } > 1
    }

    /// The list beside a protocol message.
    fileprivate var roleList: FormField? {
        guard carriesProtocolMessage else { return nil }
        return fields.first { $0.kind == .select && !$0.isInvisible && $0.options.count > 1 }
    }
}

extension FormField {
    /// The control with its value as its label, where it has none.
    fileprivate var labelled: FormField {
        guard label.isEmpty else { return self }
        var field = self
        field.label = value.withBytes { String(decoding: $0.prefix(200), as: UTF8.self) }
        return field
    }
}

extension [LoginForm.Way] {
    /// What is to be pressed or chosen, for a message.
    var listed: String {
        let list = prefix(6).map { "'\($0.label.folded(to: FormField.shownColumns))'" }.joined(separator: ", ")
        return isEmpty ? "a step that fedauth does not know" : (count == 1 ? "a press on " : "a choice between ") + list
    }

    /// The option that chooses one of radio buttons, of a list, or of buttons of one name or without a value; nil for others.
    var advice: String? {
        let controls = compactMap(\.control)
        let buttons = controls.filter { $0.kind == .submit && !$0.name.isEmpty && !$0.value.isEmpty }
        let areValues = buttons.count == count && Set(buttons.map(\.name)).count == 1
        let values = areValues ? buttons : controls.filter { $0.kind == .radio || $0.kind == .select }
        if let first = values.first {
            return "\(first.option("text:VALUE")) chooses one of "
                + Array<FormField.Option>(values.prefix(20).map(\.asOption)).listed
        }
        return controls.contains { $0.kind == .submit && ($0.name.isEmpty || $0.value.isEmpty) }
            ? "'--field \"LABEL=text:yes\"' presses the one with this label" : nil
    }
}

extension [FormField.Option] {
    /// The offers for a hint: their labels, and their values where they differ.
    var listed: String {
        let rest = count > 20 ? ", and \(count - 20) more" : ""
        return prefix(20).map { offer in
            let text = "'\(offer.text.folded(to: 80))'"
            return offer.text == offer.value || offer.text.isEmpty
                ? "'\(offer.value.folded(to: 120))'" : "\(text) (\(offer.value.folded(to: 120)))"
        }.joined(separator: ", ") + rest
    }
}
