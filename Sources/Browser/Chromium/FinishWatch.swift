internal import Core
internal import Secrets

/// Watches the browser's windows until one of them shows the finish endpoint.
struct FinishWatch {
    private let request: PresentationRequest
    private let window: BrowserWindow
    private let view: WindowView?
    private let reader: any MarkupReader
    private let clock: any WallClock
    private let reporter: any Reporter
    private var samlResponse: SAMLResponse?
    private var samlMessage: SharedSecret?
    /// The page that may be the end, and until when its load is waited for.
    private var candidate: (session: String, loader: String?, until: Deadline)?
    /// A page's last answers may set cookies; one that never ends loading must not hold up the sign-in.
    private static let settlingSeconds: Int64 = 5

    init(
        _ request: PresentationRequest, window: BrowserWindow, view: WindowView? = nil, reader: any MarkupReader,
        clock: any WallClock, reporter: any Reporter
    ) {
        self.request = request
        self.window = window
        self.view = view
        self.reader = reader
        self.clock = clock
        self.reporter = reporter
    }

    /// Opens the window and returns when the finish is reached.
    mutating func run() throws(FedauthError) -> Presentation {
        try window.open(request.start.url)
        while true {
            try request.deadline.check(clock, waitingFor: "waiting for the sign-in in the browser")
            reporter.stillWaiting()
            try view?.turn()
            if let event = try window.connection.event(within: 500) {
                try window.take(event)
                try view?.take(event)
                try react(to: event)
            }
            if let end = try settled() {
                return Presentation(
                    FinishAnswer(end), jar: try window.cookies(now: clock.now), samlResponse: samlResponse,
                    samlMessage: samlMessage)
            }
        }
    }

    private mutating func react(to event: DevToolsConnection.Event) throws(FedauthError) {
        switch event.method {
        case "Fetch.requestPaused": try judge(event)
        case "Page.frameNavigated":
            guard let session = event.session, event.parameters["frame"]?["parentId"] == nil else { break }
            if candidate?.session == session { candidate = nil }
            guard let page = window.pages[session], let url = page.url.flatMap({ try? WebURL($0) }) else { break }
            reporter.detail("the browser shows '\(url.withoutQuery)'")
            if request.finish.matches(url) {
                candidate = (session, page.loader, Deadline(seconds: Self.settlingSeconds, from: clock))
            }
        default: break
        }
    }

    /// The finish's address, once its page is there and is no login.
    private mutating func settled() throws(FedauthError) -> WebURL? {
        guard let (session, loader, until) = candidate else { return nil }
        guard let page = window.pages[session], page.loader == loader, let url = page.url.flatMap({ try? WebURL($0) })
        else {
            candidate = nil
            return nil
        }
        guard page.isLoaded || until.remainingMilliseconds(clock) == 0 else { return nil }
        candidate = nil
        return try window.asksForSignIn(session) ? nil : url
    }

    /// A document is about to be asked for: only where the sign-in may go, and looked at for what it carries.
    private mutating func judge(_ event: DevToolsConnection.Event) throws(FedauthError) {
        guard let id = event.parameters["requestId"], let sent = event.parameters["request"],
            let text = sent["url"]?.text
        else { return }
        if let url = try? WebURL(text) {
            do throws(FedauthError) {
                try request.policy.check(url, by: "the browser's page")
            } catch {
                try window.connection.post(
                    "Fetch.failRequest", ["requestId": id, "errorReason": "BlockedByClient"], session: event.session)
                throw error
            }
            if sent["method"]?.text == "POST" { inspect(sent) }
        }
        try window.connection.post("Fetch.continueRequest", ["requestId": id], session: event.session)
    }

    /// Takes the SAML response out of a form on its way to the service (SAML 2.0 bindings, 3.5).
    private mutating func inspect(_ sent: JSONValue) {
        guard let body = sent["postData"]?.secret, let encoded = FormBody(body).value(of: "SAMLResponse"),
            let xml = Base64.decode(encoded)
        else { return }
        guard let response = try? reader.samlResponse(xml: xml) else { return }
        samlResponse = response
        samlMessage = encoded
    }
}
