internal import Core
internal import Secrets

/// The browser's windows, seen through the debugging pipe: one of ours at the beginning, and the popups that its pages
/// open.
final class BrowserWindow {
    let connection: DevToolsConnection
    /// The context whose cookies are ours; nil: the default one, which keeps them on the disk.
    let context: String?
    let isHeadless: Bool
    /// Attached pages by session; events change them.
    var pages: [String: Page] = [:]
    /// Sessions of frames that have a process of their own.
    var frames: Set<String> = []
    /// Asks the servers that an identity is bound to.
    var relay: IdentityRelay?
    /// Shows what happens to somebody elsewhere.
    weak var view: WindowView?
    let clock: any WallClock
    /// When an event came last that is not a picture.
    var quietSince: Int64

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
}
