import Application

/// The options of the browser that shows a login.
extension BrowserSettings: OptionGroup {
    mutating func declare(_ list: OptionList) {
        list.option(
            "browser", &program, "path",
            "The browser: a Chromium, Chrome, Edge, Brave or Firefox (default: the first that is installed).",
            completion: .file, form: .browser)
        list.flag(
            "headless", &isHeadless, "Run the browser without a window: options, the store and the terminal answer.")
        list.flag(
            "keep-browser-profile", &keepsProfile,
            "Keep the browser's cookies and other data, so that identity providers recognise it at the next sign-in.")
        list.flag(
            "no-sandbox", &hasNoSandbox,
            "Run the browser without its sandbox, as containers may require. Code that escapes the browser then runs as you.",
            mustBeTyped: true)
    }
}
