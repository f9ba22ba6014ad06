/// Consent, and the buttons that the options choose.
extension FormPresenter {
    /// Returns the button whose value the options give.
    func given(on page: Page, at origin: Origin) throws(FedauthError) -> PageClassifier.Press? {
        try answers.givenButton(among: page.steps, at: origin)
    }

    /// Posts the user's agreement. Throws `input-needed` or `cancelled` without it.
    func answer(
        consentBy form: LoginForm, _ button: FormField?, _ walk: inout FormWalk, of document: Document, _ page: Page
    ) throws(FedauthError) -> Document {
        let origin = document.url.origin
        if let chosen = try given(on: page, at: origin) {
            let agreed = answers.agreed(chosen)
            return try press(agreed.form, agreed.button, &walk, of: document, isConsent: true)
        }
        let form = form.ticking(answers.scopes)
        try walk.requireProgress(form, on: document, isConsent: true, isOnlySeen: true)
        let receivers = walk.receivers(of: form.pressed(button), in: document)
        if try !answers.areGiven(form.boxes, sentTo: receivers)
            || page.steps.flatMap(\.submitButtons).contains(where: \.saysNo)
        {
            try answers.consent(ConsentQuestion(page, try answers.given(form, sentTo: [origin]).form, at: origin))
        }
        return try press(form, button, &walk, of: document, isConsent: true)
    }
}
