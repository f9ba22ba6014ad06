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
    private var hasOpened = false

    /// An open page.
    struct Page {
        let target: String
        /// The address of what is shown, once something is.
        var url: String?
        /// What is being loaded in its main frame.
        var loader: String?
        var isLoaded = false
    }

    /// Makes the context. Throws `browser-failed` when the browser does not answer.
    init(_ connection: DevToolsConnection, keepsCookies: Bool, isHeadless: Bool) throws(FedauthError) {
        self.connection = connection
        self.isHeadless = isHeadless
        try connection.call("Browser.getVersion")
        context =
            keepsCookies
            ? nil
            : try connection.call("Target.createBrowserContext", ["disposeOnDetach": true])["browserContextId"]?.text
        // Every page stops before its first request until it is watched.
        try connection.call(
            "Target.setAutoAttach", ["autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true])
    }

    private func inContext(_ parameters: JSONValue) -> JSONValue {
        guard let context, case .object(let members) = parameters else { return parameters }
        return .object(members + [.init("browserContextId", .text(context))])
    }

    func setCookies(_ jar: CookieJar, now: Timestamp) throws(FedauthError) {
        guard !jar.isEmpty else { return }
        try connection.call("Storage.setCookies", inContext(["cookies": BrowserCookies.parameters(jar, now: now)]))
    }

    func cookies(now: Timestamp) throws(FedauthError) -> CookieJar {
        BrowserCookies.jar(try connection.call("Storage.getCookies", inContext([:])), now: now)
    }

    /// Opens a window on `url`.
    ///
    /// On a display it is a popup of the first page's, which then goes: such a window has no tabs and no field to type an
    /// address into, but shows the address, by which people know a false page.
    func open(_ url: WebURL) throws(FedauthError) {
        let target = try connection.call(
            "Target.createTarget", inContext(["url": "about:blank", "newWindow": true, "width": 520, "height": 720]))
        guard let first = target["targetId"]?.text else {
            throw FedauthError(.browserFailed, "the browser opened no window")
        }
        var session = try attached { $0.target == first }
        if !isHeadless {
            try connection.call(
                "Runtime.evaluate",
                [
                    "expression": "window.open('about:blank', '_blank', 'popup,noopener,width=520,height=720')",
                    "userGesture": true,
                ], session: session)
            session = try attached { $0.target != first }
            try connection.call("Target.closeTarget", ["targetId": .text(first)])
            pages = pages.filter { $0.value.target != first }
        }
        hasOpened = true
        // Its answer comes when the page does, and before that each request on the way waits for our word.
        try connection.begin("Page.navigate", ["url": .text(url.withFragment)], session: session)
    }

    private func attached(_ isWanted: (Page) -> Bool) throws(FedauthError) -> String {
        while true {
            if let session = pages.first(where: { isWanted($0.value) })?.key { return session }
            guard let event = try connection.event(within: 10_000) else {
                throw FedauthError(.browserFailed, "the browser shows no window")
            }
            try take(event)
        }
    }

    /// Learns from an event what pages there are. Throws `cancelled` when the last window was closed.
    func take(_ event: DevToolsConnection.Event) throws(FedauthError) {
        switch event.method {
        case DevToolsConnection.Event.answer:
            if let words = event.parameters["errorText"]?.text, words != "net::ERR_ABORTED" {
                throw Self.failure(words)
            }
        case "Target.attachedToTarget":
            try attach(event.parameters)
        case "Target.detachedFromTarget":
            if let session = event.parameters["sessionId"]?.text { pages[session] = nil }
            if hasOpened && pages.isEmpty {
                throw FedauthError(
                    .cancelled, "the browser's window was closed", hint: "nothing was stored; sign in again to go on")
            }
        case "Inspector.targetCrashed":
            throw FedauthError(.browserFailed, "the browser's page has crashed")
        case "Page.javascriptDialogOpening" where isHeadless:
            try connection.post("Page.handleJavaScriptDialog", ["accept": false], session: event.session)
        case "Page.frameNavigated":
            guard let session = event.session, let frame = event.parameters["frame"], frame["parentId"] == nil else {
                break
            }
            pages[session]?.url = (frame["url"]?.text ?? "") + (frame["urlFragment"]?.text ?? "")
            pages[session]?.loader = frame["loaderId"]?.text
            pages[session]?.isLoaded = false
        case "Page.loadEventFired":
            if let session = event.session { pages[session]?.isLoaded = true }
        default: break
        }
    }

    /// Why the first page cannot be shown, in Chromium's words (net_error_list.h).
    private static func failure(_ words: String) -> FedauthError {
        FedauthError(
            words.contains("CERT") || words.contains("SSL") ? .tls : .network,
            "the browser cannot open the first page: \(words.folded(to: 80))",
            hint: words.contains("AUTHORITY_INVALID")
                ? "'--cacert FILE' names the authority to trust" : "check the address and the network")
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
        try connection.post("Page.enable", session: session)
        try connection.post(
            "Fetch.enable", ["patterns": [["urlPattern": "*", "resourceType": "Document"]]], session: session)
        try connection.post("Runtime.runIfWaitingForDebugger", session: session)
    }

    /// Whether the page in the window wants a password, a code, or to be sent on: then it is no end of a sign-in.
    func asksForSignIn(_ session: String) throws(FedauthError) -> Bool {
        // A world of its own: the page's scripts can neither see nor change what is asked.
        let frame = pages[session]?.target ?? ""
        let world = try connection.call(
            "Page.createIsolatedWorld", ["frameId": .text(frame), "worldName": "fedauth"], session: session)
        let selector =
            "input[type=password], input[autocomplete~=one-time-code], input[name=SAMLRequest], input[name=SAMLResponse]"
        let answer = try connection.call(
            "Runtime.evaluate",
            [
                "expression": .text("document.querySelector('\(selector)') !== null"),
                "contextId": world["executionContextId"] ?? .null, "returnByValue": true,
            ], session: session)
        return answer["result"]?["value"]?.bool ?? false
    }
}
