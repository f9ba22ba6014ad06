import Secrets
import Support
import Testing

@testable import Core

/// Tests which way a rendered page is taken, if it has several.
struct RenderedWayTests {
    private let reporter = RecordingReporter()
    private let url: WebURL

    init() throws { url = try WebURL("https://idp.test/login") }

    private func engine(
        user: String? = "ada", _ change: (inout LoginCredentials.Known) -> Void = { _ in }
    ) -> RenderedEngine {
        var known = LoginCredentials.Known()
        known.user = user
        change(&known)
        known.password = FixedSource("pw")
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false), reporter: reporter,
            clock: TestClock())
        return RenderedEngine(answers, policy: NavigationPolicy(), reporter: reporter, isAttended: false)
    }

    private func field(_ kind: FormField.Kind, _ name: String = "", node: Int, label: String = "") -> FormField {
        var field = FormField(kind: kind, name: name, label: label)
        field.node = node
        return field
    }

    private func page(_ fields: [FormField], text: String = "", title: String = "Sign in") -> Page {
        var page = Page(title: title, forms: [LoginForm(method: .post, fields: fields)], text: text)
        page.hasScripts = true
        return page
    }

    private func act(_ engine: RenderedEngine, _ page: Page) throws -> RenderedAction {
        try engine.action(
            on: RenderedPage(page, at: url), named: [url.origin],
            jar: { () throws(FedauthError) in CookieJar([]) })
    }

    /// Returns the buttons that are pressed among those with these labels, which are numbered from 0.
    private func pressed(_ labels: [String], user: String? = "ada") throws -> Int? {
        let buttons = labels.enumerated().map { field(.submit, node: $0.offset, label: $0.element) }
        guard case .press(let node, _) = try act(engine(user: user), page(buttons)) else { return nil }
        return node
    }

    @Test func theAccountOfTheUserIsTaken() throws {
        let tiles = ["Grace Hopper grace@test", "Ada Lovelace ada@test Signed out", "Use another account"]
        #expect(try pressed(tiles, user: "ada@test") == 1)
        #expect(try pressed(tiles, user: "ADA@TEST") == 1)
        // No account is a guess.
        #expect(try pressed(tiles, user: "ada") == 2)
        #expect(try pressed([tiles[0], tiles[2]]) == 1)
        #expect(try pressed(tiles, user: nil) == nil)
    }

    @Test func whatLeadsToALoginIsPressed() throws {
        #expect(try pressed(["Products", "Log in", "Start free trial"]) == 1)
        #expect(try pressed(["Continue with Google", "Continue with email", "Log in with SSO"]) == 1)
        // A directory may want the name, too.
        #expect(try pressed(["Log in with Email", "Log in with Corporate LDAP", "Log in with GitHub"]) == nil)
        #expect(try pressed(["Log in with Email", "Log in with Corporate LDAP"], user: "ada@test") == 0)
        #expect(try pressed(["QR code", "Password", "Certificate"]) == 1)
        #expect(try pressed(["Log in with Google", "Log in with SSO"]) == nil)
        #expect(try pressed(["Products", "Log in"], user: nil) == nil)
    }

    /// An engine with a code by name, which the type of the source does not matter for.
    private func engineWithCode() -> RenderedEngine { engine { $0.fields = ["otp": FixedSource("123456")] } }

    private func buttons(_ labels: [String]) -> [FormField] {
        labels.enumerated().map { field(.submit, node: $0.offset, label: $0.element) }
    }

    @Test func theCodeOfAnApplicationIsChosen() throws {
        for labels in [
            ["Approve a request on my authenticator app", "Text +X XXXX42", "Use a verification code", "Cancel"],
            ["Duo Push", "Phone call", "Mobile passcode", "Bypass code"],
            ["Sicherheitsschlüssel", "Wiederherstellungscodes", "Authenticator-Anwendung"],
            ["Appuyez sur Oui", "Codes de secours à 8 chiffres", "Code de validation de l'application Authenticator"],
        ] {
            guard case .press(2, _) = try act(engineWithCode(), page(buttons(labels))) else {
                Issue.record("\(labels)")
                continue
            }
        }
    }

    @Test func aRequestOnATelephoneIsNoConsent() throws {
        let list = page(buttons(["Approve a request on my authenticator app", "Use a verification code", "Cancel"]))
        guard case .leave(let error) = try act(engine { $0.acceptsConsent = true }, list) else {
            Issue.record("pressed")
            return
        }
        #expect(error.message.contains("a choice between 'Approve a request"), "\(error)")
        #expect(error.hint?.contains("'--field \"LABEL=text:yes\"'") == true, "\(error)")
        guard case .consent = page(buttons(["Approve", "Deny"])).meaning else {
            Issue.record("no consent")
            return
        }
    }

    @Test(arguments: ["Other options", "Anderen Weg versuchen", "Essayer une autre méthode", "Otra forma", "別の方法を試す"])
    func anotherWayIsTakenOnce(_ label: String) throws {
        let waiting = page([field(.inert, node: 5, label: label)], text: "Approve the notification on your phone.")
        let engine = engineWithCode()
        guard case .press(5, _) = try act(engine, waiting) else {
            Issue.record("not pressed")
            return
        }
        guard case .wait = try act(engine, waiting), case .wait = try act(self.engine(), waiting) else {
            Issue.record("pressed again, or without a code")
            return
        }
    }

    @Test func anotherWayLeadsToThePassword() throws {
        let sending = page(buttons(["Send code", "Other ways to sign in"]), title: "Get a code to sign in")
        let engine = engine()
        guard case .press(1, _) = try act(engine, sending) else {
            Issue.record("not pressed")
            return
        }
        // What comes after the password is not left by it.
        let login = page([field(.password, "p", node: 7), field(.submit, node: 8, label: "Next")])
        guard case .fill = try act(engine, login), case .leave = try act(engine, page(sending.forms[0].fields)) else {
            Issue.record("pressed again")
            return
        }
    }

    /// A code by mail is no password, and the button that skips the step does not send what was chosen.
    @Test func aRadioButtonIsSentByTheButtonThatSendsIt() throws {
        var radios = ["Code per E-Mail (Einmal-Passwort)", "Sicherheitsschlüssel", "Authentifizierungs-App (OTP)"]
            .enumerated().map { field(.radio, "provider", node: $0.offset, label: $0.element) }
        radios[0].isChecked = true
        for label in ["Überspringen", "Skip this step", "Pomiń"] {
            let buttons = [field(.submit, node: 8, label: label), field(.submit, node: 9, label: "Weiter")]
            let method = page(radios + buttons)
            guard case .press(9, let set) = try act(engineWithCode(), method), set == [.tick(2, true)] else {
                Issue.record("\(label)")
                continue
            }
        }
        var skipping = field(.submit, node: 8, label: "Kihagyás")
        skipping.isUnvalidated = true
        let form = LoginForm(fields: [skipping, field(.submit, node: 9, label: "Tovább")])
        #expect(form.goingOn?.node == 9)
    }

    /// Authelia, in two languages.
    @Test(arguments: [
        (["Logout", "Methods", "Resend"], "A push notification has been sent."),
        (["ログアウト", "方法", "プッシュ通知を再送信"], "デバイスに送信された通知を承認してください"),
    ])
    func aButtonToLogOutMakesNoConsent(_ labels: [String], _ text: String) throws {
        var fields = buttons(labels)
        fields[0].identifier = "logout-button"
        if case .consent = page(fields, text: text).meaning { Issue.record("a consent") }
        guard case .press(1, _) = try act(engineWithCode(), page(fields, text: text)) else {
            Issue.record("not pressed")
            return
        }
    }

    @Test func theOnlyButtonLeadsToTheCode() throws {
        let form = LoginForm(fields: [FormField(kind: .hidden, name: "token", value: SharedSecret(text: "1"))])
        var key = page(
            [field(.submit, node: 3, label: "Sign in via 2FA code")], text: "Press the button on your device.")
        key.forms.append(form)
        guard case .press(3, _) = try act(engineWithCode(), key) else {
            Issue.record("not pressed")
            return
        }
    }

    @Test func aListOfMethodsIsAChoice() throws {
        var list = field(.select, "call_0", node: 4, label: "How?")
        list.options = [
            FormField.Option(value: "0", text: "Send a code to my e-mail address"),
            FormField.Option(value: "1", text: "Use my authenticator app"),
        ]
        list.value = SharedSecret(text: "0")
        let fields = [list, field(.submit, node: 5, label: "Continue")]
        guard case .press(5, let set) = try act(engineWithCode(), page(fields)) else {
            Issue.record("not chosen")
            return
        }
        #expect(set == [.choose(4, SharedSecret(text: "1"))])
        guard case .leave(let error) = try act(engine(), page(fields)) else {
            Issue.record("the page's choice was sent")
            return
        }
        #expect(error.hint?.contains("'--field call_0=text:VALUE'") == true, "\(error)")
        let named = engine { $0.fields = ["How?": FixedSource("Use my authenticator app")] }
        guard case .press(5, let given) = try act(named, page(fields)) else {
            Issue.record("the label is not known")
            return
        }
        #expect(given == [.choose(4, SharedSecret(text: "1"))])
    }

    @Test func aPageTellsWhetherACodeIsSent() {
        let code = FormField(kind: .text, name: "code", label: "Code")
        #expect(Page(text: "We have sent a code to a••@test. Enter it.").tellsOfDelivery(of: code))
        #expect(Page().tellsOfDelivery(of: FormField(kind: .text, name: "code", label: "Code from the e-mail")))
        #expect(!Page(text: "Enter the code of your authenticator app.").tellsOfDelivery(of: code))
        #expect(!Page(text: "We sent a push notification. Or enter a code.").tellsOfDelivery(of: code))
    }

    @Test func formsForOtherThingsAreNotFilledIn() {
        func rank(_ label: String, _ button: String) -> Int {
            LoginForm(fields: [
                field(.email, "mail", node: 1, label: label), field(.submit, node: 2, label: button),
            ]).loginRank
        }
        #expect(rank("Newsletter:", "OK") == 0 && rank("E-mail", "Sign up") == 0 && rank("E-mail", "Next") > 0)
    }

    @Test func autocompleteTellsWhichPasswordIsNew() {
        var first = field(.password, "one", node: 1)
        let second = field(.password, "two", node: 2)
        #expect(LoginForm(fields: [first, second]).wantsNewPassword)
        first.autocomplete = "current-password"
        #expect(!LoginForm(fields: [first, second]).wantsNewPassword)
    }

    @Test func aNoticeAboutCookiesIsNoError() {
        #expect(Page(errors: ["By clicking \"Accept all cookies\" you agree to cookies."]).complaint == nil)
        #expect(Page(errors: ["You must enable cookies to sign in."]).complaint != nil)
    }

    @Test func aRadioButtonIsChosen() throws {
        let cards = [
            field(.radio, "m", node: 1, label: "Text message"), field(.radio, "m", node: 2, label: "Your password"),
            field(.submit, node: 3, label: "Next"),
        ]
        guard case .press(3, let set) = try act(engine(), page(cards)), set == [.tick(2, true)] else {
            Issue.record("another way is taken")
            return
        }
        // What the page has chosen needs a telephone.
        var chosen = cards
        chosen[0].isChecked = true
        guard case .press(3, let changed) = try act(engine(), page(chosen)), changed == [.tick(2, true)] else {
            Issue.record("what is not known is kept")
            return
        }
        var languages = chosen
        for (index, name) in ["English", "Deutsch"].enumerated() { languages[index].label = name }
        guard case .press(3, let kept) = try act(engine(), page(languages)), kept.isEmpty else {
            Issue.record("the choice of the page is changed")
            return
        }
    }

    @Test func aWayThatThePageHasChosenIsNamed() throws {
        var cards = [
            field(.radio, "m", node: 1, label: "Email"), field(.radio, "m", node: 2, label: "Authenticator app"),
            field(.submit, node: 3, label: "Next"),
        ]
        cards[0].isChecked = true
        cards[1].value = SharedSecret(text: "app")
        guard case .leave(let error) = try act(engine(), page(cards)) else {
            Issue.record("not asked for")
            return
        }
        #expect(error.code == .inputNeeded && error.message.contains("'Email', 'Authenticator app'"), "\(error)")
        #expect(error.hint?.contains("'--field m=text:VALUE' chooses one of") == true, "\(error)")
        #expect(error.hint?.contains("'Authenticator app' (app)") == true, "\(error)")
    }

    @Test(arguments: [["Continue with Google"], ["Continue with Google", "Email me a link"], []])
    func whatHidesTheLoginIsOpened(_ others: [String]) throws {
        var hidden = ["Forgot your password?", "Sign in with password ▾"].enumerated().map {
            field(.inert, node: 10 + $0.offset, label: $0.element)
        }
        for index in hidden.indices { hidden[index].isCollapsed = true }
        let buttons = others.enumerated().map { field(.submit, node: $0.offset, label: $0.element) }
        let engine = engine()
        guard case .press(11, _) = try act(engine, page(buttons + hidden)) else {
            Issue.record("not opened")
            return
        }
        if case .press(11, _) = try act(engine, page(buttons + hidden)) { Issue.record("pressed again") }
    }

    @Test func whatMayHideTheLoginIsNamed() throws {
        var other = field(.inert, node: 1, label: "Certificate")
        other.isCollapsed = true
        guard case .leave(let error) = try act(engine(), page([other])) else {
            Issue.record("not asked for")
            return
        }
        #expect(error.message.hasSuffix("asks for a press on 'Certificate'"), "\(error)")
    }

    @Test func aPageThatShowsOtherFieldsGoesOn() {
        let before = page([field(.submit, node: 1, label: "Password"), field(.submit, node: 2, label: "Code")])
        let opened = page([field(.submit, node: 1), field(.password, "p", node: 3), field(.submit, node: 4)])
        #expect(opened.goesOn(from: before))
        #expect(!page([field(.submit, node: 1, label: "Please wait")]).goesOn(from: before))
        #expect(page([field(.submit, node: 5, label: "Next")]).goesOn(from: before))
        #expect(!page([]).goesOn(from: before))
    }

    @Test func aRefusalElsewhereEndsTheSignIn() throws {
        let engine = engine()
        let denied = page([], text: "Request denied. You have denied the sign-in on your phone.")
        if case .leave = try act(engine, denied) { Issue.record("no request was waited for") }
        _ = try act(engine, page([], text: "Approve the request on your phone."))
        guard case .leave(let error) = try act(engine, denied) else {
            Issue.record("still waiting")
            return
        }
        #expect(error.code == .refused && error.message.contains("Request denied"), "\(error)")
        // The page that waits may have gone before it was looked at.
        let filled = self.engine()
        _ = try act(
            filled, page([field(.text, "user", node: 1), field(.password, "pass", node: 2), field(.submit, node: 3)]))
        if case .leave = try act(filled, denied) { return }
        Issue.record("waiting for what has been refused")
    }

    @Test func aPasswordIsTypedByTheLabelIfItIsNotShown() throws {
        let form = page([
            field(.text, "a1", node: 1, label: "User"), field(.text, "a2", node: 2, label: "Password"),
            field(.submit, node: 3, label: "Go"),
        ])
        guard case .fill(let entries, _, nil) = try act(engine(), form) else {
            Issue.record("not filled in")
            return
        }
        #expect(entries.map(\.node) == [1, 2] && entries.map(\.isMasked) == [false, true])
        // The form engine shows nobody what it fills in.
        #expect(FormField(kind: .text, name: "a2", label: "Password").role == .password)
    }
}
