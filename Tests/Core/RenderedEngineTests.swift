import Core
import Secrets
import Support
import Testing

/// Tests what is done on a page that a browser has rendered.
struct RenderedEngineTests {
    private let store = MemoryStore()
    private let reporter = RecordingReporter()
    private let clock = TestClock()
    private let url: WebURL

    init() throws { url = try WebURL("https://idp.test/login") }

    private func engine(
        _ prompter: ScriptedPrompter = ScriptedPrompter(canAsk: false), isAttended: Bool = false,
        known: (inout LoginCredentials.Known) -> Void = { _ in }
    ) -> RenderedEngine {
        var values = LoginCredentials.Known()
        values.user = "ada"
        values.password = FixedSource("pw")
        known(&values)
        let answers = LoginCredentials(
            known: values, store: store, prompter: prompter, reporter: reporter, clock: clock)
        return RenderedEngine(answers, policy: NavigationPolicy(), reporter: reporter, isAttended: isAttended)
    }

    private func field(_ kind: FormField.Kind, _ name: String, node: Int, label: String = "") -> FormField {
        var field = FormField(kind: kind, name: name, label: label)
        field.node = node
        return field
    }

    private func login(errors: [String] = [], action: String? = nil) -> Page {
        Page(
            title: "Sign in",
            forms: [
                LoginForm(
                    action: action, method: .post,
                    fields: [
                        field(.text, "user", node: 1), field(.password, "pass", node: 2),
                        field(.submit, "", node: 3, label: "Sign in"),
                    ])
            ], errors: errors)
    }

    private func act(
        _ engine: RenderedEngine, _ page: Page, at url: WebURL? = nil, cookies: [Cookie] = []
    ) throws -> RenderedAction {
        try engine.action(
            on: RenderedPage(page, at: url ?? self.url), named: [self.url.origin],
            jar: { () throws(FedauthError) in CookieJar(cookies) })
    }

    /// What is typed, as `node=value`; nil when something else is done.
    private func typed(_ action: RenderedAction) -> [String]? {
        guard case .fill(let entries, _, _) = action else { return nil }
        return entries.map { entry in
            "\(entry.node)=" + entry.value.withBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    private func left(_ action: RenderedAction) -> FedauthError? {
        switch action {
        case .leave(let error), .end(let error, _): error
        case .fill(_, _, let error): error
        case .press, .type, .open, .wait: nil
        }
    }

    @Test func userNameAndPasswordAreTyped() throws {
        let engine = engine()
        let rendered = RenderedPage(login(), at: url)
        #expect(typed(try act(engine, login())) == ["1=ada", "2=pw"])
        #expect(engine.button(on: rendered) == 3 && engine.user == "ada" && engine.mayBeSending(rendered))
    }

    @Test func aFormThatComesBackIsRefused() throws {
        let engine = engine()
        _ = try act(engine, login())
        #expect(failure { _ = try act(engine, login(errors: ["wrong"])) }?.code == .refused)
    }

    @Test func theUserIsAskedAgainWithoutAWindow() throws {
        let prompter = ScriptedPrompter(["first", "second"])
        let engine = engine(prompter) { $0.password = nil }
        #expect(typed(try act(engine, login())) == ["1=ada", "2=first"])
        #expect(typed(try act(engine, login(errors: ["wrong"]))) == ["1=ada", "2=second"])
    }

    /// In a window, the user types what is not known.
    @Test func aWindowIsLeftToTheUserForTheRest() throws {
        let prompter = ScriptedPrompter(["never"])
        let engine = engine(prompter, isAttended: true) { $0.password = nil }
        let action = try act(engine, login())
        #expect(typed(action) == ["1=ada"] && left(action)?.code == .inputNeeded)
        #expect(prompter.questions.isEmpty)
    }

    @Test func withoutAnAnswerTheFieldIsNamed() throws {
        let action = try act(engine { $0.password = nil }, login())
        #expect(left(action)?.code == .inputNeeded && left(action)?.message.contains("password") == true)
    }

    @Test(arguments: [
        ("https://evil.test/login", nil, ErrorCode.inputNeeded), ("http://idp.test/login", nil, .insecureAddress),
        ("https://idp.test/login", "https://evil.test/take", .inputNeeded),
        ("https://idp.test/login", "http://idp.test/take", .insecureAddress),
        ("https://idp.test/login", "http://localhost/take", .insecureAddress),
    ])
    func nothingIsTypedWhereNoStepLed(_ address: String, _ action: String?, _ code: ErrorCode) throws {
        var found: FedauthError?
        let error = failure { found = left(try act(engine(), login(action: action), at: try WebURL(address))) }
        #expect((error ?? found)?.code == code, "\(String(describing: error))")
    }

    @Test func buttonsArePressedOnce() throws {
        let page = Page(
            title: "Stay signed in?",
            forms: [
                LoginForm(
                    method: .post,
                    fields: [
                        field(.submit, "", node: 7, label: "No"), field(.submit, "", node: 8, label: "Yes"),
                    ])
            ], text: "Stay signed in?")
        let engine = engine()
        guard case .press(7, _) = try act(engine, page) else {
            Issue.record("not pressed")
            return
        }
        // What has no effect leads no further.
        guard case .end(_, isSure: false) = try act(engine, page) else {
            Issue.record("pressed again")
            return
        }
    }

    @Test func consentInAWindowIsTheUsers() throws {
        let page = Page(
            title: "Terms",
            forms: [
                LoginForm(
                    method: .post,
                    fields: [
                        field(.submit, "", node: 1, label: "Decline"), field(.submit, "", node: 2, label: "Accept"),
                    ])
            ], text: "Do you accept?")
        #expect(left(try act(engine(isAttended: true), page))?.code == .inputNeeded)
        guard case .press(2, _) = try act(engine(isAttended: true) { $0.acceptsConsent = true }, page) else {
            Issue.record("not accepted")
            return
        }
    }

    private func loginWithTerms(isRequired: Bool) -> Page {
        var page = login()
        var box = field(.checkbox, "terms", node: 4, label: "I accept the terms")
        box.isRequired = isRequired
        page.forms[0].fields.insert(box, at: 2)
        return page
    }

    @Test(arguments: [false, true]) func termsBesideALoginAreAcceptedByTheOption(_ isRequired: Bool) throws {
        let engine = engine { $0.acceptsConsent = true }
        guard case .fill(_, let settings, nil) = try act(engine, loginWithTerms(isRequired: isRequired)) else {
            Issue.record("not filled in")
            return
        }
        #expect(settings == [.tick(4, true)])
    }

    /// A box that is not required may be needed or not; a disabled button says which.
    @Test func termsBesideALoginAreAskedForWhenTheButtonIsDisabled() throws {
        let engine = engine()
        guard case .fill(_, let settings, nil) = try act(engine, loginWithTerms(isRequired: false)) else {
            Issue.record("not filled in")
            return
        }
        #expect(settings.isEmpty)
        var page = loginWithTerms(isRequired: false)
        page.forms[0].fields.removeLast()
        let error = failure { _ = try engine.agreements(on: RenderedPage(page, at: url)) }
        #expect(error?.code == .inputNeeded && error?.message.contains("to tick 'I accept the terms'") == true)
        page.forms[0].fields[2].isChecked = true
        #expect(try engine.agreements(on: RenderedPage(page, at: url)).isEmpty)
    }

    @Test func requiredTermsBesideALoginAreAskedForFirst() throws {
        let page = loginWithTerms(isRequired: true)
        let error = left(try act(engine(), page))
        #expect(error?.code == .inputNeeded && error?.message.contains("'I accept the terms'") == true)
        #expect(left(try act(engine(isAttended: true), page))?.message.hasSuffix("asks for consent") == true)
        let asked = engine(ScriptedPrompter(["y"]))
        guard case .fill(_, [.tick(4, true)], nil) = try act(asked, page) else {
            Issue.record("not ticked")
            return
        }
    }

    @Test func anErrorWithoutAFormIsSaid() throws {
        let engine = engine()
        _ = try act(engine, login())
        let error = left(try act(engine, Page(title: "Error", text: "Locked.", errors: ["Your account is locked."])))
        #expect(error?.code == .refused && error?.message.contains("locked") == true)
    }
}
