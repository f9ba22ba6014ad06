import Core
import Secrets
import Support
import Testing

struct AutoPresenterTests {
    let web = ScriptedWeb()
    let reader = ScriptedReader()
    let reporter = RecordingReporter()
    let clock = TestClock()
    let store = MemoryStore()
    let deadline = Deadline(seconds: 60, from: TestClock())

    /// Shows nothing and records the requests.
    final class FakeBrowser: Presenter {
        let name = "chromium"
        var shown: [PresentationRequest] = []
        var brings: Result<Presentation, FedauthError>

        init(_ brings: Result<Presentation, FedauthError>) { self.brings = brings }

        func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
            shown.append(request)
            return try brings.get()
        }
    }

    private func finished(user: String? = nil) throws -> FakeBrowser {
        let url = try WebURL("https://sp/finish")
        let cookie = Cookie(
            name: "last", value: SharedSecret(text: "1"), domain: "sp", isHostOnly: true,
            created: Timestamp(seconds: 1), setBy: url.origin)
        return FakeBrowser(.success(Presentation(FinishAnswer(url), jar: CookieJar([cookie]), user: user)))
    }

    private func answers(remembering: Bool = false) -> LoginCredentials {
        var known = LoginCredentials.Known()
        known.user = "ada"
        known.remembersPassword = remembering
        return LoginCredentials(
            known: known, store: store, prompter: ScriptedPrompter(["pw", "pw"]), reporter: reporter, clock: clock)
    }

    private func present(
        _ answers: LoginCredentials, isUnattended: Bool = false, hasPasskey: Bool = false,
        _ browser: @escaping () throws(FedauthError) -> any Presenter
    ) throws -> Presentation {
        let form = FormPresenter(
            UserAgent(web, reader: reader, clock: clock), answers: answers,
            reporter: reporter, wait: { _ in })
        let presenter = AutoPresenter(
            form: form, answers: answers, reporter: reporter, isUnattended: isUnattended,
            hasPasskey: { _ in hasPasskey }, browser: browser)
        return try presenter.present(
            PresentationRequest(
                start: AuthorizationEndpoint(try WebURL("https://sp/login")),
                finish: FinishEndpoint(try WebURL("https://sp/finish")),
                deadline: deadline, policy: NavigationPolicy(allowedHosts: ["sp", "idp"]), state: "st"))
    }

    private func present(_ browser: FakeBrowser, isUnattended: Bool = false) throws -> Presentation {
        try present(answers(), isUnattended: isUnattended) { () throws(FedauthError) in browser }
    }

    private let login = Page(
        title: "Sign in",
        forms: [
            LoginForm(
                action: "/in", method: .post,
                fields: [FormField(kind: .text, name: "user"), FormField(kind: .password, name: "pass")])
        ])

    /// Scripts login → idp → form → a page with scripts, which is either the response to the form or the target of its
    /// redirect.
    private func scriptLogin(endsIn page: Page, isRedirected: Bool) throws {
        reader.pages["login"] = login
        reader.pages["end"] = page
        try web.on(
            "GET", "https://sp/login", status: 302, headers: [("location", "https://idp/sso")], cookies: ["sp=1"])
        try web.on("GET", "https://idp/sso", cookies: ["idp=1"], page: "login")
        if isRedirected {
            try web.on("POST", "https://idp/in", status: 303, headers: [("location", "/app?x=1#/mfa")])
            try web.on("GET", "https://idp/app?x=1", cookies: ["idp=2"], page: "end")
        } else {
            try web.on("POST", "https://idp/in", cookies: ["idp=2"], page: "end")
        }
    }

    private let scripts = Page(title: "One more thing", hasScripts: true)

    @Test func noBrowserIsMadeWhereFormsWillDo() throws {
        try web.on("GET", "https://sp/login", status: 302, headers: [("location", "/finish")])
        try web.on("GET", "https://sp/finish", cookies: ["last=1"])
        let presentation = try present(answers()) { () throws(FedauthError) in
            throw FedauthError(.other, "a browser was made")
        }
        #expect(presentation.presenter == "form")
        #expect(presentation.jar.cookies.map(\.name) == ["last"])
    }

    @Test func theBrowserGoesOnAtAPageThatWasAskedForByGET() throws {
        try scriptLogin(endsIn: scripts, isRedirected: true)
        let browser = try finished()
        let presentation = try present(browser)
        let request = try #require(browser.shown.first)
        #expect(request.start.url.withFragment == "https://idp/app?x=1#/mfa")
        #expect(request.finish == FinishEndpoint(try WebURL("https://sp/finish")))
        #expect(request.jar.cookies.map(\.name) == ["sp", "idp"])
        #expect(request.jar.cookies.last?.value.equals("2") == true)
        #expect(request.policy.allowedHosts == ["sp", "idp"] && request.state == "st")
        #expect(presentation.presenter == "chromium")
        #expect(presentation.user == "ada")
        #expect(reporter.said.contains("'One more thing' at 'idp' needs scripts; a browser opens"))
    }

    /// A response to a posted form cannot be loaded again from its address.
    @Test func elseItGoesOnAtTheBeginningWithTheCookies() throws {
        try scriptLogin(endsIn: scripts, isRedirected: false)
        let browser = try finished(user: "ada@example.org")
        let presentation = try present(browser)
        #expect(browser.shown.first?.start.url.description == "https://sp/login")
        #expect(browser.shown.first?.jar.cookies.last?.value.equals("2") == true)
        #expect(presentation.user == "ada@example.org")
    }

    @Test func itHasWhatIsLeftOfTheTime() throws {
        try scriptLogin(endsIn: scripts, isRedirected: true)
        let browser = try finished()
        _ = try present(browser)
        #expect(browser.shown.first?.deadline.limitSeconds == 60)
    }

    /// fedauth does not see the end of this sign-in, so it cannot tell whether the password was right.
    @Test func aTypedPasswordIsNeitherHandedOverNorStored() throws {
        try scriptLogin(endsIn: scripts, isRedirected: true)
        let answers = answers(remembering: true)
        let browser = try finished()
        _ = try present(answers) { () throws(FedauthError) in browser }
        try answers.approve()
        #expect(try store.list().isEmpty)
    }

    @Test func withoutABrowserItSaysWhatIsNeededAndWhatIsMissing() throws {
        try scriptLogin(endsIn: scripts, isRedirected: true)
        let error = failure {
            _ = try present(answers()) { () throws(FedauthError) in
                throw FedauthError(
                    ErrorCode("no-browser", .noPresenter), "there is no display", hint: "log in to a desktop")
            }
        }
        #expect(error?.code == .noPresenter)
        #expect(error?.message == "the page 'One more thing' at 'idp' needs scripts, but there is no display")
        // The hint belongs to the missing browser; the message already says that a browser would help.
        #expect(error?.hint == "log in to a desktop")
    }

    @Test func optionsThatABrowserCannotKeepAreNoReasonToGoOn() throws {
        try scriptLogin(endsIn: scripts, isRedirected: true)
        let error = failure {
            _ = try present(answers()) { () throws(FedauthError) in
                throw FedauthError(.usage, "'--pin' cannot be kept by a browser", hint: "leave it out")
            }
        }
        #expect(error?.code == .noPresenter && error?.message.contains("but '--pin' cannot be kept") == true)
    }

    @Test func aFullDiskIsNotSaidToBeTheLackOfABrowser() throws {
        try scriptLogin(endsIn: scripts, isRedirected: true)
        let error = failure {
            _ = try present(answers()) { () throws(FedauthError) in throw FedauthError(.other, "the disk is full") }
        }
        #expect(error?.code == .other && error?.message == "the disk is full")
    }

    @Test func whatABrowserEndsWithIsTheEnd() throws {
        try scriptLogin(endsIn: scripts, isRedirected: true)
        let browser = FakeBrowser(.failure(FedauthError(.cancelled, "the browser's window was closed")))
        #expect(failure { _ = try present(browser) }?.code == .cancelled)
        #expect(browser.shown.count == 1)
    }

    /// The page would wait for the key until the deadline.
    @Test func anInvisibleBrowserIsNotAskedForASecurityKey() throws {
        let page = Page(title: "Security key", hasScripts: true, obstacles: [.webAuthn])
        try scriptLogin(endsIn: page, isRedirected: true)
        let browser = try finished()
        let error = failure { _ = try present(browser, isUnattended: true) }
        #expect(error?.code == .noPresenter && error?.message.contains("a browser without a window") == true)
        #expect(browser.shown.isEmpty)
        #expect(try present(browser).presenter == "chromium")
    }

    @Test func aPasskeyOfTheStoreNeedsNoUser() throws {
        let page = Page(title: "Security key", hasScripts: true, obstacles: [.webAuthn])
        try scriptLogin(endsIn: page, isRedirected: true)
        let browser = try finished()
        let presented = try present(answers(), isUnattended: true, hasPasskey: true) { () throws(FedauthError) in
            browser
        }
        #expect(presented.presenter == "chromium" && browser.shown.count == 1)
    }

    /// The password is not asked for where the browser can sign in by a passkey.
    @Test(arguments: [true, false])
    func aLoginThatTakesAPasskeyIsLeftToTheBrowser(_ isUnattended: Bool) throws {
        let form = LoginForm(
            action: "/in", method: .post,
            fields: [
                FormField(kind: .text, name: "user"), FormField(kind: .password, name: "pass"),
                FormField(kind: .submit, name: "", label: "Sign in"),
                FormField(kind: .inert, name: "", label: "Use a passkey"),
            ])
        try scriptLogin(endsIn: Page(title: "Sign in", forms: [form]), isRedirected: true)
        let browser = try finished()
        _ = try? present(answers(), isUnattended: isUnattended, hasPasskey: true) { () throws(FedauthError) in browser }
        #expect(browser.shown.count == (isUnattended ? 1 : 0))
    }

    /// An advice that is followed must not lead to the opposite advice.
    @Test func theAdviceForAPageDoesNotContradictItself() throws {
        let page = Page(title: "Security key", hasScripts: true, obstacles: [.webAuthn])
        try scriptLogin(endsIn: page, isRedirected: true)
        let browser = try finished()
        let unseen = failure { _ = try present(browser, isUnattended: true) }
        let forbidden = failure {
            _ = try present(answers()) { () throws(FedauthError) in
                throw FedauthError(
                    ErrorCode("no-browser", .noPresenter), "'--no-input' forbids questions",
                    hint: "leave it out, or add '--headless' if the page needs no answers")
            }
        }
        #expect(
            unseen?.hint == forbidden?.hint && unseen?.hint?.contains("without '--no-input' and '--headless'") == true)
    }

    /// A window, here or on another machine, does not help root.
    @Test func rootIsToldOfTheSandbox() throws {
        try scriptLogin(
            endsIn: Page(title: "Security key", hasScripts: true, obstacles: [.webAuthn]), isRedirected: true)
        #expect(failure { _ = try present(answers(), Self.rootsBrowser) }?.hint == "run it as ada")
    }

    private static func rootsBrowser() throws(FedauthError) -> any Presenter {
        throw FedauthError(.noBrowser, AutoPresenter.ofRoot, hint: "run it as ada")
    }

    @Test func aPageThatAsksInABrowserWithoutAWindowNeedsOne() throws {
        try scriptLogin(endsIn: scripts, isRedirected: true)
        let asking = FakeBrowser(
            .failure(FedauthError(.inputNeeded, "'idp' asks", hint: "'--presenter form' answers from options")))
        #expect(failure { _ = try present(asking, isUnattended: true) }?.hint?.contains("'--presenter remote'") == true)
        #expect(failure { _ = try present(asking) }?.hint == "'--presenter form' answers from options")
    }

    @Test func anInvisibleBrowserRunsScripts() throws {
        try scriptLogin(endsIn: scripts, isRedirected: true)
        let browser = try finished()
        #expect(try present(browser, isUnattended: true).presenter == "chromium")
        #expect(reporter.said.contains { $0.hasSuffix("needs scripts; a browser without a window continues") })
    }

    @Test func aRefusedPasswordOpensNoBrowser() throws {
        reader.pages["login"] = login
        try web.on("GET", "https://sp/login", page: "login")
        try web.on("POST", "https://sp/in", page: "login")
        let browser = try finished()
        let answers = LoginCredentials(
            known: LoginCredentials.Known(), store: store, prompter: ScriptedPrompter(["ada", "pw"]),
            reporter: reporter, clock: clock)
        #expect(failure { _ = try present(answers) { () throws(FedauthError) in browser } } != nil)
        #expect(browser.shown.isEmpty)
    }

    /// Without a browser, the error names the fields and the options for them; with one, the browser shows the step.
    @Test func anUnknownStepIsTakenToTheBrowser() throws {
        let page = Page(
            title: "Which?",
            forms: [
                LoginForm(
                    action: "/which", method: .post,
                    fields: ["left", "right"].map {
                        FormField(kind: .submit, name: "way", value: SharedSecret(text: $0), label: $0)
                    })
            ])
        reader.pages["which"] = page
        try web.on("GET", "https://sp/login", page: "which")
        let quiet = LoginCredentials(
            known: LoginCredentials.Known(), store: store, prompter: ScriptedPrompter(canAsk: false),
            reporter: reporter, clock: clock)
        let error = failure {
            _ = try present(quiet) { () throws(FedauthError) in
                throw FedauthError(ErrorCode("no-browser", .noPresenter), "there is no display")
            }
        }
        #expect(error?.code == .inputNeeded && error?.message.contains("a choice between 'left', 'right'") == true)
        #expect(error?.hint?.contains("'--field way=text:VALUE' chooses one of 'left', 'right'") == true)
        #expect(error?.hint?.contains("'--presenter remote'") == true)
        let ofRoot = failure { _ = try present(quiet, Self.rootsBrowser) }
        #expect(ofRoot?.hint?.contains("does not work for root: run it as ada") == true)
        let browser = try finished()
        #expect(try present(quiet) { () throws(FedauthError) in browser }.presenter == "chromium")
    }
}
