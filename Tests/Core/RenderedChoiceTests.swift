import Secrets
import Support
import Testing

@testable import Core

/// Tests what the options choose on a page that a browser has rendered: organisations, boxes and lists.
struct RenderedChoiceTests {
    private let reporter = RecordingReporter()
    private let url: WebURL

    init() throws { url = try WebURL("https://idp.test/login") }

    private func engine(
        isAttended: Bool = false, _ known: (inout LoginCredentials.Known) -> Void = { _ in }
    ) -> RenderedEngine {
        var values = LoginCredentials.Known()
        values.user = "ada"
        known(&values)
        let answers = LoginCredentials(
            known: values, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false), reporter: reporter,
            clock: TestClock())
        return RenderedEngine(answers, policy: NavigationPolicy(), reporter: reporter, isAttended: isAttended)
    }

    private func field(_ kind: FormField.Kind, _ name: String, _ value: String, node: Int) -> FormField {
        var field = FormField(
            kind: kind, name: name, value: SharedSecret(text: value), label: kind == .submit ? value : "")
        field.node = node
        return field
    }

    private func page(_ fields: FormField..., title: String = "Choose", hasButton: Bool = true) -> Page {
        let button = hasButton ? [field(.submit, "", "Continue", node: 90)] : []
        return Page(title: title, forms: [LoginForm(method: .post, fields: fields + button)], text: title)
    }

    private func providers() -> FormField {
        var list = field(.select, "idp", "https://one.test/idp", node: 5)
        list.options = [
            FormField.Option(value: "https://one.test/idp", text: "One"),
            FormField.Option(value: "https://two.test/idp", text: "Two"),
        ]
        return list
    }

    private func act(_ engine: RenderedEngine, _ page: Page, at url: WebURL? = nil) throws -> RenderedAction {
        try engine.action(
            on: RenderedPage(page, at: url ?? self.url), named: [self.url.origin],
            jar: { () throws(FedauthError) in CookieJar() })
    }

    /// What is pressed after which settings; nil when something else is done.
    private func pressed(_ action: RenderedAction) -> (node: Int?, settings: [RenderedAction.Setting])? {
        if case .press(let node, let settings) = action { (node, settings) } else { nil }
    }

    private func left(_ action: RenderedAction) -> FedauthError? {
        if case .leave(let error) = action { error } else { nil }
    }

    @Test func anOrganisationIsChosenOnce() throws {
        let engine = engine { $0.homeRealm = "two" }
        let first = try #require(pressed(try act(engine, page(providers()))))
        #expect(first.node == 90 && first.settings == [.choose(5, SharedSecret(text: "https://two.test/idp"))])
        #expect(left(try act(engine, page(providers())))?.code == .refused)
    }

    /// A box for later sign-ins beside a choice is left empty, whatever the page proposes.
    @Test func aChoiceIsNotRemembered() throws {
        let engine = engine { $0.fields = ["realm": FixedSource("2")] }
        var list = field(.select, "realm", "", node: 5)
        list.options = ["1", "2"].map { FormField.Option(value: $0, text: $0) }
        var box = field(.checkbox, "remember", "on", node: 6)
        (box.isChecked, box.label) = (true, "Remember this setting")
        let action = try #require(pressed(try act(engine, page(list, box))))
        #expect(action.settings == [.choose(5, SharedSecret(text: "2")), .tick(6, false)])
    }

    /// The script of such a list waits for the event, even where the page has chosen the same before.
    @Test func aListWithoutAButtonIsAlwaysSet() throws {
        let engine = engine { $0.homeRealm = "One" }
        let first = try #require(pressed(try act(engine, page(providers(), hasButton: false))))
        #expect(first.node == nil && first.settings == [.choose(5, SharedSecret(text: "https://one.test/idp"))])
    }

    @Test func inAWindowTheUserChooses() throws {
        #expect(left(try act(engine(isAttended: true), page(providers())))?.code == .inputNeeded)
    }

    @Test(arguments: ["Two", "HTTPS://TWO.test/idp"]) func aButtonWithTheNameIsPressedOnce(_ name: String) throws {
        let engine = engine { $0.homeRealm = name }
        var two = field(.inert, "", "https://two.test/idp", node: 7)
        two.label = "Two"
        let page = page(field(.email, "mail", "", node: 1), two)
        #expect(pressed(try act(engine, page))?.node == 7)
        #expect(pressed(try act(engine, page)) == nil)
    }

    @Test(arguments: [
        ("https://idp.test/return", nil), ("https://other.test/return", ErrorCode.refusedHost),
    ])
    func aDiscoveryRequestIsAnswered(_ target: String, _ code: ErrorCode?) throws {
        let engine = engine { $0.homeRealm = "https://two.test/idp" }
        let request = try WebURL("https://idp.test/wayf?entityID=sp&return=\(target)")
        var opened: WebURL?
        let error = failure {
            if case .open(let url) = try act(engine, Page(title: "Find"), at: request) { opened = url }
        }
        #expect(error?.code == code)
        #expect((opened?.description == target + "?entityID=https%3A%2F%2Ftwo.test%2Fidp") == (code == nil))
        if code == nil { #expect(left(try act(engine, Page(title: "Find"), at: request))?.code == .refused) }
    }

    @Test func onlyTheGivenOfSeveralBoxesIsTicked() throws {
        let engine = engine { $0.fields = ["rules": FixedSource("b")] }
        let boxes = page(
            field(.checkbox, "rules", "a", node: 1), field(.checkbox, "rules", "b", node: 2), title: "Rules")
        let action = try #require(pressed(try act(engine, boxes)))
        #expect(action.node == 90 && action.settings == [.tick(2, true)])
    }

    @Test func aValueThatIsNoOptionIsNotChosen() throws {
        var list = field(.select, "region", "a", node: 3)
        list.options = [FormField.Option(value: "a", text: "A"), FormField.Option(value: "b", text: "B")]
        let login = page(field(.text, "user", "", node: 1), list)
        let wrong = try act(engine { $0.fields = ["region": FixedSource("c")] }, login)
        #expect(left(wrong)?.code == .inputNeeded && left(wrong)?.hint?.contains("'A' (a)") == true)
        guard
            case .fill(_, let settings, nil) = try act(
                engine { $0.fields = ["region": FixedSource("B")] }, login)
        else {
            Issue.record("not filled")
            return
        }
        #expect(settings == [.choose(3, SharedSecret(text: "b"))])
    }
}
