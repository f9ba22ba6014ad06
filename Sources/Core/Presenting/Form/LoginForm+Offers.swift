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

        /// The form after pressing it, and the button that sends the form.
        var pressed: (LoginForm, FormField?) {
            (value.map { form.taking(SharedSecret(text: $0)) } ?? form, button)
        }
    }

    /// The elements that the user can press.
    var ways: [Way] {
        let radios = openRadios
        guard radios.isEmpty else {
            return radios.map { radio in
                guard let goingOn else {
                    return Way(label: radio.label, form: self, button: radio, value: nil, control: radio)
                }
                var form = self
                for index in fields.indices where fields[index] == radio { form.fields[index].isChecked = true }
                return Way(label: radio.label, form: form, button: goingOn, value: nil, control: radio)
            }
        }
        if let list = methodList, let index = fields.firstIndex(of: list) {
            return list.options.map { option in
                var (form, control) = (self, list)
                control.label = option.text
                control.value = SharedSecret(text: option.value)
                form.fields[index].value = control.value
                return Way(label: option.text, form: form, button: goingOn, value: nil, control: control)
            }
        }
        guard offeredField != nil else {
            return submitButtons.filter { !$0.label.isEmpty && !$0.isFooting }
                .map { Way(label: $0.label, form: self, button: $0, value: nil, control: $0) }
        }
        return offers.map { Way(label: $0.text, form: self, button: nil, value: $0.value) }
    }

    /// In a rendered page, the radio buttons of a form that has nothing else to fill in and none of them chosen, or that
    /// asks how the user signs in: the page may have chosen a way that needs what is not known.
    var openRadios: [FormField] {
        let radios = fields.filter { $0.kind == .radio && $0.node != nil && !$0.isInvisible }
        guard radios.count > 1, !fields.contains(where: \.isTyped), Set(radios.map(\.name)).count == 1,
            radios.allSatisfy({ !$0.label.isEmpty })
        else { return [] }
        let areMethods = radios.contains { $0.asks(for: .password) || $0.asks(for: .oneTimeCode) }
        return areMethods || radios.allSatisfy { !$0.isChecked } ? radios : []
    }

    /// In a rendered page, the buttons that show more of it.
    var disclosures: [Way] {
        fields.filter { $0.isCollapsed && $0.node != nil && !$0.label.isEmpty && !$0.leadsAside && !$0.isFooting }
            .map { Way(label: $0.label, form: self, button: $0, value: nil, control: $0) }
    }

    /// Returns the offer with this value or label.
    func offer(named name: String) -> FormField.Option? {
        offers.first { $0.value == name } ?? offers.first { $0.text.lowercased() == name.lowercased() }
            ?? offers.first { $0.value.lowercased() == name.lowercased() }
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
