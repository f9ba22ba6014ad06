import ArgumentParser

/// The options of the browser that shows a login.
struct BrowserOptions: ParsableArguments {
    @Option(
        "path",
        "The browser: a Chromium, Chrome, Edge, Brave or Firefox (default: the first that is installed).",
        completion: .file())
    var browser: String?

    @Flag(help: "Run the browser without a window: options, the store and the terminal answer.")
    var headless = false

    @Flag(
        help: "Keep the browser's cookies and other data, so that identity providers recognise it at the next sign-in.")
    var keepBrowserProfile = false

    @Flag(
        help: ArgumentHelp(
            "Run the browser without its sandbox, as containers may require. Code that escapes the browser then runs as you."
        ))
    var noSandbox = false
}
