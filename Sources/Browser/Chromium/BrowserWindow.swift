internal import Core

/// The browser's windows, controlled by the debugging pipe: first that of fedauth, then the popups of its pages.
final class BrowserWindow {
    let connection: DevToolsConnection
    /// The browser context of the sign-in; nil for the default one, which stores its cookies on disk.
    let context: String?
    let isHeadless: Bool
    /// Attached pages by session; events update them.
    var pages: [String: Page] = [:]
    /// Sessions of frames that run in their own process, and of workers that belong to no page.
    var parts: Set<String> = []
    var awaited: [String: String] = [:] {
        didSet { connection.temporarilyWanted = awaited.isEmpty ? [] : [Self.answerEvent] }
    }
    var relay: IdentityRelay?
    let content = ContentGuard()
    var passkeys: PasskeyAuthenticator?
    /// The origins of requested documents.
    var origins: Set<Origin> = []
    /// Whether the browser's own dialog has asked for a password.
    var hasAskedInDialog = false
    /// When a field was marked last, by session.
    var marked: [String: Int64] = [:]
    /// Shows the window to a remote viewer.
    weak var view: WindowView?
    var isAttended: Bool { !isHeadless || view != nil }
    let clock: any WallClock
    /// Time of the last event other than a screencast frame.
    var quietSince: Int64

    /// An open page.
    struct Page {
        /// The target ID, which is also the ID of the main frame.
        let target: String
        /// The address of the current document; nil before the first one.
        var url: WebURL?
        /// The origin of that document; nil when it has none of its own, or the browser does not report it.
        var origin: Origin?
        /// Whether the browser says that it has none: it is in a sandbox.
        var isOpaque = false
        /// The ID of the load in the main frame.
        var loader: String?
        var isLoaded = false
        /// Whether the browser asks for a passkey above the document, and so ignores mouse and keys.
        var isCovered = false
        /// The last document that was requested for the main frame: the ID of its load, and its address.
        var asked: (loader: String, address: String)?
        /// The addresses of that load after its redirects, those that no answer has been reported for.
        var unanswered: [String] = []
        /// The address of the last document that could not be loaded.
        var failed: String?
        /// How many requests it has begun, for documents and by scripts, without beacons. A visible window is not counted.
        var sent = 0
        /// How many of them were begun before the current document was shown.
        var sentBefore = 0
        /// What its dialogs have said.
        var dialogs: [String] = []
        /// The frames in the current document. It cannot be asked for them while its next document is requested.
        var frames: Set<String> = []
    }

    /// The events that `event(within:)` understands.
    static let events: Set<String> = [
        "Target.attachedToTarget", "Target.detachedFromTarget", "Inspector.targetCrashed",
        "Page.javascriptDialogOpening", "Page.frameAttached", "Page.frameDetached", "Page.frameNavigated",
        "Page.navigatedWithinDocument", "Page.loadEventFired",
        "Page.downloadWillBegin", "Network.loadingFailed", "Network.responseReceivedExtraInfo",
        "Fetch.requestPaused", "Fetch.authRequired",
    ]
    /// The event of an answer; handled only while one is awaited.
    static let answerEvent = "Network.responseReceived"
    /// Allows for a cold start from a slow disk.
    private static let startMilliseconds: Int64 = 30_000
    private static let size = (width: 520, height: 720)

    /// Creates the browser context. Throws `browser-failed` when the browser does not answer.
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
        connection.handleAtOnce = { [weak self] (event) throws(FedauthError) in
            try self?.continuePart(event) ?? false
        }
        try connection.post("Browser.setDownloadBehavior", Self.within(context, ["behavior": "deny"]))
        // Every new page pauses before its first request until fedauth watches it.
        try connection.call("Target.setAutoAttach", Self.attachingAll)
    }

    /// Without a filter: what it leaves out would be paused, and never attached.
    static let attachingAll: JSONValue = ["autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true]

    private static func within(_ context: String?, _ parameters: JSONValue) -> JSONValue {
        guard let context, case .object(let members) = parameters else { return parameters }
        return .object(members + [.init("browserContextId", .text(context))])
    }

    // MARK: Cookies

    /// Sets cookies, and returns the names of those that the browser rejects: one must not prevent the others.
    func setCookies(_ jar: CookieJar, now: Timestamp) throws(FedauthError) -> [String] {
        let cookies = jar.cookies.filter { !$0.isExpired(at: now) }
        guard !cookies.isEmpty, try !store(cookies) else { return [] }
        var refused: [String] = []
        for cookie in cookies where try !store([cookie]) { refused.append(cookie.name) }
        return refused
    }

    private func store(_ cookies: [Cookie]) throws(FedauthError) -> Bool {
        let parameters: JSONValue = ["cookies": .array(cookies.map(BrowserCookies.parameter))]
        if case .result = try connection.ask("Storage.setCookies", Self.within(context, parameters)) { return true }
        return false
    }

    func cookies(now: Timestamp) throws(FedauthError) -> CookieJar {
        BrowserCookies.jar(try connection.call("Storage.getCookies", Self.within(context, [:])), of: origins, now: now)
    }

    /// Deletes cookies.
    func remove(_ cookies: [Cookie], session: String) throws(FedauthError) {
        for cookie in cookies {
            try connection.post("Network.deleteCookies", BrowserCookies.name(of: cookie), session: session)
        }
    }

    // MARK: Windows

    /// Opens a window and returns its session. On a display, opens a popup from a first page and closes that page: a
    /// popup has no tabs and no address to type into, but it shows the address, by which users recognise a fake page.
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
        if isHeadless { return try withEvents(session) }
        let features = "popup,noopener,width=\(Self.size.width),height=\(Self.size.height)"
        try connection.call(
            "Runtime.evaluate",
            ["expression": .text("window.open('about:blank', '_blank', '\(features)')"), "userGesture": true],
            session: session)
        let popup = try attached { $0.target != first }
        try connection.call("Target.closeTarget", ["targetId": .text(first)])
        pages[session] = nil
        return try withEvents(popup)
    }

    /// Waits until the page confirms that events are enabled. Only then do they stay enabled when the page moves to
    /// another process; earlier, events of the next document would be lost.
    private func withEvents(_ session: String) throws(FedauthError) -> String {
        try connection.call("Page.enable", session: session)
        return session
    }

    func navigate(_ session: String, to url: WebURL) throws(FedauthError) {
        quietSince = clock.monotonicMilliseconds
        try connection.begin("Page.navigate", ["url": .text(url.withFragment)], session: session)
    }

    func reload(_ session: String) throws(FedauthError) {
        quietSince = clock.monotonicMilliseconds
        try connection.begin("Page.reload", [:], session: session)
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
}
