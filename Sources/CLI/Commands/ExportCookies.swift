import ArgumentParser
import Core
import Glibc
import Secrets

/// `fedauth export-cookies`.
struct ExportCookies: Command, Documented {
    static let examples = [
        Example("eval $(fedauth export-cookies)", "Set the FEDAUTH_ variables in this shell"),
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

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case shell, netscape, header, json
    }

    @Argument(
        help: ArgumentHelp("The profile or session (default: the current one).", valueName: "profile"),
        completion: .sessionNames)
    var profile: String?

    @Option(help: ArgumentHelp("The shell that evaluates it: auto, sh, bash, zsh or ksh.", valueName: "shell"))
    var shell: ShellChoice = .auto

    @Option(
        help: ArgumentHelp(
            "shell (default), netscape (a cookie file), header (a Cookie field) or "
                + "json.", valueName: "format"))
    var format: Format?

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
    private var effectiveFormat: Format { format ?? (global.json ? .json : output == nil ? .shell : .netscape) }

    func run(in context: CommandContext) throws(FedauthError) {
        let configuration = try context.configuration()
        if unset {
            let name = CurrentProfile(context).name(profile, in: configuration)
            if let name { CookieJarFile(context).remove(name) }
            return try context.streams.result(ShellVariables.unset(for: try shell.resolved()))
        }
        let session = try CurrentProfile(context).session(profile, in: configuration, try context.store(storage))
            .session
        guard session.isValid(at: context.clock.now) else {
            throw FedauthError(
                .inputNeeded, "the session '\(session.name)' is over since \(session.expires.iso8601)",
                hint: "sign in by 'fedauth login \(session.name)'")
        }
        try write(try content(session, context), context)
    }

    private func content(_ session: Session, _ context: CommandContext) throws(FedauthError) -> Secret {
        if all && url != nil {
            throw FedauthError(.usage, "'--all' and '--url' exclude each other", hint: "give one of them")
        }
        let selection = try CookieSelection(
            session, url: try url.map { (text) throws(FedauthError) in try WebURL(argument: text) }, all: all,
            now: context.clock.now)
        switch effectiveFormat {
        case .json: return CookieJSON.document(session, selection.cookies)
        case .netscape: return file(selection, session, context)
        case .header:
            var line = Secret()
            line.append("Cookie: ")
            try selection.header().withBytes { line.append($0) }
            line.append("\n")
            return line
        case .shell:
            let header = try selection.header()
            let jar = try CookieJarFile(context).write(file(selection, session, context), session.name)
            return ShellVariables.export(
                session, cookies: header, jar: jar, url: selection.url, for: try shell.resolved())
        }
    }

    private func file(_ selection: CookieSelection, _ session: Session, _ context: CommandContext) -> Secret {
        dialect.file(selection.cookies, sessionEnd: session.expires) { name in
            context.streams.warning("the cookie '\(name)' does not fit into a cookie file and is left out")
        }
    }

    private func write(_ content: consuming Secret, _ context: CommandContext) throws(FedauthError) {
        if let output, output != "-" {
            return try content.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: output) }
        }
        try context.streams.result(content)
        if effectiveFormat == .shell && context.streams.stdoutIsTerminal {
            context.streams.note("to set these in your shell, run: eval $(fedauth export-cookies)")
        }
    }
}

extension ExportCookies: FailsForShell {
    var failureText: String? { effectiveFormat == .shell ? Shell.failure : nil }
}

/// A shell, or the one that calls.
enum ShellChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, sh, bash, zsh, ksh

    func resolved() throws(FedauthError) -> Shell {
        if let shell = Shell(rawValue: rawValue) { return shell }
        return try Shell.detected()
    }
}

extension CookieFileDialect: ExpressibleByArgument {}
