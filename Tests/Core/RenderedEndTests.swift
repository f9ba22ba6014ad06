import Secrets
import Support
import Testing

@testable import Core

/// Tests what ends a sign-in on a page that a browser has rendered, and which links and choices lead on.
struct RenderedEndTests {
    private let url: WebURL

    init() throws { url = try WebURL("https://idp.test/login") }

    private func engine(_ known: (inout LoginCredentials.Known) -> Void = { _ in }) -> RenderedEngine {
        var values = LoginCredentials.Known()
        values.user = "ada"
        values.password = FixedSource("pw")
        known(&values)
        let reporter = RecordingReporter()
        let answers = LoginCredentials(
            known: values, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false), reporter: reporter,
            clock: TestClock())
        return RenderedEngine(answers, policy: NavigationPolicy(), reporter: reporter, isAttended: false)
    }

    private func act(
        _ engine: RenderedEngine, _ page: Page, status: Int? = nil, fields: [(name: String, value: String)] = []
    ) throws -> RenderedAction {
        var response = status.map { Response(status: $0, url: url) }
        response?.headers = fields
        return try engine.action(
            on: RenderedPage(page, at: url, response), named: [url.origin],
            jar: { () throws(FedauthError) in CookieJar([]) })
    }

    private func field(_ kind: FormField.Kind, _ name: String = "", _ value: String = "", node: Int, label: String = "")
        -> FormField
    {
        var field = FormField(kind: kind, name: name, value: SharedSecret(text: value), label: label)
        field.node = node
        return field
    }

    private func login(_ links: [Page.Link] = []) -> Page {
        Page(
            title: "Sign in",
            forms: [
                LoginForm(
                    method: .post,
                    fields: [
                        field(.text, "user", node: 1), field(.password, "pass", node: 2),
                        field(.submit, node: 3, label: "Sign in"),
                    ])
            ], links: links)
    }

    /// The page may say in red why the password should change.
    @Test(
        arguments: [
            ("Skip", true), ("Remind me later", true), ("Continue without changing the password", true),
            ("Cancel", false),
            ("Skip to content", false),
        ], [nil, FormField.Kind.submit, .inert])
    func aNewPasswordIsPutOff(_ way: (label: String, leadsOn: Bool), button: FormField.Kind?) throws {
        var page = Page(
            title: "Update your password",
            forms: [
                LoginForm(
                    method: .post,
                    fields: [
                        field(.password, "one", node: 1), field(.password, "two", node: 2),
                        field(.submit, node: 3, label: "Submit"),
                    ])
            ], errors: ["The default password is a risk."])
        if let button {
            page.forms[0].fields.append(field(button, node: 4, label: way.label))
        } else {
            page.links = [Page.Link(way.label, to: "/home", node: 4)]
        }
        let action = try act(engine(), page)
        #expect(pressed(action) == (way.leadsOn ? 4 : nil))
        #expect(way.leadsOn || left(action)?.code == .noPresenter)
    }

    /// A server that keeps what users upload says by a sandbox that a page is none of its own.
    @Test(arguments: [
        ("sandbox", false), ("default-src 'self'; SANDBOX\tallow-forms allow-scripts", false),
        ("img-src *, sandbox allow-forms", false), ("default-src sandbox", true), ("sandboxed", true),
        ("sandbox allow-forms allow-same-origin", true),
    ]) func aPageInASandboxGetsNothing(_ policy: String, isFilled: Bool) throws {
        let action = try act(
            engine(), login([Page.Link("Sign in", to: "/sso", node: 9)]), status: 200,
            fields: [("content-security-policy", policy)])
        if case .fill = action { #expect(isFilled) } else { #expect(!isFilled && pressed(action) == nil) }
    }

    private func pressed(_ action: RenderedAction) -> Int? {
        if case .press(let node, _) = action { node } else { nil }
    }

    private func left(_ action: RenderedAction) -> FedauthError? {
        if case .leave(let error) = action { error } else { nil }
    }

    /// A provider that knows the user answers again and again where the service does not keep its session.
    @Test(arguments: [false, true]) func aCircleOfAnswersEnds(_ isAttended: Bool) throws {
        let answers = LoginCredentials(
            known: LoginCredentials.Known(), store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
            reporter: RecordingReporter(), clock: TestClock())
        let engine = RenderedEngine(
            answers, policy: NavigationPolicy(), reporter: RecordingReporter(), isAttended: isAttended)
        let service = try WebURL("https://sp.test/acs")
        func goRound() throws {
            try engine.noteRequest(try WebURL("https://idp.test/sso"), form: nil)
            try engine.noteRequest(service, form: SharedSecret(text: "SAMLResponse=PHg%2B"))
        }
        for _ in 0..<PassedAnswers.mostTimes { try goRound() }
        #expect(failure { try goRound() }?.code == (isAttended ? nil : .loop))
    }

    /// A page that offers other ways waits, too: what it says in the end is a refusal, whatever it offers then.
    @Test func aRefusalOnAnotherDeviceIsSaid() throws {
        let engine = engine()
        _ = try act(engine, login())
        func page(_ text: String) -> Page {
            let ways = ["Try again", "Other options"].enumerated().map {
                field(.submit, node: $0.offset + 1, label: $0.element)
            }
            return Page(title: "Duo", forms: [LoginForm(method: .post, fields: ways)], text: text)
        }
        _ = try act(engine, page("Check for a push: approve the notification on your phone."))
        let error = left(try act(engine, page("Login denied You denied this login request.")))
        #expect(error?.code == .refused && error?.message.contains("Login denied") == true)
    }

    /// What cannot be chosen is said with what the page says.
    @Test func anUnknownStepIsNamed() throws {
        let page = Page(
            title: "Step", forms: [LoginForm(fields: [field(.inert, node: 1, label: "Menu")])], text: "Take a step.")
        #expect(left(try act(engine(), page))?.message.hasSuffix("does not know ('Step'): Take a step.") == true)
        // Nor does anything come of a login in forms that only a script of the page knows.
        let parts = [field(.text, "user", node: 1), field(.password, "pass", node: 2)].map { LoginForm(fields: [$0]) }
        let login = Page(title: "Sign in", forms: parts, text: "Sign in here.", hasScripts: true)
        #expect(left(try act(engine(), login))?.message.hasSuffix("('Sign in'): Sign in here.") == true)
    }

    /// A menu of the ways to sign in is opened, once; and what is said to be another user's is left by a link.
    @Test func whatShowsTheWaysIsPressed() throws {
        let engine = engine()
        let menu = Page(
            title: "Servizi", forms: [LoginForm(fields: [field(.inert, node: 4, label: "Entra con SPID")])])
        #expect(pressed(try act(engine, menu)) == 4)
        let other = Page(
            title: "Welcome back",
            forms: [LoginForm(method: .post, fields: [field(.submit, node: 5, label: "Continue as Bob")])],
            text: "Welcome back, Bob!", links: [Page.Link("Sign in with a different account", to: "/name", node: 6)])
        #expect(pressed(try act(engine, other)) == 6)
    }

    /// An organisation is looked for on a page that asks for one, and only there.
    @Test(arguments: [("Find Your Institution", true), ("Search", false)])
    func anOrganisationIsLookedFor(_ title: String, _ isTyped: Bool) throws {
        let page = Page(title: title, forms: [LoginForm(fields: [field(.text, "q", node: 7, label: "Institution")])])
        guard case .type(let entry) = try act(engine { $0.homeRealm = "Example" }, page) else {
            return #expect(!isTyped)
        }
        #expect(isTyped && entry.node == 7 && entry.value.equals("Example"))
    }

    /// The boxes of a login and its button may have a form each: one script sends them.
    @Test func aLoginOfSeveralFormsIsOne() throws {
        let page = Page(
            title: "Login",
            forms: [
                LoginForm(action: "x", method: .post, fields: [field(.text, "user", node: 1, label: "User Name:")]),
                LoginForm(action: "x", method: .post, fields: [field(.password, "pass", node: 2)]),
                LoginForm(action: "x", method: .post, fields: [field(.submit, node: 3, label: "Log In")]),
                LoginForm(action: "/in", method: .post, fields: [field(.hidden, "user", node: 4)]),
            ])
        let engine = engine()
        guard case .fill(let entries, _, nil) = try act(engine, page) else { return #expect(Bool(false)) }
        #expect(entries.map(\.node) == [1, 2] && engine.button(on: RenderedPage(page, at: url)) == 3)
    }

    /// The judge is that of the form engine: what the page says, and its status.
    @Test(arguments: [
        (
            403, Page(title: "Forbidden", text: "Forbidden ada has no role."), ErrorCode.refused,
            "403: Forbidden: ada has", true
        ),
        (401, Page(title: "Denied"), .refused, "401: Denied", true),
        (500, Page(title: "Error", text: "Error Message expired"), .badAnswer, "500: Error: Message expired", true),
        (404, Page(title: "Not found"), .badAnswer, "does not exist", true),
        (429, Page(text: "Too many requests"), .badAnswer, "429: Too many requests", true),
        (
            403, Page(text: "{\"error\":\"access_denied\",\"message\":\"no role\"}"), .refused,
            "access_denied: no role", true
        ),
        (400, Page(title: "acme", text: "Page has expired"), .refused, "has given up on this sign-in", true),
        (200, Page(title: "acme", text: "Your session has expired"), .refused, "has given up on this sign-in", false),
        (200, Page(errors: ["Your account is not assigned."]), .refused, "shows an error: Your account", true),
        (
            200, Page(title: "Sorry", text: "You cannot access this right now"), .refused,
            "does not let this account in", false
        ),
        (200, Page(title: "Hello", text: "Hello ada"), .badAnswer, "the sign-in ended at", false),
    ])
    func aRefusalIsSaid(_ status: Int, _ page: Page, _ code: ErrorCode, _ words: String, _ isSure: Bool) throws {
        guard case .end(let error, let sure) = try act(engine(), page, status: status) else {
            Issue.record("it goes on")
            return
        }
        #expect(error.code == code && error.message.contains(words) && sure == isSure, "\(error)")
        let document = Document(response: Response(status: status, url: url), page: page)
        #expect((document.failure() ?? document.end(page.meaning, again: false)).message == error.message)
    }

    /// A login that comes with a failure status is filled in, and a page that waits for another device is no end.
    @Test func someFailuresLeadOn() throws {
        guard case .fill = try act(engine(), login(), status: 400) else { return #expect(Bool(false)) }
        let waiting = Page(title: "Approve", text: "Approve the request on your phone.")
        guard case .wait = try act(engine(), waiting, status: 200) else { return #expect(Bool(false)) }
        guard case .end(_, isSure: false) = try act(engine(), Page(title: "Portal")) else {
            return #expect(Bool(false))
        }
    }

    /// What a file gives for a field of any name is a secret in a page, too.
    @Test func aGivenSecretIsASecretWhateverItsFieldIs() throws {
        var word = FormField(kind: .text, name: "word", label: "Memorable word", isRequired: true)
        word.node = 2
        let form = LoginForm(
            action: "/in", method: .post, fields: [word, FormField(kind: .submit, name: "", label: "Go on")])
        for (source, isSecret) in [(FixedSource("hidden"), true), (FixedSource("shown", isPublic: true), false)] {
            let engine = engine { $0.fields = ["word": source] }
            guard case .fill(let entries, _, _) = try act(engine, Page(title: "Sign in", forms: [form])) else {
                return #expect(Bool(false))
            }
            #expect(entries.map(\.isSecret) == [isSecret] && engine.typed.isEmpty != isSecret)
        }
    }

    @Test func aBrowserThatShowsAPageIsGoodEnoughForIt() throws {
        let page = Page(
            title: "Portal", text: "Your browser is not supported.",
            links: [Page.Link("Continue anyway", to: "/app", node: 4)])
        #expect(pressed(try act(engine(), page)) == 4)
    }

    /// A link is a way by the rules of buttons.
    @Test func aLinkAsksForConsent() throws {
        let page = Page(
            title: "Portal", text: "You are already signed in elsewhere.",
            links: [
                Page.Link("Continue the session", to: "/takeover?ok=1", node: 4),
                Page.Link("Cancel", to: "/no", node: 5),
                Page.Link("Help", to: "/help", node: 6),
            ])
        #expect(left(try act(engine(), page))?.code == .inputNeeded)
        #expect(pressed(try act(engine { $0.acceptsConsent = true }, page)) == 4)
        #expect(pressed(try act(engine { $0.fields = ["Continue the session": FixedSource("yes")] }, page)) == 4)
        #expect(pressed(try act(engine { $0.fields = ["Cancel": FixedSource("yes")] }, page)) == 5)
    }

    @Test(arguments: [
        ("Click here to continue", 1), ("Weiter", 1), ("Proceed", 1), ("Sign out", nil), ("Privacy", nil),
        ("Home", nil),
    ])
    func theOnlyLinkThatGoesOnIsTaken(_ text: String, _ node: Int?) throws {
        #expect(pressed(try act(engine(), Page(title: "Portal", links: [Page.Link(text, to: "/x", node: 1)]))) == node)
    }

    private static let brokers = [
        Page.Link("Corporate SSO", to: "/broker/corp/login", node: 7), Page.Link("GitHub", to: "/broker/hub", node: 8),
        Page.Link("Forgot password?", to: "/reset", node: 9),
    ]

    @Test(arguments: [("Corporate SSO", 7), ("corporate", 7), ("GitHub", 8), ("https://idp.corp/", nil)])
    func theNamedOrganisationIsChosenBeforeThePassword(_ name: String, _ node: Int?) throws {
        let engine = engine { $0.homeRealm = name }
        guard let node else {
            guard case .end(let error, isSure: true) = try act(engine, login(Self.brokers)) else {
                return #expect(Bool(false))
            }
            #expect(error.code == .inputNeeded && error.hint?.contains("'Corporate SSO', 'GitHub'") == true)
            return
        }
        #expect(pressed(try act(engine, login(Self.brokers))) == node)
        // The organisation's own login.
        guard case .fill = try act(engine, login()) else { return #expect(Bool(false)) }
    }

    @Test func withoutOtherOrganisationsThePasswordIsTyped() throws {
        let links = [Page.Link("Forgot password?", to: "/reset", node: 9), Page.Link("Imprint", to: "/i", node: 10)]
        guard case .fill = try act(engine { $0.homeRealm = "Corp" }, login(links)) else { return #expect(Bool(false)) }
    }

    private func roles(isChecked: Bool = false) -> Page {
        var first = field(.radio, "role", "arn:reader", node: 1, label: "reader")
        first.isChecked = isChecked
        return Page(
            title: "Select a role",
            forms: [
                LoginForm(
                    action: "/saml", method: .post,
                    fields: [
                        FormField(kind: .hidden, name: "SAMLResponse", value: SharedSecret(text: "PA==")), first,
                        field(.radio, "role", "arn:admin", node: 2, label: "admin"),
                        field(.submit, node: 3, label: "Sign in"),
                    ])
            ])
    }

    /// What the page has chosen is not what the user wants.
    @Test(arguments: [false, true]) func aRoleBesideAMessageIsChosen(_ isChecked: Bool) throws {
        let page = roles(isChecked: isChecked)
        let asked = left(try act(engine(), page))
        #expect(
            asked?.code == .inputNeeded && asked?.hint?.contains("'reader' (arn:reader), 'admin' (arn:admin)") == true)
        for (name, value) in [("role", "arn:admin"), ("role", "admin"), ("admin", "yes")] {
            guard
                case .press(3, let set) = try act(engine { $0.fields = [name: FixedSource(value)] }, page),
                set == [.tick(2, true)]
            else {
                Issue.record("\(name)=\(value)")
                continue
            }
        }
        let wrong = engine { $0.fields = ["role": FixedSource("arn:owner")] }
        #expect(failure { _ = try act(wrong, page) }?.code == .inputNeeded)
    }

    @Test func whatWasTypedMakesNoButtonAttractive() throws {
        let engine = engine()
        guard case .fill = try act(engine, login()) else { return #expect(Bool(false)) }
        for labels in [["Change password", "Continue"], ["Kennwort ändern", "Später ändern"], ["Set up", "Go on"]] {
            let buttons = labels.enumerated().map {
                field(.submit, "a", "\($0.offset)", node: $0.offset, label: $0.element)
            }
            let page = Page(title: labels[0], forms: [LoginForm(method: .post, fields: buttons)], text: "It expires.")
            #expect(pressed(try act(engine, page)) == 1, "\(labels)")
        }
        let one = Page(forms: [LoginForm(method: .post, fields: [field(.submit, node: 1, label: "Change password")])])
        #expect(left(try act(engine, one))?.code == .inputNeeded)
    }
}
