import Application
import Core
import System

/// `fedauth exec`.
struct Exec: ProfileCommand, Documented {
    static let examples: Examples = [
        "fedauth exec mail -- sh -c 'curl -b \"$FEDAUTH_COOKIE_JAR\" \"$FEDAUTH_URL\"'":
            "Sign in to 'mail' if need be, and load its page",
        "fedauth exec mail --no-sign-in --mask -- ./nightly-report":
            "Run a script with the existing session, and mask its secrets in the output",
    ]
    /// Set here, because every start of fedauth compares it, and `configuration` costs more to make.
    static let name = "exec"
    static let mainOptions: [String]? = [
        "env", "dry-run", "no-sign-in", "mask", "with-identity", "url", "user", "presenter", "min-validity",
        "no-input",
    ]
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Run a command with a session in its environment.",
        usage: "fedauth exec [options] [<profile>] -- <command>...",
        discussion: """
            The command gets FEDAUTH_COOKIES, FEDAUTH_COOKIE_JAR (its own cookie file), FEDAUTH_URL, \
            FEDAUTH_PROFILE and FEDAUTH_EXPIRES, as 'export-cookies' sets them. If the session is a token, it \
            gets FEDAUTH_TOKEN in place of the first two. It replaces this process: input, terminal, signals and \
            exit status are its own. If the session has ended, fedauth signs in first, like 'login'; if that \
            fails, the command does not run.
            """)

    var command: [String] = []
    var settings = ExecSettings()
    var isDryRun = false
    var methods = SessionMethodOptions()
    var flow = FlowOptions()

    mutating func declare(_ list: OptionList) {
        list.session(&settings.profile)
        list.arguments(
            "command", &command, "The command after '--', found by PATH, with its arguments.", values: .behindDashes)
        list.flag(
            "no-sign-in", clears: &settings.signsIn, "Use the existing session, and end with status 4 if it has ended.")
        list.flag("mask", &settings.masks, "Mask the session's secrets in the output of the command.")
        list.flag(
            "with-identity", &settings.passesIdentity,
            "Pass the identity of the session's server too, or that of '--identity', as two files.")
        list.option(
            "env", &settings.variables, "name=source",
            "Also set this variable: NAME=store:ENTRY, NAME=token or NAME=cookie:NAME. Repeat it for more; with entries alone no "
                + "session is used.")
        list.flag(
            "env-file", &settings.usesFile,
            "Put the variables of --env into a file on a descriptor, named by FEDAUTH_ENV_FILE, for programs that read one."
        )
        list.flag("dry-run", &isDryRun, "Print the names of the variables, and run nothing.")
        list.group(&settings.cookies)
        list.settings(&methods)
        list.settings(&flow)
    }

    var profileWord: String? { settings.profile }

    /// The hint for a missing command.
    static let hint = "write '--' before the command: 'fedauth exec [PROFILE] -- COMMAND …'"

    func run(in context: CommandContext) throws(FedauthError) {
        try settings.cookies.check()
        if isDryRun {
            let plan = try ExecFlow(context.services(flow), try settings(in: context)).plan()
            let objects = plan.map { JSONValue.sorted(["name": .text($0.name), "holds": .text($0.holds)]) }
            return try context.report(["variables": .array(objects)], rows: plan.map { [$0.name, $0.holds] })
        }
        guard let words = ArgumentBytes.commandWords else {
            throw FedauthError(.usage, "there is no command to run", hint: Self.hint)
        }
        let end: ProcessEnd
        do {
            let files = CommandFiles(CommandJars(directory: try context.runtimeDirectory()))
            defer { files.remove() }
            let command = try ExecFlow(context.services(flow), try settings(in: context)).prepare(words, files) {
                context.networks.endTraces(nil, handsOver: true)
            }
            // Only the mask of the output is still needed, and the command may run for days.
            context.forgetSecrets()
            end = try command.run()
        }
        switch end {
        case .status(0): return
        case .status(let number): throw alreadyReported(ErrorCode("command-ended", .ofCommand(number)))
        case .signal(let number):
            ThisProcess.end(by: number)
            // The signal did not end this process.
            throw alreadyReported(ErrorCode("command-ended", .ofCommand(128 + UInt8(truncatingIfNeeded: number))))
        }
    }

    private func settings(in context: CommandContext) throws(FedauthError) -> ExecSettings {
        var settings = settings
        try settings.take(methods, flow, in: context)
        return settings
    }
}
