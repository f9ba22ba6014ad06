import ArgumentParser
import Core
import Glibc
import Secrets

/// `fedauth export-cookies`.
struct ExportCookies: Command, Documented {
    static let examples = [
        Example("eval $(fedauth export-cookies)", "Set the FEDAUTH_ variables in this shell: sh, bash, zsh, ksh"),
        Example("fedauth export-cookies | source", "The same in fish"),
        Example(
            "fedauth export-cookies --format netscape | curl -b - https://service.example.org/",
            "Hand the "
                + "cookies to curl"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "export-cookies", abstract: "Hand a session's cookies to the shell or to another program.",
        discussion: """
            Without --format it prints what a shell evaluates: FEDAUTH_COOKIES (the value of a Cookie field for the \
            session's address), FEDAUTH_COOKIE_JAR (a private Netscape cookie file), FEDAUTH_URL, FEDAUTH_PROFILE and \
            FEDAUTH_EXPIRES (seconds since 1970). No other variable is set, whatever a server names its cookies. \
            When there is no session it prints 'false;', so that 'eval $(fedauth export-cookies) && next' stops.

            \(examples.discussion)
            """)

    @Argument(
        help: ArgumentHelp("The profile or session (default: the current one).", valueName: "profile"),
        completion: .sessionNames)
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "The shell that evaluates it: auto, sh, dash, bash, zsh, ksh, mksh, yash, posh, fish, csh, tcsh or "
                + "powershell.", valueName: "shell"))
    var shell: ShellChoice = .auto

    @Option(
        help: ArgumentHelp(
            "shell (default), env (variables for programs), systemd (variables for EnvironmentFile=), netscape (a cookie "
                + "file), header (a Cookie field), json, curl (options for 'curl -K'), httpie (a session file) or "
                + "storage-state (for Playwright).", valueName: "format"))
    var format: CookieFormat?

    @Option(help: ArgumentHelp("How the cookie file is written: portable, curl, wget or python.", valueName: "dialect"))
    var dialect: CookieFileDialect = .portable

    @Option(help: ArgumentHelp("Only the cookies that this address gets.", valueName: "url"))
    var url: String?

    @Flag(help: "The cookies of all hosts on the way too, those of the identity provider among them.")
    var all = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to this file (private, whole or not at all); '-' is "
                + "stdout.", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "Take it back: unset the variables and remove the cookie file.")
    var unset = false

    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var optionGroups: [any ParsableArguments.Type] { [StoreOptions.self, GlobalOptions.self] }
    static var takesProfile: Bool { true }
    var profileWord: String? { profile }

    /// `--json` and `-o FILE` say a format too.
    private var effectiveFormat: CookieFormat { format ?? (global.json ? .json : output == nil ? .shell : .netscape) }

    func run(in context: CommandContext) throws(FedauthError) {
        let configuration = try context.configuration()
        if unset {
            guard effectiveFormat == .shell else {
                throw FedauthError(
                    .usage, "'--unset' is for shells only", hint: "leave out '--format', '--json' and '--output'")
            }
            let name = CurrentProfile(context).name(profile, in: configuration)
            CookieJarFile(context).remove(name)
            return try context.streams.result(try shell.resolved().unset())
        }
        let session = try CurrentProfile(context).session(profile, in: configuration, try context.store(storage))
            .session
        try session.requireValid(at: context.clock.now)
        try write(try content(session, context), context)
    }

    private func content(_ session: Session, _ context: CommandContext) throws(FedauthError) -> Secret {
        if all && url != nil {
            throw FedauthError(.usage, "'--all' and '--url' exclude each other", hint: "give one of them")
        }
        let selection = try CookieSelection(
            session, url: try url.map { (text) throws(FedauthError) in try WebURL(argument: text) }, all: all,
            now: context.clock.now)
        return try CookieHandout(
            session: session, selection: selection, dialect: dialect, jar: CookieJarFile(context),
            reporter: context.streams
        ).text(effectiveFormat, for: shell)
    }

    private func write(_ content: consuming Secret, _ context: CommandContext) throws(FedauthError) {
        if let output, output != "-" {
            return try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: output) }
        }
        try context.streams.result(content)
        if effectiveFormat == .shell && context.streams.stdoutIsTerminal {
            let command = ["fedauth export-cookies", profile].compactMap(\.self).joined(separator: " ")
            let line = try shell.resolved().form.evaluation(of: command)
            context.streams.note("to set these in your shell, run: \(line)")
        }
    }
}

extension ExportCookies: FailsForShell {
    var failureText: String? { effectiveFormat == .shell ? shell.failure : nil }
}

extension CookieFileDialect: ExpressibleByArgument {}
