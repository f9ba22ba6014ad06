import Secrets

/// Forms that a script fills with what somebody presses.
extension LoginForm {
    /// The field for which there is something to press; nil where nothing is offered, or the field is filled already.
    var offeredField: FormField? {
        offers.isEmpty ? nil : fields.first { $0.kind == .hidden && !$0.name.isEmpty && $0.value.isEmpty }
    }

    /// As it is when `value` was pressed.
    func taking(_ value: SharedSecret) -> LoginForm {
        guard let field = offeredField, let index = fields.firstIndex(of: field) else { return self }
        var form = self
        form.fields[index].value = value
        return form
    }

    /// Something that a person can press.
    struct Way {
        let label: String
        fileprivate let form: LoginForm
        fileprivate let button: FormField?
        fileprivate let value: String?

        /// The form as it is when this was pressed, and the button that sends it.
        var pressed: (LoginForm, FormField?) {
            (value.map { form.taking(SharedSecret(text: $0)) } ?? form, button)
        }
    }

    /// What a person can press.
    var ways: [Way] {
        guard offeredField != nil else {
            return submitButtons.filter { !$0.label.isEmpty }
                .map { Way(label: $0.label, form: self, button: $0, value: nil) }
        }
        return offers.map { Way(label: $0.text, form: self, button: nil, value: $0.value) }
    }

    /// The offer that is meant by its value, or by what a person reads.
    func offer(named name: String) -> FormField.Option? {
        offers.first { $0.value == name } ?? offers.first { $0.text.lowercased() == name.lowercased() }
            ?? offers.first { $0.value.lowercased() == name.lowercased() }
    }
}

extension [FormField.Option] {
    /// For a hint: what is read, and what is posted where that is something else.
    var listed: String {
        prefix(20).map { offer in
            let text = "'\(offer.text.folded(to: 80))'"
            return offer.text == offer.value || offer.text.isEmpty
                ? "'\(offer.value.folded(to: 120))'" : "\(text) (\(offer.value.folded(to: 120)))"
        }.joined(separator: ", ")
    }
}
