public import Core
internal import Secrets

/// Shows the login in a Chromium that fedauth owns, and takes the cookies when the finish endpoint is reached.
///
/// The browser has a context of its own in it whose cookies never reach the disk, listens on no port, and ends at once
/// when the finish is reached, the window is closed, the time is over, or this process ends, however it does.
public final class ChromiumPresenter: Presenter {
    /// `chromium`.
    public let name = "chromium"
    private let launcher: any BrowserLauncher
    private let launch: BrowserLaunch
    private let viewer: (any WindowViewer)?
    private let reader: any MarkupReader
    private let reporter: any Reporter
    private let clock: any WallClock

    /// Starts nothing yet.
    ///
    /// - Parameter viewer: sees the window from elsewhere, and works it; nil: it is on a display, or nobody does.
    public init(
        launcher: any BrowserLauncher, launch: BrowserLaunch, viewer: (any WindowViewer)? = nil,
        reader: any MarkupReader, reporter: any Reporter, clock: any WallClock
    ) {
        self.launcher = launcher
        self.launch = launch
        self.viewer = viewer
        self.reader = reader
        self.reporter = reporter
        self.clock = clock
    }

    /// Opens a window on the authorization endpoint; see `Presenter.present(_:)` for the errors. A window that is closed
    /// is `cancelled`.
    public func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        reporter.note(
            "a browser shows '\(request.start.url.withoutQuery)'; the sign-in ends at '\(request.finish.url.withoutQuery)'"
        )
        let browser = try launcher.launch(launch)
        defer {
            browser.end()
            reporter.waitIsOver()
        }
        let ends = browser.takePipe()
        let pipe = DevToolsPipe(takingOwnershipOf: ends.reading, ends.writing, clock: clock)
        pipe.attendant = viewer
        let connection = DevToolsConnection(pipe, deadline: request.deadline)
        do throws(FedauthError) {
            let window = try BrowserWindow(
                connection, keepsCookies: launch.keptProfile != nil, isHeadless: launch.isHeadless)
            try window.setCookies(request.jar, now: clock.now)
            let view = viewer.map { WindowView(window, viewer: $0) }
            var watch = FinishWatch(
                request, window: window, view: view, reader: reader, clock: clock, reporter: reporter)
            let presentation = try watch.run()
            // An open page changes its cookies: they are read, and it is closed.
            _ = try? connection.post("Browser.close")
            return presentation
        } catch {
            guard error.code == .browserFailed else { throw error }
            let words = browser.end()
            throw FedauthError(
                error.code, error.message + (words.isEmpty ? "" : "; its last word was: \(words.folded(to: 200))"),
                hint: error.hint ?? "'--browser PATH' names another one; '--verbose' tells more")
        }
    }
}
