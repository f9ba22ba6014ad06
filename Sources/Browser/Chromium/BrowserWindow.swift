internal import Core
internal import Secrets

/// The browser's windows, seen through the debugging pipe: one of ours at the beginning, and the popups that its pages
/// open.
final class BrowserWindow {
    let connection: DevToolsConnection
    /// The context whose cookies are ours; nil: the default one, which keeps them on the disk.
    private let context: String?
    private let isHeadless: Bool
    /// Attached pages by session.
    private(set) var pages: [String: Page] = [:]
    /// Shows what happens to somebody elsewhere.
    weak var view: WindowView?
    private let clock: any WallClock
    private var quietSince: Int64

    /// An open page.
    struct Page {
        /// Its name, which is its main frame's too.
        let target: String
        /// The address of what is shown, once something is.
        var url: WebURL?
        /// What is being loaded in its main frame.
        var loader: String?
        var isLoaded = false
        /// The last document that was asked for to fill the window, by what the browser calls its loading.
        var asked: (loader: String, address: String)?
        /// The last one that could not be loaded.
        var failed: String?
    }

    /// The events that `event(within:)` understands.
    static let events: Set<String> = [
        "Target.attachedToTarget", "Target.detachedFromTarget", "Inspector.targetCrashed",
        "Page.javascriptDialogOpening", "Page.frameNavigated", "Page.navigatedWithinDocument", "Page.loadEventFired",
        "Page.downloadWillBegin", "Network.loadingFailed", "Fetch.requestPaused", "Fetch.authRequired",
    ]
    /// What a cold start from a slow disk may take.
    private static let startMilliseconds: Int64 = 30_000
    /// What a page may take to answer us.
    private static let answerMilliseconds: Int64 = 1_000
    private static let size = (width: 520, height: 720)

    /// Makes the context. Throws `browser-failed` when the browser does not answer.
    init(
        _ connection: DevToolsConnection, keepsCookies: Bool, isHeadless: Bool, clock: any WallClock
    ) throws(FedauthError) {
        self.connection = connection
        self.clock = clock
        quietSince = clock.monotonicMilliseconds
        self.isHeadless = isHeadless
        let start = try connection.ask("Browser.getVersion", within: Self.startMilliseconds)
        if case .none = start, connection.isOutOfTime { try connection.call("Browser.getVersion") }
        guard case .result = start else {
            throw FedauthError(
                .browserFailed, "the program does not answer as a browser of Chromium's kind",
                hint: "'--browser PATH' names a Chromium, Chrome, Edge or Brave")
        }
        context =
            keepsCookies
            ? nil
            : try connection.call("Target.createBrowserContext", ["disposeOnDetach": true])["browserContextId"]?.text
        try connection.post("Browser.setDownloadBehavior", Self.within(context, ["behavior": "deny"]))
        // Every page stops before its first request until it is watched.
        try connection.call(
            "Target.setAutoAttach", ["autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true])
    }

    private static func within(_ context: String?, _ parameters: JSONValue) -> JSONValue {
        guard let context, case .object(let members) = parameters else { return parameters }
        return .object(members + [.init("browserContextId", .text(context))])
    }

    // MARK: Cookies

    /// Puts cookies in. Those that the browser does not take are left out, and their names returned: one that it judges
    /// otherwise than we do must not keep the others out.
    func setCookies(_ jar: CookieJar, now: Timestamp) throws(FedauthError) -> [String] {
        let cookies = jar.cookies.filter { !$0.isExpired(at: now) }
        guard !cookies.isEmpty, try !takes(cookies) else { return [] }
        var refused: [String] = []
        for cookie in cookies where try !takes([cookie]) { refused.append(cookie.name) }
        return refused
    }

    private func takes(_ cookies: [Cookie]) throws(FedauthError) -> Bool {
        let parameters: JSONValue = ["cookies": .array(cookies.map(BrowserCookies.parameter))]
        if case .result = try connection.ask("Storage.setCookies", Self.within(context, parameters)) { return true }
        return false
    }

    func cookies(now: Timestamp) throws(FedauthError) -> CookieJar {
        BrowserCookies.jar(try connection.call("Storage.getCookies", Self.within(context, [:])), now: now)
    }

    /// Takes cookies away.
    func remove(_ cookies: [Cookie], session: String) throws(FedauthError) {
        for cookie in cookies {
            try connection.post("Network.deleteCookies", BrowserCookies.name(of: cookie), session: session)
        }
    }

    // MARK: Windows

    /// Opens a window and returns its session.
    ///
    /// On a display it is a popup of the first page's, which then goes: such a window has no tabs and no field to type an
    /// address into, but shows the address, by which people know a false page.
    func open() throws(FedauthError) -> String {
        let blank: JSONValue = .object([
            .init("url", "about:blank"), .init("newWindow", true), .init("width", .number("\(Self.size.width)")),
            .init("height", .number("\(Self.size.height)")),
        ])
        let target = try connection.call("Target.createTarget", Self.within(context, blank))
        guard let first = target["targetId"]?.text else {
            throw FedauthError(.browserFailed, "the browser opened no window")
        }
        let session = try attached { $0.target == first }
        if isHeadless { return try settled(session) }
        let features = "popup,noopener,width=\(Self.size.width),height=\(Self.size.height)"
        try connection.call(
            "Runtime.evaluate",
            ["expression": .text("window.open('about:blank', '_blank', '\(features)')"), "userGesture": true],
            session: session)
        let popup = try attached { $0.target != first }
        try connection.call("Target.closeTarget", ["targetId": .text(first)])
        pages[session] = nil
        return try settled(popup)
    }

    /// What was enabled follows a page into another process once the first one has said that it is: before, events of the
    /// next document would be lost.
    private func settled(_ session: String) throws(FedauthError) -> String {
        try connection.call("Page.enable", session: session)
        return session
    }

    /// Leads a window to an address. Events tell how it goes on; each request on the way waits for our word.
    func navigate(_ session: String, to url: WebURL) throws(FedauthError) {
        quietSince = clock.monotonicMilliseconds
        try connection.begin("Page.navigate", ["url": .text(url.withFragment)], session: session)
    }

    private func attached(_ isWanted: (Page) -> Bool) throws(FedauthError) -> String {
        while true {
            if let session = pages.first(where: { isWanted($0.value) })?.key { return session }
            guard let event = try connection.event(within: Self.startMilliseconds) else {
                try connection.call("Browser.getVersion")
                continue
            }
            _ = try understand(event)
        }
    }

    // MARK: Events

    /// What happens next, which may take up to `milliseconds`; nil when nothing does that matters.
    ///
    /// A page that goes from document to document faster than its processes are told that we listen makes no event: where
    /// it is quiet, it is asked.
    func event(within milliseconds: Int64) throws(FedauthError) -> PageEvent? {
        if let event = try connection.event(within: milliseconds) {
            // A picture of a page says nothing of where it goes.
            if !WindowView.events.contains(event.method) { quietSince = clock.monotonicMilliseconds }
            let understood = try understand(event)
            try view?.take(event)
            return understood
        }
        guard clock.monotonicMilliseconds - quietSince >= milliseconds else { return nil }
        quietSince = clock.monotonicMilliseconds
        for (session, page) in pages {
            let answer = try askPage("Page.getFrameTree", session: session)
            guard case .result(let value) = answer, let frame = value["frameTree"]?["frame"] else { continue }
            let isKnown = frame["loaderId"]?.text == page.loader && BrowserAddress.web(Self.address(frame)) == page.url
            // Something may have been told in between.
            if isKnown || pages[session]?.loader != page.loader { continue }
            if let event = committed(frame, session, isUntold: true) { return event }
        }
        return nil
    }

    private static func address(_ frame: JSONValue) -> String {
        (frame["url"]?.text ?? "") + (frame["urlFragment"]?.text ?? "")
    }

    private func understand(_ event: DevToolsConnection.Event) throws(FedauthError) -> PageEvent? {
        if event.method == "Target.attachedToTarget" {
            try attach(event.parameters)
            return nil
        }
        if event.method == "Target.detachedFromTarget" {
            let session = event.parameters["sessionId"]?.text
            return session.flatMap { pages.removeValue(forKey: $0) == nil ? nil : .closes(session: $0) }
        }
        if event.method == DevToolsConnection.Event.answer {
            guard let words = event.parameters["errorText"]?.text, !PageFailure.isAbandoned(words) else { return nil }
            let address = pages.values.compactMap(\.asked?.address).first ?? ""
            return .fails(PageFailure.error(words, at: address), address: address)
        }
        guard let session = event.session, let page = pages[session] else { return nil }
        return try understand(event.method, event.parameters, page, session)
    }

    private func understand(
        _ method: String, _ parameters: JSONValue, _ page: Page, _ session: String
    ) throws(FedauthError) -> PageEvent? {
        switch method {
        case "Inspector.targetCrashed":
            throw FedauthError(.browserFailed, "the browser's page has crashed")
        case "Page.javascriptDialogOpening":
            // Nobody sees it. A page may be left, and everything else is answered by no.
            let isLeaving = parameters["type"]?.text == "beforeunload"
            if isHeadless {
                try connection.post("Page.handleJavaScriptDialog", ["accept": .bool(isLeaving)], session: session)
            }
        case "Page.frameNavigated":
            let frame = parameters["frame"] ?? .null
            // Asking was faster.
            if frame["parentId"] == nil, frame["loaderId"]?.text == page.loader,
                BrowserAddress.web(Self.address(frame)) == page.url
            {
                return nil
            }
            return committed(frame, session)
        case "Page.navigatedWithinDocument":
            guard parameters["frameId"]?.text == page.target else { return nil }
            pages[session]?.url = parameters["url"]?.text.flatMap(BrowserAddress.web)
            return .shows(session: session)
        case "Page.loadEventFired":
            pages[session]?.isLoaded = true
        case "Page.downloadWillBegin":
            return .refusesFile(session: session, address: parameters["url"]?.text ?? "")
        case "Network.loadingFailed":
            guard let asked = page.asked, parameters["requestId"]?.text == asked.loader,
                let words = parameters["errorText"]?.text, !PageFailure.isAbandoned(words)
            else { return nil }
            pages[session]?.failed = asked.address
            return .fails(PageFailure.error(words, at: asked.address), address: asked.address)
        case "Fetch.requestPaused":
            guard let request = DocumentRequest(parameters, session: session, page: page) else { return nil }
            if request.isMainFrame, let loader = parameters["networkId"]?.text {
                pages[session]?.asked = (loader, parameters["request"]?["url"]?.text ?? "")
            }
            return .asks(request)
        case "Fetch.authRequired":
            let host = parameters["authChallenge"]?["origin"]?.text ?? ""
            return DocumentRequest(parameters, session: session, page: page).map { .asksForPassword($0, host: host) }
        default: break
        }
        return nil
    }

    private func committed(_ frame: JSONValue, _ session: String, isUntold: Bool = false) -> PageEvent? {
        guard frame["parentId"] == nil else { return nil }
        pages[session]?.url = BrowserAddress.web(Self.address(frame))
        pages[session]?.loader = frame["loaderId"]?.text
        pages[session]?.isLoaded = isUntold
        guard let unreachable = frame["unreachableUrl"]?.text else { return .shows(session: session) }
        // Why there is no document was told before.
        guard isUntold, pages[session]?.failed != unreachable else { return nil }
        return .fails(PageFailure.error("it tells no reason", at: unreachable), address: unreachable)
    }

    private func attach(_ parameters: JSONValue) throws(FedauthError) {
        guard let session = parameters["sessionId"]?.text, let info = parameters["targetInfo"] else { return }
        let waits = parameters["waitingForDebugger"]?.bool ?? false
        guard info["type"]?.text == "page", context == nil || info["browserContextId"]?.text == context,
            let target = info["targetId"]?.text
        else {
            // The browser's own surfaces, and workers.
            if waits { try connection.post("Runtime.runIfWaitingForDebugger", session: session) }
            return
        }
        pages[session] = Page(target: target)
        for domain in ["Page.enable", "Inspector.enable"] { try connection.post(domain, session: session) }
        // For the reasons of failures alone: nothing of what is loaded is to be kept for us.
        try connection.post(
            "Network.enable", ["maxTotalBufferSize": 0, "maxResourceBufferSize": 0], session: session)
        try connection.post(
            "Fetch.enable",
            ["handleAuthRequests": true, "patterns": [["urlPattern": "*", "resourceType": "Document"]]],
            session: session)
        try connection.post("Runtime.runIfWaitingForDebugger", session: session)
    }

    // MARK: What waits for our word

    func letGoOn(_ request: DocumentRequest) throws(FedauthError) {
        try connection.post("Fetch.continueRequest", ["requestId": request.id], session: request.session)
    }

    /// - Parameter reason: one of `Network.ErrorReason`.
    func stop(_ request: DocumentRequest, _ reason: String) throws(FedauthError) {
        try connection.post(
            "Fetch.failRequest", ["requestId": request.id, "errorReason": .text(reason)], session: request.session)
    }

    /// Lets the browser's own dialog ask.
    func askInBrowser(_ request: DocumentRequest) throws(FedauthError) {
        try connection.post(
            "Fetch.continueWithAuth",
            ["requestId": request.id, "authChallengeResponse": ["response": "Default"]], session: request.session)
    }

    /// How far the page in a window is.
    enum State: String {
        case loading
        /// It wants a password, a code, or to be sent on: then it is no end of a sign-in.
        case asks
        case rests
    }

    /// Nil when the page does not say in time.
    func state(_ session: String) throws(FedauthError) -> State? {
        // A world of its own: the page's scripts can neither see nor change what is asked.
        let frame = pages[session]?.target ?? ""
        let world = try askPage(
            "Page.createIsolatedWorld", ["frameId": .text(frame), "worldName": "fedauth"], session: session)
        guard case .result(let made) = world, let id = made["executionContextId"] else { return nil }
        let answer = try askPage(
            "Runtime.evaluate",
            ["expression": .text(Self.stateExpression), "contextId": id, "returnByValue": true], session: session)
        guard case .result(let value) = answer else { return nil }
        return value["result"]?["value"]?.text.flatMap(State.init)
    }

    private func askPage(
        _ method: String, _ parameters: JSONValue = [:], session: String
    ) throws(FedauthError) -> DevToolsConnection.Answer {
        try connection.ask(
            method, parameters, session: session, within: Self.answerMilliseconds, yields: true)
    }

    /// Fields for secrets that somebody can see, and messages of SAML on their way.
    private static let stateExpression = """
        document.querySelector('input[name=SAMLRequest], input[name=SAMLResponse]') ||
        [...document.querySelectorAll('input[type=password], input[autocomplete~=one-time-code]')]
            .some(field => field.getClientRects().length > 0) ? 'asks' :
        document.readyState === 'complete' ? 'rests' : 'loading'
        """
}
