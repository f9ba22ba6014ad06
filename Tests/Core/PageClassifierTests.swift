import Testing

@testable import Core

struct PageClassifierTests {
    private func form(_ name: String, _ fields: FormField...) -> LoginForm { LoginForm(name: name, fields: fields) }
    private let password = FormField(kind: .password, name: "pw")
    private let user = FormField(kind: .text, name: "username")

    @Test func picksTheFormWithThePassword() {
        let page = Page(forms: [
            form("search", FormField(kind: .text, name: "q")), form("language", FormField(kind: .select, name: "lang")),
            form("login", user, password), form("options", FormField(kind: .hidden, name: "AuthMethod")),
        ])
        guard case .login(let login) = page.meaning else { return #expect(Bool(false), "\(page.meaning)") }
        #expect(login.name == "login")
    }

    @Test func aSearchFormIsNoLogin() {
        guard case .deadEnd = Page(forms: [form("s", FormField(kind: .text, name: "search"))]).meaning else {
            return #expect(Bool(false))
        }
    }

    /// Beside a login, it is the button of another provider, and its script may send another form.
    @Test(arguments: ["SAMLResponse", "SAMLRequest", "wresult"], [true, false])
    func handsOnAProtocolMessageThatIsNotBesideALogin(_ name: String, _ submitsItself: Bool) {
        let message = form("b", FormField(kind: .hidden, name: name))
        let search = form("s", FormField(kind: .text, name: "search"))
        for others in [[form("a", user, password)], [form("a", user)], [search], []] {
            let page = Page(forms: others + [message], hasScripts: true, submitsItself: submitsItself)
            let isOffer = others.first?.name == "a"
            switch page.meaning {
            case .handOn(let handed): #expect(!isOffer && handed.name == "b")
            case .login(let login): #expect(isOffer && login.name == "a")
            default: #expect(Bool(false))
            }
        }
    }

    @Test func tellsConsentFromContinue() {
        let yes = FormField(kind: .submit, name: "yes", label: "Yes, continue")
        let no = FormField(kind: .submit, name: "no", label: "No, cancel")
        guard case .consent(let agreed, let button) = Page(forms: [form("n", no), form("y", yes)]).meaning else {
            return #expect(Bool(false))
        }
        #expect(agreed.name == "y" && button == yes)
        guard case .consent(_, let one) = Page(forms: [form("both", no, yes)]).meaning else {
            return #expect(Bool(false))
        }
        #expect(one == yes)
        guard case .handOn = Page(forms: [form("go", FormField(kind: .submit, name: "", label: "Continue"))]).meaning
        else {
            return #expect(Bool(false))
        }
    }

    /// "Continue" and "Logout" ask for nothing on a page that greets the user.
    @Test(arguments: [
        ("Hello ada. What do you wish for?", false),
        ("Hello ada. The service wants to access your calendar.", true), ("Do you agree to the terms?", true),
    ])
    func aSessionIsContinuedWithoutConsent(_ text: String, _ isConsent: Bool) {
        let buttons = ["Continue", "Logout", "Close"].map { FormField(kind: .submit, name: "", label: $0) }
        let page = Page(title: "Welcome", forms: [LoginForm(fields: buttons)], text: text, hasScripts: true)
        switch page.meaning {
        case .consent: #expect(isConsent)
        case .handOn(let form): #expect(!isConsent && form.goingOn?.label == "Continue")
        default: Issue.record("\(page.meaning)")
        }
    }

    /// Pages show messages of success as alerts, too.
    @Test(arguments: [
        ("Authentication success", false), ("The code was sent successfully.", false), ("Unsuccessful sign-in", true),
        ("The sign-in was not successful.", true), ("Authentication error", true),
    ])
    func aMessageOfSuccessIsNoComplaint(_ text: String, _ isComplaint: Bool) {
        #expect((Page(errors: [text]).complaint != nil) == isComplaint)
        #expect(Page(errors: [text, "Wrong code"]).complaint?.hasPrefix(isComplaint ? text : "Wrong code") == true)
    }

    /// Tests which of several buttons continues the sign-in.
    @Test(arguments: [
        (["Cancel", "Sign in"], "Sign in"), (["Sign in", "Register"], "Sign in"),
        (["Forgot password?", "Next"], "Next"),
        (["Go", "Resend code"], "Go"), (["Close", "Continue"], "Continue"), (["Close"], "Close"), (["Cancel"], nil),
        ([], nil),
    ])
    func pressesTheButtonThatGoesOn(_ labels: [String], _ pressed: String?) {
        let form = LoginForm(fields: labels.map { FormField(kind: .submit, name: "b", label: $0) })
        #expect(form.goingOn?.label == pressed)
    }

    @Test func staysSignedInOnlyOnRequest() {
        let box = FormField(kind: .checkbox, name: "rememberMe", isChecked: true)
        let other = FormField(kind: .checkbox, name: "news", isChecked: true)
        let form = LoginForm(fields: [box, other])
        #expect(form.keepingSignedIn(false).fields.map(\.isChecked) == [false, true])
        #expect(form.keepingSignedIn(true).fields.map(\.isChecked) == [true, true])
        let page = Page(
            title: "Stay signed in?",
            forms: [LoginForm(fields: ["No", "Yes"].map { FormField(kind: .submit, name: "x", label: $0) })])
        guard case .keepSignedIn(let yes, let no) = page.meaning else { return #expect(Bool(false)) }
        #expect(yes.button?.label == "Yes" && no.button?.label == "No")
    }

    /// A form that only scripts make visible is a login too, because posting it empty counts as a wrong password.
    @Test func aHiddenLoginIsNotHandedOnEmpty() {
        let hidden = LoginForm(
            method: .post,
            fields: [
                FormField(kind: .text, name: "user", isInvisible: true),
                FormField(kind: .password, name: "pw", isInvisible: true), FormField(kind: .submit, name: "go"),
            ])
        guard case .login(let form) = Page(forms: [hidden], hasScripts: true).meaning else {
            return #expect(Bool(false))
        }
        #expect(form.fields.compactMap(\.role) == [.userName, .password])
    }

    @Test func theTextBeforeThePasswordIsTheUserName() {
        let fields = [FormField(kind: .text, name: "f1"), FormField(kind: .text, name: "f2"), password]
        let form = LoginForm(fields: fields)
        #expect(form.roles == [.other, .userName, .password])
        #expect(LoginForm(fields: [user] + fields).roles == [.userName, .other, .other, .password])
    }

    @Test func saysWhatNeedsABrowser() {
        guard case .needsBrowser(.scripts) = Page(hasScripts: true).meaning else { return #expect(Bool(false)) }
        guard case .needsBrowser(.captcha) = Page(forms: [form("l", user, password)], obstacles: [.captcha]).meaning
        else {
            return #expect(Bool(false))
        }
        guard case .deadEnd = Page(text: "nothing").meaning else { return #expect(Bool(false)) }
        guard case .needsBrowser(.frames) = Page(frames: ["/a", "/b"]).meaning else { return #expect(Bool(false)) }
        // An error on the page is more specific than the frame beside it.
        guard case .deadEnd = Page(errors: ["No such user"], frames: ["/a"]).meaning else {
            return #expect(Bool(false))
        }
    }

    @Test(arguments: [
        (FormField(kind: .password, name: "j_password"), LoginQuestion.Role.password),
        (FormField(kind: .text, name: "j_username"), .userName), (FormField(kind: .email, name: "x"), .userName),
        (FormField(kind: .text, name: "otp"), .oneTimeCode),
        (FormField(kind: .password, name: "Passcode"), .oneTimeCode),
        (FormField(kind: .text, name: "x", autocomplete: "one-time-code"), .oneTimeCode),
        (FormField(kind: .number, name: "verificationCode"), .oneTimeCode),
        (FormField(kind: .password, name: "x", autocomplete: "current-password"), .password),
        (FormField(kind: .text, name: "organization"), .other), (FormField(kind: .text, name: "zipcode"), .other),
        (FormField(kind: .text, name: "promo_code"), .other),
        (FormField(kind: .text, name: "code", label: "Enter your coupon code"), .other),
        (FormField(kind: .text, name: "code", label: "Gutscheincode"), .other),
        (FormField(kind: .text, name: "value", label: "Code:"), .oneTimeCode),
        (FormField(kind: .text, name: "voucher", label: "Code"), .other),
        (FormField(kind: .text, name: "value", label: "Code of conduct"), .other),
        (FormField(kind: .password, name: "oneTimePassword"), .oneTimeCode),
        (FormField(kind: .password, name: "otp_password"), .oneTimeCode),
        (FormField(kind: .password, name: "passwd"), .password),
    ])
    func knowsFieldsByTypeAndName(_ field: FormField, _ role: LoginQuestion.Role) {
        #expect(field.role == role)
    }

    @Test(arguments: [
        "Código de verificación", "Codigo de seguridad", "Código de un solo uso", "Code de vérification",
        "Mot de passe à usage unique", "Code de validation", "Bestätigungscode", "Einmalpasswort", "Codice di verifica",
        "Codice monouso", "Código de verificação", "Código de uso único", "Verificatiecode", "Eenmalige code",
        "Kod weryfikacyjny", "Hasło jednorazowe", "Engångskod", "Doğrulama kodu", "Одноразовый код", "認証コード",
    ])
    func knowsCodesInOtherLanguages(_ label: String) {
        for kind in [FormField.Kind.text, .password] {
            #expect(FormField(kind: kind, name: "x", label: label).role == .oneTimeCode)
        }
    }

    @Test(arguments: [
        ("Contraseña", FormField.Kind.password, LoginQuestion.Role.password), ("Wachtwoord", .password, .password),
        ("Usuario", .text, .userName), ("Codice utente", .text, .userName), ("Gebruikersnaam", .text, .userName),
        ("Código postal", .text, .other),
    ])
    func knowsOtherFieldsInOtherLanguages(_ label: String, _ kind: FormField.Kind, _ role: LoginQuestion.Role) {
        #expect(FormField(kind: kind, name: "x", label: label).role == role)
    }

    @Test(arguments: [
        ("Przepisz kod", 6, LoginQuestion.Role.oneTimeCode), ("", 6, .oneTimeCode), ("000 000", 7, .oneTimeCode),
        ("Przepisz kod", 20, .other), ("Customer number", 8, .other), ("Sort code", 6, .other),
        ("Post code", 6, .other), ("Kundencode", 8, .other),
    ])
    func knowsCodesByTheirShape(_ label: String, _ length: Int, _ role: LoginQuestion.Role) {
        let field = FormField(kind: .text, name: "x", label: label, inputMode: "numeric", maximumLength: length)
        #expect(field.role == role)
    }

    /// Requests and registrations ask for a person's data.
    @Test func aFormForAPersonsDataIsNoLogin() {
        let mail = FormField(kind: .email, name: "mail", autocomplete: "email")
        let person = FormField(kind: .text, name: "name", autocomplete: "name")
        #expect(LoginForm(fields: [person, mail]).loginRank == 0)
        #expect(LoginForm(fields: [mail]).loginRank > 0 && LoginForm(fields: [person, mail, password]).loginRank > 0)
    }
}
