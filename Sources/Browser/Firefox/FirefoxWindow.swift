internal import Core
internal import Secrets

/// The windows of a Firefox, controlled by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): first the one that
/// fedauth opens, then the popups of its pages. A session is the ID of a top-level browsing context.
final class FirefoxWindow: SignInWindow {
    let connection: DevToolsConnection
    let isHeadless: Bool
    let clock: any WallClock
    private(set) var pages: [String: BrowserWindow.Page] = [:]
    var awaited: [String: String] = [:]
    let relay: IdentityRelay? = nil
    let content = ContentGuard()
    let passkeys: PasskeyAuthenticator? = nil
    /// Whether the browser's own dialog has asked for a password.
    private(set) var hasAskedInDialog = false
    /// The origins of requested documents, of which one has set a cookie.
    private var origins: Set<Origin> = []
    /// Whether the browser reports that a document is committed.
    private var reportsCommits = true
    /// The frames of all pages.
    private var frames: Set<String> = []
    /// The last request for the document of each window.
    private var requested: [String: PageRequest] = [:]
    /// The loads whose documents are requested again when they are committed; the addresses for which that was done.
    private var repeated: (loads: Set<String>, addresses: Set<String>) = ([], [])
    /// The loads that failed, by session: an error page follows.
    private var failed: [String: String] = [:]
    /// What the last message told besides the event that was returned.
    private var held: PageEvent?

    /// The events that `event(within:)` understands.
    static let events: Set<String> = [
        "browsingContext.contextCreated", "browsingContext.contextDestroyed", "browsingContext.navigationCommitted",
        "browsingContext.fragmentNavigated", "browsingContext.historyUpdated", "browsingContext.domContentLoaded",
        "browsingContext.load", "browsingContext.downloadWillBegin", "network.beforeRequestSent",
        "network.authRequired", "network.responseStarted", "network.fetchError", "browsingContext.userPromptOpened",
    ]
    /// Allows for a cold start from a slow disk.
    private static let startMilliseconds: Int64 = 120_000
    /// Time limit for a page's answer.
    private static let answerMilliseconds: Int64 = 1_000
    /// Content that is not known in time may go to no other server.
    private static let formMilliseconds: Int64 = 10_000
    /// Forms of this length are reported.
    private static let formBytes = 8 << 20
    private static let size = (width: 560, height: 760)

    /// Begins a session. Throws `browser-failed` when the browser does not answer.
    init(_ connection: DevToolsConnection, isHeadless: Bool, clock: any WallClock) throws(FedauthError) {
        (self.connection, self.isHeadless, self.clock) = (connection, isHeadless, clock)
        connection.handleAtOnce = { [weak self] (event) throws(FedauthError) in try self?.continuePart(event) ?? false }
        let prompts: JSONValue = ["default": .text(isHeadless ? "dismiss" : "ignore"), "beforeUnload": "accept"]
        let wanted: JSONValue = ["acceptInsecureCerts": false, "unhandledPromptBehavior": prompts]
        let start = try connection.ask(
            "session.new", ["capabilities": ["alwaysMatch": wanted]], within: Self.startMilliseconds)
        switch start {
        case .result: break
        case .refusal(let words): throw FedauthError(.browserFailed, "Firefox refuses a session: \(words)")
        case .none:
            if connection.isOutOfTime { try connection.call("session.status") }
            throw FedauthError(.browserFailed, "the program does not answer as a Firefox")
        }
        for event in Self.events.sorted() {
            // An older Firefox knows fewer; each is subscribed to alone, so that the others work.
            let answer = try connection.ask("session.subscribe", ["events": .array([.text(event)])])
            guard case .refusal = answer else { continue }
            guard Self.dispensable.contains(event) else { throw Self.tooOld }
            if event == "browsingContext.navigationCommitted" { reportsCommits = false }
        }
        // Firefox 146 and later do both. Without the second, what a page is about to post could not be checked.
        for (method, parameters) in [
            ("browser.setDownloadBehavior", ["downloadBehavior": ["type": "denied"]] as JSONValue),
            (
                "network.addDataCollector",
                ["dataTypes": ["request"], "maxEncodedDataSize": .init(integerLiteral: Self.formBytes)]
            ),
        ] {
            if case .refusal = try connection.ask(method, parameters) { throw Self.tooOld }
        }
        try connection.call("script.addPreloadScript", ["functionDeclaration": .text(Self.preparation)])
        let phases: JSONValue = isHeadless ? ["beforeRequestSent", "authRequired"] : ["beforeRequestSent"]
        try connection.call("network.addIntercept", ["phases": phases])
    }

    /// Runs before the scripts of each document. What a shared worker sends belongs to no page, and is not paused. Pages that
    /// expect beacons, which are switched off for the same reason, get those that end with the page.
    private static let preparation = """
        () => {
            delete self.SharedWorker;
            Navigator.prototype.sendBeacon = function sendBeacon(address, body) {
                fetch(address, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).catch(() => {});
                return true;
            };
        }
        """

    private static let dispensable: Set = ["browsingContext.navigationCommitted", "browsingContext.downloadWillBegin"]

    private static var tooOld: FedauthError {
        FedauthError(
            .browserFailed, "this Firefox is too old for fedauth",
            hint: "Firefox 146 or later, or a Chromium, is needed")
    }

    /// Continues a request for a part of a page. Returns false for a document. One of no window is not paused.
    private func continuePart(_ event: DevToolsConnection.Event) throws(FedauthError) -> Bool {
        let parameters = event.parameters
        switch event.method {
        case "network.beforeRequestSent":
            let isDocument = parameters["navigation"]?.text != nil
            let initiator = parameters["request"]?["initiatorType"]?.text ?? ""
            if isDocument || ["fetch", "xmlhttprequest"].contains(initiator) {
                pages[parameters["context"]?.text ?? ""]?.sent += 1
            }
            guard !isDocument else { return false }
            if let part = pageRequest(parameters, parameters["context"]?.text ?? "", isDocument: false) {
                if content.permits(part) { try letGoOn(part) } else { try stop(part, "BlockedByClient") }
            }
            return true
        case "network.authRequired":
            guard parameters["navigation"]?.text == nil else { return false }
            if parameters["isBlocked"]?.bool == true, let id = parameters["request"]?["request"] {
                try connection.post("network.continueWithAuth", ["request": id, "action": "cancel"])
            }
            return true
        case "network.responseStarted", "network.fetchError": return parameters["navigation"]?.text == nil
        default: return false
        }
    }

    // MARK: Events

    func event(within milliseconds: Int64) throws(FedauthError) -> PageEvent? {
        if let event = held {
            held = nil
            return event
        }
        guard let event = try connection.event(within: milliseconds) else { return nil }
        let parameters = event.parameters
        let context = parameters["context"]?.text ?? ""
        switch event.method {
        case "browsingContext.contextCreated":
            if parameters["parent"]?.text == nil { adopt(context) } else { frames.insert(context) }
        case "browsingContext.contextDestroyed":
            frames.remove(context)
            return pages.removeValue(forKey: context) == nil ? nil : .closes(session: context)
        case "browsingContext.navigationCommitted": return try committed(parameters, context)
        case "browsingContext.domContentLoaded":
            // It may name the navigation that follows, so it counts only where nothing better is reported.
            return reportsCommits ? nil : try committed(parameters, context)
        case "browsingContext.fragmentNavigated", "browsingContext.historyUpdated":
            guard let page = pages[context], let url = parameters["url"]?.text.flatMap(BrowserAddress.web),
                page.url != nil, page.url != url
            else { return nil }
            pages[context]?.url = url
            return .shows(session: context)
        case "browsingContext.load":
            if let load = parameters["navigation"]?.text, load == pages[context]?.loader {
                pages[context]?.isLoaded = true
            }
        case "browsingContext.downloadWillBegin":
            guard pages[context] != nil else { return nil }
            return .refusesFile(session: context, address: parameters["url"]?.text ?? "")
        case "browsingContext.userPromptOpened":
            guard parameters["type"]?.text != "beforeunload" else { return nil }
            pages[context]?.dialogs.append((parameters["message"]?.text ?? "").folded(to: 300))
        case "network.beforeRequestSent": return try asked(parameters, context)
        case "network.authRequired": return try challenge(parameters, context)
        case "network.responseStarted": return answered(parameters, context)
        case "network.fetchError": return failure(parameters, context)
        default: break
        }
        return nil
    }

    private func adopt(_ context: String) {
        if pages[context] == nil { pages[context] = BrowserWindow.Page(target: context) }
    }

    /// Handles a new document.
    private func committed(_ parameters: JSONValue, _ context: String) throws(FedauthError) -> PageEvent? {
        // A page that goes on while it is loaded keeps its navigation, so a new document may have the old one.
        guard let page = pages[context], let load = parameters["navigation"]?.text,
            reportsCommits || load != page.loader
        else { return nil }
        pages[context]?.loader = load
        pages[context]?.isLoaded = false
        pages[context]?.sentBefore = page.sent
        let address = parameters["url"]?.text ?? ""
        if let asked = page.asked, repeated.loads.remove(asked.loader) != nil,
            let url = BrowserAddress.web(asked.address)
        {
            pages[context]?.url = nil
            try navigate(context, to: url)
            return nil
        }
        guard failed[context] != load, !FirefoxFailure.isErrorPage(address) else {
            pages[context]?.url = nil
            // The reason was already reported.
            guard failed[context] != load else { return nil }
            let asked = page.asked?.address ?? ""
            return .fails(FirefoxFailure.error(FirefoxFailure.reason(ofErrorPage: address), at: asked), address: asked)
        }
        pages[context]?.url = BrowserAddress.web(address)
        return .shows(session: context)
    }

    /// Creates an event for the request of a document, which is paused until fedauth answers.
    private func asked(_ parameters: JSONValue, _ context: String) throws(FedauthError) -> PageEvent? {
        guard let request = pageRequest(parameters, context, form: try form(parameters["request"])) else { return nil }
        if request.isMainFrame {
            requested[context] = request
            pages[context]?.asked = (request.network ?? "", parameters["request"]?["url"]?.text ?? "")
        }
        if let url = request.url { origins.insert(url.origin) }
        return .asks(request)
    }

    private func pageRequest(
        _ parameters: JSONValue, _ context: String, isDocument: Bool = true, form: SharedSecret? = nil
    ) -> PageRequest? {
        guard parameters["isBlocked"]?.bool == true, let id = parameters["request"]?["request"]?.text,
            let address = parameters["request"]?["url"]?.text
        else { return nil }
        // What an object shows has the context and the navigation of the page that it is in.
        let destination = parameters["request"]?["destination"]?.text ?? ""
        let isObject = ["object", "embed"].contains(destination)
        return PageRequest(
            id, of: context, isDocument: isDocument, isMainFrame: isDocument && pages[context] != nil && !isObject,
            isRedirected: parameters["redirectCount"]?.integer ?? 0 > 0, address: address,
            method: parameters["request"]?["method"]?.text ?? "GET", destination: destination,
            referrer: Self.fields("referer", of: parameters["request"]).first?.text, form: form)
    }

    /// Returns the values of a reported message's fields with this name, which is in lower case.
    private static func fields(_ name: String, of message: JSONValue?) -> [JSONValue] {
        (message?["headers"]?.elements ?? []).compactMap { field in
            field["name"]?.text?.asciiLowercased == name ? field["value"]?["value"] : nil
        }
    }

    /// Returns the posted content; nil when there is none, or the browser does not tell it.
    private func form(_ request: JSONValue?) throws(FedauthError) -> SharedSecret? {
        guard let id = request?["request"], request?["method"]?.text == "POST" else { return nil }
        let answer = try connection.ask(
            "network.getData", ["dataType": "request", "request": id], within: Self.formMilliseconds)
        guard case .result(let result) = answer, let bytes = result["bytes"], let value = bytes["value"]?.secret else {
            return nil
        }
        return bytes["type"]?.text == "base64" ? Base64.decode(value) : value
    }

    /// Handles a demand for a password. After a redirect, the browser reports the request and the answer before it, so that neither
    /// the server that asks nor its realm is known: the document is requested again, once, without the redirect.
    private func challenge(_ parameters: JSONValue, _ context: String) throws(FedauthError) -> PageEvent? {
        guard let request = pageRequest(parameters, context) else { return nil }
        let response = parameters["response"]
        if request.isMainFrame, let asked = requested[context], asked.network == request.network,
            let address = asked.url?.description, address != request.url?.description
        {
            guard asked.method == "GET", repeated.addresses.insert(address).inserted else {
                return .asksForPassword(PageChallenge(asked, isProxy: false, scheme: nil, realm: nil))
            }
            repeated.loads.insert(asked.network ?? "")
            try refusePassword(request)
            return nil
        }
        let first = response?["authChallenges"]?.elements?.first
        return .asksForPassword(
            PageChallenge(
                request, isProxy: response?["status"]?.integer == 407, scheme: first?["scheme"]?.text,
                realm: first?["realm"]?.text))
    }

    private func answered(_ parameters: JSONValue, _ context: String) -> PageEvent? {
        let refusal = refusesCookies(parameters)
        guard let load = parameters["request"]?["request"]?.text, awaited[context] == load,
            let reported = parameters["response"], let url = reported["url"]?.text.flatMap(BrowserAddress.web)
        else { return refusal }
        var response = Response(status: Int(reported["status"]?.integer ?? 0), url: url)
        for field in reported["headers"]?.elements ?? [] {
            response.add(field["name"]?.text ?? "", field["value"]?["value"]?.text)
        }
        let answer = PageEvent.answers(response, network: load)
        guard let refusal else { return answer }
        held = answer
        return refusal
    }

    /// Reports the cookies of a document's answer that no browser keeps: this one does not name those that it has refused.
    private func refusesCookies(_ parameters: JSONValue) -> PageEvent? {
        guard let reported = parameters["response"], let url = reported["url"]?.text.flatMap(BrowserAddress.web) else {
            return nil
        }
        let fields = Self.fields("set-cookie", of: reported).compactMap(\.secret)
        let refused = CookieJar.refused(fields, from: url, isRefused: false, now: clock.now)
        return refused.isEmpty ? nil : .refuses(cookies: refused, of: url.origin)
    }

    private func failure(_ parameters: JSONValue, _ context: String) -> PageEvent? {
        // An object has the navigation of its page.
        guard let page = pages[context], let load = parameters["navigation"]?.text,
            parameters["request"]?["request"]?.text == page.asked?.loader,
            let words = parameters["errorText"]?.text, !FirefoxFailure.isAbandoned(words)
        else { return nil }
        failed[context] = load
        if page.loader == load { pages[context]?.url = nil }
        let address = parameters["request"]?["url"]?.text ?? ""
        return .fails(FirefoxFailure.error(words, at: address), address: address)
    }

    // MARK: Cookies

    /// Sets cookies, and returns the names of those that the browser rejects.
    func setCookies(_ jar: CookieJar, now: Timestamp) throws(FedauthError) -> [String] {
        var refused: [String] = []
        for cookie in jar.cookies where !cookie.isExpired(at: now) {
            let answer = try connection.ask("storage.setCookie", ["cookie": FirefoxCookies.parameter(cookie)])
            if case .result = answer { continue }
            refused.append(cookie.name)
        }
        return refused
    }

    func cookies(now: Timestamp) throws(FedauthError) -> CookieJar {
        FirefoxCookies.jar(try connection.call("storage.getCookies"), of: origins, now: now)
    }

    // MARK: Windows

    /// Opens a window and returns its session. On a display it is a popup, which has no tabs and no address to type into.
    func open() throws(FedauthError) -> String {
        let tree = try connection.call("browsingContext.getTree", ["maxDepth": 0])
        guard let first = tree["contexts"]?.elements?.first?["context"]?.text else {
            throw FedauthError(.browserFailed, "the browser opened no window")
        }
        adopt(first)
        guard !isHeadless else {
            // In the first tab the address bar has the keyboard, and no page would get a key.
            let made = try connection.call("browsingContext.create", ["type": "tab"])
            guard let tab = made["context"]?.text else { return first }
            adopt(tab)
            try close(first)
            return tab
        }
        let features = "popup,width=\(Self.size.width),height=\(Self.size.height)"
        _ = try connection.ask(
            "script.evaluate",
            [
                "expression": .text("window.open('about:blank', '_blank', '\(features)'), 0"),
                "target": ["context": .text(first)], "awaitPromise": false, "userActivation": true,
            ], within: Self.startMilliseconds)
        guard let popup = try popup(besides: first) else { return first }
        try close(first)
        return popup
    }

    private func close(_ session: String) throws(FedauthError) {
        try connection.call("browsingContext.close", ["context": .text(session)])
        pages[session] = nil
    }

    private func popup(besides first: String) throws(FedauthError) -> String? {
        let tree = try connection.call("browsingContext.getTree", ["maxDepth": 0])
        let found = tree["contexts"]?.elements?.compactMap { $0["context"]?.text }.first { $0 != first }
        if let found { adopt(found) }
        return found
    }

    func navigate(_ session: String, to url: WebURL) throws(FedauthError) {
        try connection.post(
            "browsingContext.navigate", ["context": .text(session), "url": .text(url.withFragment), "wait": "none"])
    }

    func reload(_ session: String) throws(FedauthError) {
        try connection.post("browsingContext.reload", ["context": .text(session), "wait": "none"])
    }

    func input(_ session: String) throws(FedauthError) -> (any PageInput)? { FirefoxInput(self, session) }

    func askPage(_ method: String, _ parameters: JSONValue, isSentAlways: Bool = false) throws(FedauthError)
        -> JSONValue?
    {
        let answer = try connection.ask(
            method, parameters, within: Self.answerMilliseconds, yields: true, isSentAlways: isSentAlways)
        guard case .result(let value) = answer else { return nil }
        return value
    }

    func removeMarks(after milliseconds: Int64) throws(FedauthError) {}

    func withholdPasskeys(from session: String, for url: WebURL?) throws(FedauthError) {}

    func offerPasskeys(to session: String, isAllowed: Bool?) throws(FedauthError) {}

    func hasFrames(_ session: String) -> Bool { !frames.isEmpty }

    func sender(of request: PageRequest) throws(FedauthError) -> String? { nil }

    // MARK: Answers to paused requests

    func letGoOn(_ request: PageRequest) throws(FedauthError) {
        try connection.post("network.continueRequest", ["request": request.id])
    }

    func stop(_ request: PageRequest, _ reason: String) throws(FedauthError) {
        try connection.post("network.failRequest", ["request": request.id])
    }

    func answer(_ request: PageRequest, _ response: Response) throws(FedauthError) -> Bool { false }

    func askInBrowser(_ request: PageRequest) throws(FedauthError) {
        if request.isMainFrame { hasAskedInDialog = true }
        try connection.post("network.continueWithAuth", ["request": request.id, "action": "default"])
    }

    func refusePassword(_ request: PageRequest) throws(FedauthError) {
        try connection.post("network.continueWithAuth", ["request": request.id, "action": "cancel"])
    }

    func provide(_ answer: HTTPCredentials.Answer, to request: PageRequest) throws(FedauthError) {
        try connection.post(
            "network.continueWithAuth",
            [
                "request": request.id, "action": "provideCredentials",
                "credentials": [
                    "type": "password", "username": .text(answer.user), "password": .string(answer.password),
                ],
            ])
    }
}
