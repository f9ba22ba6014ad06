public import Core

extension ErrorCode {
    /// The browser did not start, or ended unexpectedly.
    public static let browserFailed = ErrorCode("browser-failed", .noPresenter)
    /// There is no browser, or no display for its window.
    public static let noBrowser = ErrorCode("no-browser", .noPresenter)
}
