public import Core

extension ErrorCode {
    /// The browser did not start, or ended by itself.
    public static let browserFailed = ErrorCode("browser-failed", .noPresenter)
    /// There is no browser, or nothing that could show its window.
    public static let noBrowser = ErrorCode("no-browser", .noPresenter)
}
