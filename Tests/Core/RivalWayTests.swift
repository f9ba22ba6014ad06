import Secrets
import Support
import Testing

@testable import Core

/// Tests pages with a way to another server, which another user may have written, beside one that the page itself has.
struct RivalWayTests {
    /// What the page of the service offers itself.
    enum Own: CaseIterable {
        case link, linkToProvider, buttonOfScript, linkOfScript, icon, list, otherWords, none, footing
        /// Whether there is nothing else than the way to the other server.
        var isNone: Bool { self == .none || self == .footing }
    }

    /// What leads to another server.
    enum Other: CaseIterable {
        case button, buttonByGET, message
    }

    private func page(_ own: Own, _ other: Other, isFirst: Bool) -> Page {
        let message = FormField(kind: .hidden, name: "SAMLRequest", value: SharedSecret(text: "PHg+"))
        var button = FormField(kind: .submit, name: "", label: other == .message ? "Go" : "Sign in")
        button.node = 1
        let form = LoginForm(
            action: "https://evil/in", method: other == .buttonByGET ? .get : .post,
            fields: other == .message ? [message, button] : [button])
        var page = Page(title: "Welcome", forms: [form], text: "Welcome. Sign in")
        switch own {
        case .link: page.links = [Page.Link("Sign in", to: "/go", node: 3)]
        case .linkToProvider: page.links = [Page.Link("Log in", to: "https://idp/sso", node: 3)]
        case .linkOfScript: page.links = [Page.Link("Sign in", to: "javascript:go()", node: 3)]
        case .icon: page.hasOtherWays = true
        case .otherWords: page.links = [Page.Link("Enter the portal", to: "/go", node: 3)]
        case .footing: page.links = [Page.Link("Privacy policy", to: "/privacy", node: 3)]
        case .list:
            var list = FormField(kind: .select, name: "idp")
            list.node = 2
            let own = LoginForm(action: "/go", fields: [list])
            page.forms = isFirst ? [own, form] : [form, own]
        case .buttonOfScript:
            var script = FormField(kind: .inert, name: "", label: "Sign in")
            script.node = 2
            let loose = LoginForm(fields: [script])
            page.forms = isFirst ? [loose, form] : [form, loose]
        case .none: break
        }
        return page
    }

    @Test(arguments: Own.allCases, Other.allCases)
    func onlyTheOnlyWayNamesItsServer(_ own: Own, _ other: Other) throws {
        for isFirst in [true, false] {
            let (web, reader, clock) = (ScriptedWeb(), ScriptedReader(), TestClock())
            reader.pages["home"] = page(own, other, isFirst: isFirst)
            try web.on("GET", "https://sp/login", page: "home")
            try web.on("POST", "https://evil/in", status: 302, headers: [("location", "https://sp/finish")])
            try web.on("GET", "https://evil/in", status: 302, headers: [("location", "https://sp/finish")])
            try web.on("GET", "https://sp/finish", cookies: ["a=1"])
            let answers = LoginCredentials(
                known: LoginCredentials.Known(), store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
                reporter: RecordingReporter(), clock: clock)
            let presenter = FormPresenter(
                UserAgent(web, reader: reader, clock: clock), answers: answers, reporter: RecordingReporter(),
                wait: { _ in })
            let request = PresentationRequest(
                start: AuthorizationEndpoint(try WebURL("https://sp/login")),
                finish: FinishEndpoint(try WebURL("https://sp/finish")), deadline: Deadline(seconds: 60, from: clock),
                policy: NavigationPolicy())
            let error = failure { _ = try presenter.present(request) }
            let isReached = web.asked.contains { $0.url.hasPrefix("https://evil") }
            #expect(isReached == (own.isNone), "\(String(describing: error))")
            if !own.isNone { #expect(error?.code == .inputNeeded || error?.code == .noPresenter) }
        }
    }

    @Test(arguments: Own.allCases, [Other.button, .buttonByGET])
    func aBrowserPressesOnlyTheOnlyWay(_ own: Own, _ other: Other) throws {
        for isFirst in [true, false] {
            let answers = LoginCredentials(
                known: LoginCredentials.Known(), store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
                reporter: RecordingReporter(), clock: TestClock())
            let engine = RenderedEngine(
                answers, policy: NavigationPolicy(), reporter: RecordingReporter(), isAttended: false)
            let url = try WebURL("https://sp/login")
            let action = try engine.action(
                on: RenderedPage(page(own, other, isFirst: isFirst), at: url), named: [url.origin],
                jar: { () throws(FedauthError) in CookieJar() })
            let isPressed = if case .press(let node, _) = action { node == 1 } else { false }
            #expect(isPressed == (own.isNone), "\(action)")
        }
    }
}
