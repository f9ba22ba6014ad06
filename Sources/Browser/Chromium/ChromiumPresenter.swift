public import Core

/// Shows the login in a Chromium that fedauth starts, and collects the cookies when the finish endpoint is reached. The
/// sign-in has its own browser context, whose cookies are never written to disk. The browser listens on no port. It
/// ends as soon as the finish is reached, the window is closed, the time is over, or this process ends for any reason.
public final class ChromiumPresenter: Presenter {
    /// `chromium`.
    public let name = PresenterName.chromium.rawValue
    private let launcher: any BrowserLauncher
    private let launch: BrowserLaunch
    private let viewer: (any WindowViewer)?
    private let relay: IdentityRelay?
    private let answers: any LoginAnswers
    private let passkeys: PasskeyUse?
    private let trace: ConversationTrace?
    private let reader: any MarkupReader
    private let reporter: any Reporter
    private let clock: any WallClock

    /// Does not start the browser yet. `viewer` shows the window elsewhere and sends input; nil: it is on a display, or
    /// not shown. `relay` sends requests with client certificates; nil: the browser is to know of no identity.
    /// `passkeys` has those of the store; nil: the browser has its own authenticators only. `trace` receives the
    /// requests and answers of the windows.
    public init(
        launcher: any BrowserLauncher, launch: BrowserLaunch, viewer: (any WindowViewer)? = nil,
        relay: IdentityRelay? = nil, answers: any LoginAnswers, passkeys: PasskeyUse? = nil,
        trace: ConversationTrace? = nil, reader: any MarkupReader, reporter: any Reporter, clock: any WallClock
    ) {
        (self.passkeys, self.answers, self.launcher) = (passkeys, answers, launcher)
        (self.launch, self.viewer, self.relay, self.trace) = (launch, viewer, relay, trace)
        (self.reader, self.reporter, self.clock) = (reader, reporter, clock)
    }

    /// Opens a window on the authorization endpoint; throws as `Presenter.present(_:)`, `cancelled` when it is closed.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        try request.policy.check(request.start.url, by: "the authorization endpoint")
        try relay?.begin()
        let purpose =
            passkeys?.makesPasskeys == true
            ? "make the passkey there" : "the sign-in ends at '\(request.finish.url.withoutQuery)'"
        let shows = launch.isHeadless ? "without a window loads" : "shows"
        reporter.note("a browser \(shows) '\(request.start.url.withoutQuery)'; \(purpose)")
        defer { reporter.waitIsOver() }
        var tickets = TicketServers(
            origins: request.namedOrigins, isDemanded: launch.demandsTicket)
        while true {
            if let presentation = try start(request, &tickets) { return presentation }
        }
    }

    /// Returns nil when the browser has to start again for a server that asks for a ticket.
    private func start(
        _ request: PresentationRequest, _ tickets: inout TicketServers
    ) throws(FedauthError) -> Presentation? {
        let browser = try launcher.launch(launch.naming(tickets.origins, policy: request.policy))
        defer { browser.end() }
        do throws(FedauthError) {
            return try present(request, &tickets, in: browser)
        } catch {
            guard error.code == .browserFailed else { throw launch.naming(trustIn: error) }
            throw explained(error, lastOutput: browser.end())
        }
    }

    private func present(
        _ request: PresentationRequest, _ tickets: inout TicketServers, in browser: any RunningBrowser
    ) throws(FedauthError) -> Presentation? {
        guard let pipe = browser.takePipe() else { throw FedauthError(.browserFailed, "the browser is in use") }
        let devTools = DevToolsPipe(pipe)
        devTools.attendant = viewer
        var events = viewer == nil ? BrowserWindow.events : BrowserWindow.events.union(WindowView.events)
        if let passkeys {
            events.formUnion(PasskeyAuthenticator.events)
            if passkeys.makesPasskeys { events.formUnion(PasskeyAuthenticator.endingEvents) }
        }
        let connection = DevToolsConnection(devTools, events: events, deadline: request.deadline, clock: clock)
        let conversation = trace.map { BrowserTrace($0, relayed: relay?.origins ?? []) }
        if let conversation { connection.observer = (BrowserTrace.events, conversation.take) }
        defer { conversation?.end() }
        let isShared = launch.keptProfile != nil
        let window = try BrowserWindow(connection, keepsCookies: isShared, isHeadless: launch.isHeadless, clock: clock)
        window.relay = relay
        let isUnseen = launch.isHeadless && viewer == nil
        window.passkeys = passkeys.map {
            PasskeyAuthenticator(
                connection, $0, named: request.namedOrigins, isUnseen: isUnseen,
                clock: clock, reporter: reporter)
        }
        let session = try window.open()
        if let relay { relay.languages = try window.languages(session) }
        if isShared {
            // The session was just found too old. Its cookies would make the service skip the sign-in.
            let known = try window.cookies(now: clock.now).cookies
            try window.remove(known.filter { $0.isSent(to: request.finish.url) }, session: session)
        }
        let refused = try window.setCookies(request.jar, now: clock.now)
        if !refused.isEmpty { reporter.detail("the browser rejects the cookies \(refused.joined(separator: ", "))") }
        let view = viewer.map { WindowView(window, viewer: $0) }
        window.view = view
        // In a window in which the user makes passkeys, the user does everything.
        let isLeftAlone = passkeys?.makesPasskeys == true && !isUnseen
        let engine = RenderedEngine(
            answers, policy: request.policy, reporter: reporter, isAttended: !isUnseen,
            hasPasskey: { [passkeys] in passkeys?.passkeys.isKept(for: $0) ?? false })
        let typing =
            isLeftAlone
            ? nil
            : RenderedSignIn(
                window, engine: engine, reader: reader, clock: clock, reporter: reporter, isUnseen: isUnseen,
                trace: conversation)
        var watch = FinishWatch(
            request, window: window, view: view, reader: reader, clock: clock, reporter: reporter, isUnseen: isUnseen,
            typing: typing,
            authentication: RenderedAuthentication(answers, policy: request.policy, isAttended: !isUnseen))
        if launch.sendsTicket { watch.tickets = tickets }
        let presentation = try watch.run(in: session, isShared: isShared)
        if window.passkeys?.wasUsed == true { answers.signedIn(by: .passkey) }
        if typing?.isTakenOver == true || window.hasAskedInDialog { answers.signedIn(by: .userInWindow) }
        if launch.sendsTicket { answers.signedIn(by: .possibleTicket) }
        if let server = watch.tickets?.missing {
            reporter.detail("the browser starts again: '\(server.hostAndPort)' may ask for a Kerberos ticket")
            tickets.origins.insert(server)
        }
        // An open page may change cookies. They have been read, so the browser closes.
        _ = try? connection.post("Browser.close")
        return presentation
    }

    private func explained(_ error: FedauthError, lastOutput: String) -> FedauthError {
        if launch.keptProfile != nil, lastOutput.contains("existing browser session") {
            return FedauthError(
                .browserFailed, "the kept profile is in use by another browser",
                hint: "wait for the other sign-in, or leave out '--keep-browser-profile'")
        }
        let words = lastOutput.isEmpty ? "" : "; \(lastOutput.folded(to: 220))"
        return FedauthError(
            error.code, error.message + words,
            hint: error.hint ?? "'--browser PATH' names another one; '--verbose' tells more", causes: error.causes)
    }
}
