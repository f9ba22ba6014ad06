import Secrets
import Support
import Testing

@testable import Core

/// Tests pages with a way to another server, which another user may have written, beside one that the page itself has.
struct RivalWayTests {
    /// What the page of the service offers itself.
    enum Own: CaseIterable {
        case link, linkToProvider, buttonOfScript, linkOfScript, icon, list, otherWords, script, none, footing
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
        case .icon: page.otherWays = [""]
        case .script: page.hasScripts = true
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
            let presenter = unattendedForms(web, reader, clock)
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

    /// On a page that may be anybody's content, nothing that is pressed names a server, unless an earlier sign-in was there.
    @Test(arguments: Other.allCases, [(false, false), (false, true), (true, false), (true, true)])
    func contentNamesNoServer(_ other: Other, _ way: (sendsItself: Bool, isKnown: Bool)) throws {
        let (sendsItself, isKnown) = way
        let (sp, evil) = (try WebURL("https://sp/login"), try WebURL("https://evil/in"))
        var page = page(.none, other, isFirst: true)
        page.submitsItself = sendsItself
        var policy = NavigationPolicy()
        policy.content = .init(origin: sp.origin, providers: isKnown ? [evil.origin] : [])
        #expect(page.needsName(for: evil.origin, at: sp, policy) == (!sendsItself && !isKnown))
        #expect(!page.needsName(for: sp.origin, at: sp, policy))
        #expect(!page.needsName(for: evil.origin, at: try WebURL("https://idp/"), policy))
    }

    /// What asks for a name or an address once the password was taken would change the account: it is left out, or the sign-in
    /// ends there.
    @Test(arguments: ["button", "link", "none"])
    func anAddressAfterThePasswordIsNoLogin(_ past: String) throws {
        let (web, reader, clock) = (ScriptedWeb(), ScriptedReader(), TestClock())
        let name = FormField(kind: .text, name: "user"), word = FormField(kind: .password, name: "pass")
        reader.pages["login"] = Page(
            title: "Log in", forms: [LoginForm(action: "/in", method: .post, fields: [name, word])])
        let address = FormField(kind: .email, name: "email", label: "Recovery e-mail")
        let buttons =
            [FormField(kind: .submit, name: "act", label: "Save")]
            + (past == "button"
                ? [FormField(kind: .submit, name: "act", value: SharedSecret(text: "no"), label: "Not now")] : [])
        reader.pages["more"] = Page(
            title: "Protect your account",
            forms: [LoginForm(action: "/more", method: .post, fields: [address] + buttons)],
            links: past == "link" ? [Page.Link("Skip", to: "/skip")] : [])
        try web.on("GET", "https://sp/login", page: "login")
        try web.on("POST", "https://sp/in", page: "more")
        try web.on("POST", "https://sp/more", status: 302, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/skip", status: 302, headers: [("location", "https://sp/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["a=1"])
        var known = LoginCredentials.Known()
        (known.user, known.password) = ("ada@example.org", FixedSource("hunter2"))
        let presenter = unattendedForms(web, reader, clock, known: known)
        let request = PresentationRequest(
            start: AuthorizationEndpoint(try WebURL("https://sp/login")),
            finish: FinishEndpoint(try WebURL("https://sp/finish")), deadline: Deadline(seconds: 60, from: clock))
        let error = failure { _ = try presenter.present(request) }
        #expect(
            past == "none" ? error?.code == .inputNeeded || error?.code == .noPresenter : error == nil,
            "\(error as Any)")
        #expect(!web.asked.contains { $0.url.hasSuffix("/more") && $0.body.contains("ada") })
    }

    /// A script that sends a form presses no button of it.
    @Test func aButtonDoesNotTurnWhatAScriptSends() throws {
        let (web, reader, clock) = (ScriptedWeb(), ScriptedReader(), TestClock())
        var button = FormField(kind: .submit, name: "", label: "Go")
        button.formAction = "https://evil/in"
        let message = FormField(kind: .hidden, name: "SAMLResponse", value: SharedSecret(text: "eA=="))
        reader.pages["post"] = Page(
            title: "One moment",
            forms: [LoginForm(action: "https://sp/finish", method: .post, fields: [message, button])],
            submitsItself: true)
        try web.on("GET", "https://sp/login", page: "post")
        try web.on("POST", "https://sp/finish", cookies: ["a=1"])
        try web.on("POST", "https://evil/in", cookies: ["a=1"])
        let presenter = unattendedForms(web, reader, clock)
        _ = try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL("https://sp/login")),
                finish: FinishEndpoint(try WebURL("https://sp/finish")), deadline: Deadline(seconds: 60, from: clock)))
        #expect(!web.asked.contains { $0.url.hasPrefix("https://evil") })
    }

    /// A link that the user has named by its label leads to another server only if nothing else has this name.
    @Test(
        arguments: [
            ([], [], [], false), (["Corporate Login"], [], [], true), (["", "Help"], [], [], false),
            ([], ["Choose", "corporate login"], [], true), ([], ["Other"], [], false),
            ([], [], ["Corporate Login (Bank)"], true), ([], [], ["Partners"], false),
        ] as [([String], [String], [String], Bool)])
    func aNameIsThatOfOneWay(_ others: [String], _ options: [String], _ links: [String], _ isTwo: Bool) throws {
        let (sp, evil) = (try WebURL("https://sp/login"), try WebURL("https://evil/in"))
        var list = FormField(kind: .select, name: "idp")
        list.options = options.map { FormField.Option(value: "v", text: $0) }
        var page = Page(title: "Choose", forms: [LoginForm(action: "/go", fields: [list])])
        page.otherWays = others
        page.links = [Page.Link("Corporate Login", to: "https://evil/in", node: 3)]
        page.links += links.map { Page.Link($0, to: "/l", node: 4) }
        #expect(page.needsName(for: evil.origin, at: sp, NavigationPolicy(), wayNamed: "Corporate Login") == isTwo)
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
