/// Consent, and the buttons that the options choose.
extension FormPresenter {
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
        if try !answers.areGiven(form.boxes) || page.forms.flatMap(\.submitButtons).contains(where: \.saysNo) {
            try answers.consent(
                ConsentQuestion(page, try answers.given(form, sentTo: []).form, at: document.url.origin))
        }
        return try press(form, button, &walk, of: document, isConsent: true)
    }
}
