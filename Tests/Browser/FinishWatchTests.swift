import Core
import Markup
import Secrets
import Support
import Testing

@testable import Browser

/// Tests which page at the finish is the end of a sign-in, with windows that the test plays.
struct FinishWatchTests {
    private static let form = #"<form method="post">"#
    private static let out = #"<a href="/out">Log out</a>"#
    private static let field = #"<label>Password <input type="password" name="p"></label></form>"#
    private static let code = #"<h1>Verification</h1><p>Enter the code from your app.</p>"# + form

    /// Signs in by a page of another server, and then shows these pages; the first one is at the finish.
    private func present(
        _ pages: [ShownPage], policy: NavigationPolicy = NavigationPolicy(), seconds: Int64 = 20,
        stopped: StoppedRequests = StoppedRequests(), user: String? = nil, isAnywhere: Bool = false,
        isSeen: Bool = false
    ) throws -> Presentation? {
        let clock = SteppingClock()
        let login = ShownPage("https://idp.test/login", [(0, "<p>You are known here.</p>")])
        let window = PlayedWindow((isAnywhere || isSeen ? [] : [login]) + pages, clock, stopped)
        var known = LoginCredentials.Known()
        known.user = user
        let answers = LoginCredentials(
            known: known, store: MemoryStore(), prompter: ScriptedPrompter(canAsk: false),
            reporter: RecordingReporter(), clock: clock)
        let request = PresentationRequest(
            start: AuthorizationEndpoint(try WebURL("https://sp.test/")),
            finish: FinishEndpoint(try WebURL("https://sp.test/done")),
            deadline: Deadline(seconds: seconds, from: clock), policy: policy)
        let engine = RenderedEngine(answers, policy: policy, reporter: RecordingReporter(), isAttended: false)
        let typing = RenderedSignIn(
            window, engine: engine, reader: LibXMLReader(), clock: clock, reporter: RecordingReporter(), isUnseen: true)
        var watch = FinishWatch(
            request, window: window, reader: LibXMLReader(), clock: clock, reporter: RecordingReporter(),
            isUnseen: !isSeen, typing: isAnywhere ? typing : nil,
            authentication: RenderedAuthentication(answers, policy: policy, isAttended: false))
        return try watch.run(in: "w", isShared: false)
    }

    private func ends(_ pages: ShownPage...) throws -> Bool {
        let error = failure { _ = try present(pages) }
        #expect([nil, .timedOut, .noPresenter].contains(error?.code), "\(String(describing: error))")
        return error == nil
    }

    @Test(arguments: [
        "<h1>Welcome</h1><p>Your mail is here.</p>",
        #"<h1>Welcome</h1><form action="/find"><input name="q" placeholder="Search"><button>Search</button></form>"#,
        form + #"<label>News by mail <input type="email" name="email"></label><button>Subscribe</button></form>"#,
        #"<h1>Welcome</h1><a href="/password">Change password</a>"#,
        form + #"<label>Promo code <input name="code"></label><button>Redeem</button></form>"#,
        form
            + #"<label>Postal code <input name="x" maxlength="6" inputmode="numeric"></label><button>Go</button></form>"#,
        out + form + #"<label>Project code <input name="code"></label><button>Open</button></form>"#,
        out + form + #"<textarea name="code">let a = 1</textarea><button>Run</button></form>"#,
        out + form + #"<label>New password <input type="password" autocomplete="new-password"></label></form>"#,
        form + #"<input type="hidden" name="SAMLRequest" value="x"><button>More</button></form>"#, "",
    ])
    func thePageOfAServiceIsTheEnd(_ html: String) throws { #expect(try ends(ShownPage(html))) }

    @Test(arguments: [
        form + #"<label>User <input name="user"></label>"# + field, form + field,
        form + #"<label>Password <input data-fedauth-node="2" name="p"></label></form>"#,
        code + #"<label>One-time code <input name="otp"></label><button>Verify</button></form>"#,
        code + #"<label>Code <input name="code"></label><button>Verify</button></form>"#,
        code + #"<label>Code <input type="tel" name="x" maxlength="6"></label><button>Go</button></form>"#,
        code + #"<label>Verification code <input type="number" name="x"></label><button>Verify</button></form>"#,
        code + #"<input name="d0" autocomplete="one-time-code"><button>Verify</button></form>"#,
        out + code + #"<label>One-time code <input name="otp"></label></form>"#,
        #"<h1>Welcome</h1><a href="/login">Log in</a>"#,
    ])
    func aPageThatAsksIsNotTheEnd(_ html: String) throws { #expect(try !ends(ShownPage(html))) }

    @Test(arguments: [(200, true), (400, false), (401, false), (403, false), (404, false), (500, false)])
    func theStatusCounts(_ status: Int, _ isEnd: Bool) throws {
        var page = ShownPage("<h1>Words</h1>")
        page.status = status
        #expect(try ends(page) == isEnd)
    }

    /// Scripts show it after the page is loaded.
    @Test func aLoginThatComesLateIsOne() throws {
        let login = Self.form + #"<input name="user"><input type="password" name="p"></form>"#
        for first in ["", "<p>Loading…</p>"] {
            #expect(try !ends(ShownPage("https://sp.test/done", [(0, first), (700, login)])), "\(first)")
        }
        #expect(try ends(ShownPage("https://sp.test/done", [(0, "<p>Loading…</p>"), (700, "<h1>Welcome</h1>")])))
    }

    /// The finish leads on before or after it was looked at: where it leads decides.
    @Test(
        arguments: [
            ("https://sp.test/home", "<h1>Welcome</h1>", true), ("https://app.test/", "<h1>Welcome</h1>", true),
            ("https://idp.test/again", form + field, false),
            ("https://idp.test/again", "<p>Choose</p>" + form + #"<button name="a">Ada</button></form>"#, false),
            ("https://sp.test/home", #"<a href="/login">Log in</a>"#, false),
        ] as [(String, String, Bool)])
    func aFinishThatForwards(_ address: String, _ html: String, _ isEnd: Bool) throws {
        let refresh = #"<meta http-equiv="refresh" content="1;url=\#(address)"><p>One moment"#
        for first in [nil, refresh] {
            let contents: [(Int64, String)] = first.map { [(Int64(0), $0)] } ?? []
            let finish = ShownPage("https://sp.test/done", contents)
            #expect(try ends(finish, ShownPage(address, [(0, html)])) == isEnd, "\(first ?? "")")
        }
    }

    /// A service with a login of its own, which the user answers in the window.
    @Test(arguments: [true, false]) func thePageBehindALoginIsNamed(_ isPost: Bool) throws {
        var page = ShownPage("https://sp.test/welcome", [(0, "<h1>Done</h1>")])
        page.isPost = isPost
        let login = ShownPage("https://sp.test/login", [(0, Self.form + Self.field)])
        let error = failure { _ = try present([login, page], isSeen: true) }
        #expect(error?.code == .timedOut)
        #expect(error?.hint?.contains("--finish https://sp.test/welcome") == isPost, "\(error?.hint ?? "")")
    }

    /// A service that starts shows itself again, before the login of the user who is given.
    @Test(arguments: [nil, "ada"]) func aServiceThatStartsIsNoEnd(_ user: String?) throws {
        let starting = #"<meta http-equiv="refresh" content="2"><p>The application starts."#
        let login = Self.form + #"<label>User <input name="user" data-fedauth-node="1"></label>"# + Self.field
        for out in ["", Self.out] {
            let pages = [starting + out, starting + out, login].map { ShownPage($0) }
            let error = failure { _ = try present(pages, seconds: 60, user: user, isAnywhere: true) }
            #expect((error == nil) == (user == nil || !out.isEmpty), "\(error as Any)")
        }
    }

    /// A window that the service opens takes part in the sign-in, and one that a login page opens does not.
    @Test(arguments: [("https://sp.test/start", true), ("https://idp.test/login", false), ("https://ads.test/", false)])
    func aWindowIsOfItsOpener(_ opener: String, _ isEnd: Bool) throws {
        var popup = ShownPage("<h1>Welcome</h1>")
        popup.window = "popup"
        #expect(try ends(ShownPage(opener, [(0, "<h1>Welcome</h1>")]), popup) == isEnd)
        // It would lead the window of the sign-in elsewhere.
        let stopped = StoppedRequests()
        _ = failure { _ = try present([ShownPage(opener, [(0, "<h1>Welcome</h1>")]), popup], stopped: stopped) }
        #expect(stopped.sessions == (isEnd ? [] : ["popup"]))
    }

    /// A browser may show what it has fetched before, without a request that was checked.
    @Test func aDocumentThatWasNotAskedForIsCheckedToo() throws {
        var page = ShownPage("https://evil.test/", [(0, "<h1>Welcome</h1>")])
        page.isAsked = false
        let policy = NavigationPolicy(allowedHosts: ["idp.test", "sp.test"])
        #expect(failure { _ = try present([page], policy: policy) }?.code == .refusedHost)
    }
}

/// A page that a window shows, and what scripts make of it after some milliseconds; no content: it is gone before it is loaded.
private struct ShownPage {
    let address: String
    let contents: [(Int64, String)]
    var status = 200
    var isAsked = true
    var isPost = false
    var window = "w"

    init(_ address: String, _ contents: [(Int64, String)]) {
        self.address = address
        self.contents = contents
    }

    /// At the finish.
    init(_ html: String) { self.init("https://sp.test/done", [(0, html)]) }
}

/// The windows whose requests were stopped.
private final class StoppedRequests {
    var sessions: [String] = []
}

/// A clock that only waiting moves.
private final class SteppingClock: WallClock, @unchecked Sendable {
    var monotonicMilliseconds: Int64 = 1_000
    var now: Timestamp { Timestamp(seconds: 1_700_000_000) }
}

/// A window that shows one page after the other.
private final class PlayedWindow: SignInWindow {
    var pages: [String: BrowserWindow.Page] = ["w": BrowserWindow.Page(target: "w")]
    var awaited: [String: String] = [:]
    let relay: IdentityRelay? = nil
    let content = ContentGuard()
    let passkeys: PasskeyAuthenticator? = nil
    private let clock: SteppingClock
    private let stopped: StoppedRequests
    private var steps: [(PlayedWindow) -> PageEvent?] = []
    private var shown: [String: (page: ShownPage, since: Int64)] = [:]

    init(_ shown: [ShownPage], _ clock: SteppingClock, _ stopped: StoppedRequests) {
        self.clock = clock
        self.stopped = stopped
        for (number, page) in shown.enumerated() { steps += Self.steps(page, load: "\(number)") }
    }

    private static func steps(_ page: ShownPage, load: String) -> [(PlayedWindow) -> PageEvent?] {
        let url = BrowserAddress.web(page.address)
        let asked = PageRequest(
            load, of: page.window, isMainFrame: true, isRedirected: false, address: page.address,
            method: page.isPost ? "POST" : "GET",
            form: nil)
        let asks: [(PlayedWindow) -> PageEvent?] = [
            { _ in .asks(asked) }, { _ in url.map { .answers(Response(status: page.status, url: $0), network: load) } },
        ]
        return (page.isAsked ? asks : []) + [
            { window in
                var state = window.pages[page.window] ?? BrowserWindow.Page(target: page.window)
                (state.url, state.loader, state.isLoaded) = (url, load, !page.contents.isEmpty)
                window.pages[page.window] = state
                window.shown[page.window] = page.contents.isEmpty ? nil : (page, window.clock.monotonicMilliseconds)
                return .shows(session: page.window)
            }
        ] + Array(repeating: { _ in nil }, count: page.contents.isEmpty ? 0 : 2)
    }

    func event(within milliseconds: Int64) throws(FedauthError) -> PageEvent? {
        let event = steps.isEmpty ? nil : steps.removeFirst()(self)
        if event == nil { clock.monotonicMilliseconds += milliseconds }
        return event
    }

    func input(_ session: String) throws(FedauthError) -> (any PageInput)? {
        guard let shown = shown[session] else { return PlayedInput(html: nil) }
        let passed = clock.monotonicMilliseconds - shown.since
        return PlayedInput(html: shown.page.contents.last { $0.0 <= passed }?.1)
    }

    func cookies(now: Timestamp) throws(FedauthError) -> CookieJar { CookieJar() }
    func navigate(_ session: String, to url: WebURL) throws(FedauthError) {}
    func reload(_ session: String) throws(FedauthError) {}
    func removeMarks(after milliseconds: Int64) throws(FedauthError) {}
    func withholdPasskeys(from session: String, for url: WebURL?) throws(FedauthError) {}
    func offerPasskeys(to session: String, isAllowed: Bool?) throws(FedauthError) {}
    func hasFrames(_ session: String) -> Bool { false }
    func sender(of request: PageRequest) throws(FedauthError) -> String? { nil }
    func letGoOn(_ request: PageRequest) throws(FedauthError) {}
    func stop(_ request: PageRequest, _ reason: String) throws(FedauthError) {
        stopped.sessions.append(request.session)
    }
    func answer(_ request: PageRequest, _ response: Response) throws(FedauthError) -> Bool { false }
    func askInBrowser(_ request: PageRequest) throws(FedauthError) {}
    func refusePassword(_ request: PageRequest) throws(FedauthError) {}
    func provide(_ answer: HTTPCredentials.Answer, to request: PageRequest) throws(FedauthError) {}
}

/// A page that can be read.
private struct PlayedInput: PageInput {
    let html: String?
    var isAttended: Bool { false }
    var isCovered: Bool { false }
    var frameCount: Int { 0 }

    func evaluate(_ expression: String) throws(FedauthError) -> JSONValue? {
        html.map { .text("complete 0 0 0 0 0\n" + $0) }
    }
    func element(_ node: Int) throws(FedauthError) -> JSONValue? { nil }
    func call(
        _ function: String, on element: JSONValue, _ arguments: [JSONValue]
    ) throws(FedauthError) -> JSONValue? { nil }
    func moveMouse(to element: JSONValue) throws(FedauthError) -> Bool { false }
    func clickMouse(on element: JSONValue) throws(FedauthError) {}
    func press(_ key: PageKey) throws(FedauthError) {}
    func mark(_ element: JSONValue) throws(FedauthError) {}
    func openRoots() throws(FedauthError) -> Bool? { false }
    func awaitsPasskey() throws(FedauthError) -> Bool { false }
    func noticeCover() throws(FedauthError) {}
}
