import Secrets
import Support
import Testing

@testable import Core

/// Tests which buttons for passkeys are pressed.
struct RenderedPasskeyTests {
    private let reporter = RecordingReporter()
    private let url: WebURL

    init() throws { url = try WebURL("https://idp.test/login") }

    private func engine(password: String? = nil, hasPasskey: Bool = true) -> RenderedEngine {
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.password = password.map { FixedSource($0) }
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false), reporter: reporter,
            clock: TestClock())
        return RenderedEngine(
            answers, policy: NavigationPolicy(), reporter: reporter, isAttended: false, hasPasskey: { _ in hasPasskey })
    }

    private func field(_ kind: FormField.Kind, _ name: String, node: Int, label: String = "") -> FormField {
        var field = FormField(kind: kind, name: name, label: label)
        field.node = node
        return field
    }

    private func page(_ labels: String..., kind: FormField.Kind = .inert) -> Page {
        Page(
            title: "Sign in",
            forms: [
                LoginForm(
                    action: nil, method: .post,
                    fields: [
                        field(.text, "user", node: 1), field(.password, "pass", node: 2),
                        field(.submit, "", node: 3, label: "Sign in"),
                    ]),
                LoginForm(
                    action: nil, method: .get,
                    fields: labels.enumerated().map { field(kind, "", node: 10 + $0.offset, label: $0.element) }),
            ])
    }

    /// The element that is pressed; nil when something else is done.
    private func pressed(_ engine: RenderedEngine, _ page: Page) throws -> Int? {
        let action = try engine.action(
            on: RenderedPage(page, at: url), named: [url.origin],
            jar: { () throws(FedauthError) in CookieJar() })
        if case .press(let node, _) = action { return node }
        return nil
    }

    @Test(arguments: ["Sign in with a passkey", "Use your security key", "Mit Passkey anmelden", "PASSKEY"])
    func theButtonForPasskeysIsPressedOnce(_ label: String) throws {
        for kind in [FormField.Kind.inert, .submit] {
            let engine = engine()
            #expect(try pressed(engine, page("Create a passkey", label, kind: kind)) == 11)
            #expect(try pressed(engine, page("Create a passkey", label, kind: kind)) != 11)
        }
    }

    /// A passkey says who the user is, before any other step where the page says that, and agrees to nothing else.
    @Test(arguments: [
        ("Verify your identity", true), ("Sign in to ACME", true), ("Disable two-factor authentication", false),
        ("Konto auflösen", false), ("Confirm this code matches: ABCD-EFGH", false),
        ("Evil CLI wants access to your mail", false), ("Device activation", false),
        ("Sign in. By signing in you agree that Eve becomes an owner of your account.", false),
        ("Sign in. By signing in you agree to the terms.", true),
    ])
    func aPasskeyOnlySignsIn(_ heading: String, _ isPressed: Bool) throws {
        for kind in [FormField.Kind.inert, .submit] {
            let button = field(kind, "", node: 10, label: "Use passkey")
            var page = Page(title: "Bank", forms: [LoginForm(method: .post, fields: [button])], text: heading)
            page.headings = [heading]
            #expect(try pressed(engine(), page) == (isPressed ? 10 : nil))
            page.headings = ["Sign in", "Delete your account?"]
            #expect(try pressed(engine(), page) == nil)
        }
    }

    @Test func aPageWithoutAPasskeyIsTreatedAsBefore() throws {
        #expect(try pressed(engine(hasPasskey: false), page("Sign in with a passkey")) == nil)
    }

    @Test func aGivenPasswordIsPreferred() throws {
        #expect(try pressed(engine(password: "pw"), page("Sign in with a passkey")) == nil)
    }

    @Test(arguments: ["Create a passkey", "Set up a passkey", "What are passkeys?", "Continue without a passkey"])
    func otherButtonsAboutPasskeysAreNotPressed(_ label: String) throws {
        #expect(try pressed(engine(), page(label)) == nil)
    }
}
