/// The values of `--field` on pages that need no input, and consent.
extension FormPresenter {
    /// Returns the form with the values that the options give for its fields, and whether a text is among them.
    func given(_ form: LoginForm) throws(FedauthError) -> (form: LoginForm, hasText: Bool) {
        var filled = form
        var hasText = false
        guard !form.carriesProtocolMessage else { return (form, false) }
        for (index, field) in form.fields.enumerated() where !field.name.isEmpty && !field.namesMethod {
            switch field.kind {
            case .submit, .file, .inert: continue
            case .checkbox, .radio:
                guard let value = try answers.preset(for: field) else { continue }
                filled.fields[index].isChecked = form.isTicked(field, by: value)
            default:
                // The value may be secret, so it must not appear in an address.
                guard form.method == .post, let value = try answers.preset(for: field) else { continue }
                filled.fields[index].value = value
                hasText = true
            }
        }
        return (filled, hasText)
    }

    /// Returns the button whose value the options give.
    func given(on page: Page) throws(FedauthError) -> PageClassifier.Press? {
        try answers.givenButton(among: page.forms.filter(\.isPlainStep))
    }

    /// Posts the user's agreement. Throws `input-needed` or `cancelled` without it.
    func answer(
        consentBy form: LoginForm, _ button: FormField?, _ walk: inout FormWalk, of document: Document, _ page: Page
    ) throws(FedauthError) -> Document {
        if let chosen = try given(on: page) {
            return try press(chosen.form, chosen.button, &walk, of: document, isConsent: true)
        }
        try walk.requireProgress(form, on: document, isConsent: true, isOnlySeen: true)
        if try !areGiven(form.boxes) || page.forms.flatMap(\.submitButtons).contains(where: \.saysNo) {
            try answers.consent(ConsentQuestion(page, try given(form).form, at: document.url.origin))
        }
        return try press(form, button, &walk, of: document, isConsent: true)
    }

    /// Returns whether there are boxes, and the options set each of them.
    private func areGiven(_ boxes: [FormField]) throws(FedauthError) -> Bool {
        for box in boxes where try answers.preset(for: box) == nil { return false }
        return !boxes.isEmpty
    }
}

extension LoginAnswers {
    /// Returns the button whose value the options give.
    func givenButton(among forms: [LoginForm]) throws(FedauthError) -> PageClassifier.Press? {
        for form in forms {
            for button in form.submitButtons where try isGiven(button: button) {
                return PageClassifier.Press(form: form, button: button)
            }
        }
        return nil
    }

    /// Returns whether the options give the value of this button.
    func isGiven(button: FormField) throws(FedauthError) -> Bool {
        guard !button.name.isEmpty, !button.value.isEmpty else { return false }
        return try preset(for: button) == button.value
    }
}
