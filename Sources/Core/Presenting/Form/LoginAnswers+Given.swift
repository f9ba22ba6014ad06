/// The values of `--field` for controls that the user does not have to fill in.
extension LoginAnswers {
    /// Returns the form with the values that the options give for its fields, and whether a text is among them.
    ///
    /// - Parameter origins: where it is sent, or shown.
    func given(_ form: LoginForm, sentTo origins: Set<Origin>) throws(FedauthError) -> (form: LoginForm, hasText: Bool)
    {
        var filled = form
        var hasText = false
        guard !form.carriesProtocolMessage else { return (form, false) }
        var ticks = TickedBoxes(of: form)
        for (index, field) in form.fields.enumerated() where !field.name.isEmpty && !field.namesMethod {
            switch field.kind {
            case .submit, .file, .inert: continue
            case .checkbox, .radio:
                guard let value = try preset(for: field, sentTo: origins) else { continue }
                filled.fields[index].isChecked = ticks.contains(field, by: value)
            default:
                // The value may be secret, so it must not appear in an address.
                guard form.method == .post, let value = try preset(for: field, sentTo: origins) else { continue }
                filled.fields[index].value = value
                hasText = true
            }
        }
        return (filled, hasText)
    }

    /// Returns a login form with the boxes ticked to which the user agrees: with `--accept-consent` all that say so, otherwise
    /// those without which a browser does not send the form. Throws `input-needed` or `cancelled` without the agreement.
    func agreeing(in form: LoginForm, on page: Page, at origin: Origin) throws(FedauthError) -> LoginForm {
        let agreed = form.tickingAgreements
        let required = form.requiredBoxes
        guard !acceptsConsent else { return agreed }
        guard !required.isEmpty, try !areGiven(required, at: origin) else { return form }
        try consent(ConsentQuestion(page, agreed, at: origin))
        return agreed
    }

    /// Returns the button whose value the options give.
    func givenButton(
        among forms: [LoginForm], at origin: Origin
    ) throws(FedauthError) -> PageClassifier.Press? {
        for form in forms {
            for button in form.submitButtons where try isGiven(button: button, at: origin) {
                return PageClassifier.Press(form: form, button: button)
            }
        }
        return nil
    }

    /// Returns whether the options give the value of this button of a page at `origin`.
    func isGiven(button: FormField, at origin: Origin) throws(FedauthError) -> Bool {
        if !button.name.isEmpty, !button.value.isEmpty {
            return try preset(for: button, sentTo: [origin]) == button.value
        }
        guard button.node != nil, !button.label.isEmpty, let value = try preset(for: button, sentTo: [origin])
        else { return false }
        return !["", "no", "false", "off"].contains { value.equals($0) }
    }

    /// Returns whether there are boxes, and the options set each of them.
    func areGiven(_ boxes: [FormField], at origin: Origin) throws(FedauthError) -> Bool {
        for box in boxes where try preset(for: box, sentTo: [origin]) == nil { return false }
        return !boxes.isEmpty
    }
}
