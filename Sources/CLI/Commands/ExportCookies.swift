import Application
import Core
import System

/// `fedauth export-cookies`.
struct ExportCookies: ProfileCommand, StoreCommand, Documented {
    static let examples: Examples = [
        "eval $(fedauth export-cookies)": "Set the FEDAUTH_ variables in this shell: sh, bash, zsh, ksh",
        "fedauth export-cookies | source": "The same in fish",
        "fedauth export-cookies --format netscape | curl -b - https://service.example.org/": "Pass the cookies to curl",
    ]
    static let configuration = CommandConfiguration(
        commandName: "export-cookies", abstract: "Pass a session's cookies to the shell or another program.",
        discussion: """
            Without --format it prints text for a shell to evaluate: FEDAUTH_COOKIES (the value of a Cookie \
            field for the session's address), FEDAUTH_COOKIE_JAR (a private Netscape cookie file), FEDAUTH_URL, \
            FEDAUTH_PROFILE and FEDAUTH_EXPIRES (seconds since 1970). No other variable is set, regardless of \
            the names of the cookies. When there is no session it prints 'false;', so that 'eval $(fedauth \
            export-cookies) && next' stops.
            """)

    var profile: String?
    var shell: ShellChoice?
    var format: CookieFormat?
    var cookies = CookieSettings()
    var destination = OutputOptions()
    var unset = false
    var storage = StoreSettings()

    mutating func declare(_ list: OptionList) {
        list.session(&profile)
        list.option(
            "shell", &shell, "shell",
            "The shell that evaluates it: auto (default), sh, dash, bash, zsh, ksh, mksh, yash, posh, fish, csh or tcsh."
        )
        list.option(
            "format", &format, "format",
            "The format: shell (default), env (variables for programs), systemd (variables for EnvironmentFile=), "
                + "netscape (a cookie file), header (a Cookie field), json, curl (options for 'curl -K'), httpie (a "
                + "session file) or storage-state (for Playwright).")
        list.group(&cookies)
        list.group(&destination)
        list.flag("unset", &unset, "Unset the variables, and remove the cookie file.")
    }

    var profileWord: String? { profile }

    /// The format, which `--json` and `-o FILE` also select.
    private func effectiveFormat(isJSON: Bool) -> CookieFormat {
        format ?? (isJSON ? .json : destination.output == nil ? .shell : .netscape)
    }
    private var effectiveShell: ShellChoice { shell ?? .auto }

    func run(in context: CommandContext) throws(FedauthError) {
        let isJSON = context.global.json
        let format = effectiveFormat(isJSON: isJSON)
        try check(format, isJSON: isJSON)
        let flow = SessionExportFlow(context.services(NetworkSettings(), storage), of: profile)
        if unset { return try context.streams.result(try flow.unset(for: effectiveShell)) }
        let content = try flow.cookies(cookies, as: format, for: effectiveShell)
        try destination.write(content, isOfServer: true, in: context)
        if format == .shell && destination.isStdout && context.streams.stdoutIsTerminal {
            let line = try effectiveShell.resolved().evaluation(of: commandLine)
            context.streams.note("to set these in your shell, run: \(line)")
        }
    }

    /// Throws `usage` for options that contradict one another or would have no effect.
    private func check(_ format: CookieFormat, isJSON: Bool) throws(FedauthError) {
        try cookies.check()
        if unset && (format != .shell || destination.output != nil) {
            throw FedauthError(
                .usage, "'--unset' is for shells only", hint: "leave out '--format', '--json' and '--output'")
        }
        if isJSON && format != .json {
            throw FedauthError(
                .usage, "'--json' and '--format \(format.rawValue)' exclude each other", hint: "give one of them")
        }
        if shell != nil && format != .shell {
            throw FedauthError(
                .usage, "'--shell' is for the format 'shell', not for '\(format.rawValue)'",
                hint: "leave it out, or say '--format shell'")
        }
        if cookies.dialect != nil && !format.hasCookieFile {
            throw FedauthError(
                .usage, "'--dialect' is for cookie files, and the format '\(format.rawValue)' has none",
                hint: "leave it out, or say '--format netscape'")
        }
    }

    /// The typed command line; shortened unless every shell reads it without quotes.
    private var commandLine: String {
        let words = ArgumentBytes.words.dropFirst()
        let isPlain = words.allSatisfy { word in word.utf8.allSatisfy { $0 < 0x80 } && word.shellQuoted == word }
        return isPlain ? "fedauth " + words.joined(separator: " ") : "fedauth export-cookies …"
    }
}

/// A shell evaluates the output, so that a failure must also appear there.
extension ExportCookies {
    /// What to print; nil when the output is not for a shell.
    func failureText(isJSON: Bool) -> String? {
        effectiveFormat(isJSON: isJSON) == .shell ? effectiveShell.failure : nil
    }

    /// Prints the failure when a signal from any source ends the process before the output is complete.
    func guardOutput(isJSON: Bool) { Self.guardOutput(failureText(isJSON: isJSON)) }

    static func guardOutput(_ text: String?) { OutputGuard.set(Terminal.isTerminal(1) ? nil : text) }

    /// Returns the text for words that could not be parsed completely.
    static func failureText(_ words: CommandWords) -> String? {
        func value(_ option: String) -> String? { words.options.last { $0.argument.longForm == option }?.value }
        func isGiven(_ option: String) -> Bool { words.options.contains { $0.argument.longForm == option } }
        if isGiven("--format") {
            guard value("--format") == CookieFormat.shell.rawValue else { return nil }
        } else if isGiven("--json") || isGiven("--output") {
            return nil
        }
        return (value("--shell").flatMap(ShellChoice.init(rawValue:)) ?? .auto).failure
    }
}
