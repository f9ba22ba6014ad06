/// The options of the browser that shows a login.
struct BrowserOptions: OptionGroup {
    var browser: String?
    var headless = false
    var keepBrowserProfile = false
    var noSandbox = false

    mutating func declare(_ list: OptionList) {
        list.option(
            "browser", &browser, "path",
            "The browser: a Chromium, Chrome, Edge, Brave or Firefox (default: the first that is installed).",
            completion: .file)
        list.flag(
            "headless", &headless, "Run the browser without a window: options, the store and the terminal answer.")
        list.flag(
            "keep-browser-profile", &keepBrowserProfile,
            "Keep the browser's cookies and other data, so that identity providers recognise it at the next sign-in.")
        list.flag(
            "no-sandbox", &noSandbox,
            "Run the browser without its sandbox, as containers may require. Code that escapes the browser then runs as you.",
            mustBeTyped: true)
    }
}
