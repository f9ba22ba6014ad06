public import Core

/// Shows the login in a Firefox that fedauth starts, and collects the cookies when the finish endpoint is reached. The
/// browser has a network of its own: its port cannot be reached by other programs, and all its connections leave
/// through a socket of its supervisor. Its cookies are never written to disk. It ends when the finish is reached, the
/// window is closed, the time is over, or this process ends for any reason.
public final class FirefoxPresenter: Presenter {
    /// `firefox`.
    public let name = PresenterName.firefox.rawValue
    private let launcher: any BrowserLauncher
    private let launch: BrowserLaunch
    private let answers: any LoginAnswers
    private let reader: any MarkupReader
    private let reporter: any Reporter
    private let clock: any WallClock

    /// Does not start the browser yet.
    public init(
        launcher: any BrowserLauncher, launch: BrowserLaunch, answers: any LoginAnswers, reader: any MarkupReader,
        reporter: any Reporter, clock: any WallClock
    ) {
        (self.launcher, self.launch, self.answers) = (launcher, launch, answers)
        (self.reader, self.reporter, self.clock) = (reader, reporter, clock)
    }

    /// Opens a window on the authorization endpoint; throws as `Presenter.present(_:)`, `cancelled` when it is closed.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        try request.policy.check(request.start.url, by: "the authorization endpoint")
        reporter.note(
            "a browser \(launch.isHeadless ? "without a window loads" : "shows") '\(request.start.url.withoutQuery)'; "
                + "the sign-in ends at '\(request.finish.url.withoutQuery)'")
        if !launch.isHeadless {
            reporter.note("its address bar is striped because fedauth, and nobody else, guides it")
        }
        defer { reporter.waitIsOver() }
        let browser = try launcher.launch(launch)
        defer { browser.end() }
        do throws(FedauthError) {
            return try present(request, in: browser)
        } catch {
            guard error.code == .browserFailed else { throw launch.naming(trustIn: error) }
            throw Self.explained(error, lastOutput: browser.end())
        }
    }

    private func present(
        _ request: PresentationRequest, in browser: any RunningBrowser
    ) throws(FedauthError) -> Presentation {
        guard let pipe = browser.takePipe() else { throw FedauthError(.browserFailed, "the browser is in use") }
        let connection = DevToolsConnection(
            DevToolsPipe(pipe), dialect: .webDriver, events: FirefoxWindow.events,
            deadline: request.deadline, clock: clock)
        let window = try FirefoxWindow(connection, isHeadless: launch.isHeadless, clock: clock)
        let session = try window.open()
        let refused = try window.setCookies(request.jar, now: clock.now)
        if !refused.isEmpty { reporter.detail("the browser rejects the cookies \(refused.joined(separator: ", "))") }
        let isUnseen = launch.isHeadless
        let engine = RenderedEngine(
            answers, policy: request.policy, reporter: reporter, isAttended: !isUnseen, hasPasskey: { _ in false })
        let typing = RenderedSignIn(
            window, engine: engine, reader: reader, clock: clock, reporter: reporter, isUnseen: isUnseen)
        var watch = FinishWatch(
            request, window: window, reader: reader, clock: clock, reporter: reporter, isUnseen: isUnseen,
            typing: typing,
            authentication: RenderedAuthentication(answers, policy: request.policy, isAttended: !isUnseen))
        let presentation = try watch.run(in: session, isShared: false)
        if typing.isTakenOver || window.hasAskedInDialog { answers.signedIn(by: .userInWindow) }
        // An open page may change cookies. They have been read, so the browser closes.
        _ = try? connection.post("browser.close")
        guard let presentation else { throw FedauthError(.browserFailed, "the sign-in did not go on") }
        return presentation
    }

    private static func explained(_ error: FedauthError, lastOutput: String) -> FedauthError {
        guard !lastOutput.hasPrefix(BrowserSupervisor.ownNetworkRefused) else {
            return FedauthError(
                .noBrowser, "Firefox cannot be shown: \(lastOutput.folded(to: 200))",
                hint: "'fedauth doctor' names the setting; a Chromium needs no such network ('--presenter chromium')")
        }
        let words = lastOutput.isEmpty ? "" : "; \(lastOutput.folded(to: 220))"
        return FedauthError(
            error.code, error.message + words, hint: error.hint ?? "'--browser PATH' names another one",
            causes: error.causes)
    }
}
