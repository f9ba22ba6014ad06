import Application
import ArgumentParser
import Core
import System

/// `fedauth exec`.
struct Exec: Command, Documented {
    static let examples = [
        Example(
            "fedauth exec mail -- sh -c 'curl -b \"$FEDAUTH_COOKIE_JAR\" \"$FEDAUTH_URL\"'",
            "Sign in to 'mail' if need be, and load its page"),
        Example(
            "fedauth exec mail --no-sign-in --mask -- ./nightly-report",
            "Run a script with the existing session, and mask its secrets in the output"),
    ]
    /// Set here, because every start of fedauth compares it, and `configuration` costs more to make.
    static let name = "exec"
    static let mainOptions: [String]? = [
        "no-sign-in", "mask", "with-identity", "url", "user", "presenter", "headless", "min-validity", "force",
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

    @Argument(
        help: ArgumentHelp("The profile or session, or its address (default: the current one).", valueName: "profile"),
        completion: .sessionNames)
    var profile: String?

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The command after '--', found by PATH, with its arguments.", valueName: "command"))
    var command: [String] = []

    @Flag(help: "Use the existing session, and end with status 4 if it has ended.")
    var noSignIn = false

    @Flag(help: "Mask the session's secrets in the output of the command.")
    var mask = false

    @Flag(help: "Pass the identity of the session's server too, or that of '--identity', as two files.")
    var withIdentity = false

    @OptionGroup var selection: CookieOptions

    @OptionGroup var methods: SessionMethodOptions
    @OptionGroup var flow: FlowOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    static var optionGroups: [any ParsableArguments.Type] {
        [SessionMethodOptions.self, FlowOptions.self, GlobalOptions.self]
    }
    static var takesProfile: Bool { true }
    var profileWord: String? { profile }

    /// The hint for a missing command.
    static let hint = "write '--' before the command: 'fedauth exec [PROFILE] -- COMMAND …'"

    func run(in context: CommandContext) throws(FedauthError) {
        guard let words = ArgumentBytes.commandWords else {
            throw FedauthError(.usage, "there is no command to run", hint: Self.hint)
        }
        try selection.check()
        let jars = CommandJars(directory: try context.runtimeDirectory())
        jars.removeStale()
        let jar = CommandJar(jars)
        let files = CommandIdentity(jars)
        let end: ProcessEnd
        do throws(FedauthError) {
            let command = try masked(words, jar, files, context)
            // Only the mask of the output is still needed, and the command may run for days.
            context.forgetSecrets()
            end = try command.run()
        } catch {
            jar.remove()
            files.remove()
            throw error
        }
        jar.remove()
        files.remove()
        switch end {
        case .status(0): return
        case .status(let number): throw alreadyReported(ErrorCode("command-ended", .ofCommand(number)))
        case .signal(let number):
            ThisProcess.end(by: number)
            // The signal did not end this process.
            throw alreadyReported(ErrorCode("command-ended", .ofCommand(128 + UInt8(truncatingIfNeeded: number))))
        }
    }

    /// Replaces this process with the command, or prepares the command to run under a mask. Releases the session, and
    /// the values that led to it, when it returns.
    private func masked(
        _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, _ jar: CommandJar, _ files: CommandIdentity,
        _ context: CommandContext
    ) throws(FedauthError) -> MaskedCommand {
        let session = try session(in: context)
        // Read before the cookie file is written, because a store may still prompt, and fail.
        let identity = withIdentity ? try identity(for: session, in: context) : nil
        var variables = try variables(session, jar, context)
        if let identity { variables = try files.add(identity, to: variables) }
        let image = CommandImage(words: words, variables: variables.entries, replaces: variables.replaces)
        if !mask {
            try files.removeAtEnd()
            try image.execute()
        }
        return try MaskedCommand(image, secrets: session.secrets + files.secrets, reporter: context.streams)
    }

    private func session(in context: CommandContext) throws(FedauthError) -> Session {
        let configuration = try context.configuration()
        let current = CurrentProfile(context)
        let known = current.name(profile, in: configuration).flatMap(configuration.profile)
        var settings = methods.values(flow)
        settings.basic = methods.basic.values(realm: methods.realm.realm)
        let signIn = MethodFlow(context.services(flow), settings)
        guard known != nil || profile == nil && signIn.namesAddress, !noSignIn else {
            return try kept(current, configuration, context)
        }
        let method = try known.map { (profile) throws(FedauthError) in
            try Invocation.checkMethod(of: profile, in: context.configurationFile.path)
        }
        let outcome = try signIn.run(method.flatMap { SignInMethodName(rawValue: $0) }, service: profile)
        let session = outcome.session
        if outcome.isFresh {
            context.streams.note(
                "signed in to '\(session.name)', valid until \(context.streams.shown(session.expires))")
        }
        return session
    }

    /// Returns the stored session when no sign-in is allowed; it must be the requested one.
    private func kept(
        _ current: CurrentProfile, _ configuration: Configuration, _ context: CommandContext
    ) throws(FedauthError) -> Session {
        let session = try current.validSession(
            profile, in: configuration, try context.store(flow.storage), at: context.clock.now,
            forSeconds: flow.signIn.reuse.minValidity?.seconds ?? 0)
        let hint = "sign in by '\(CurrentProfile.signIn(to: session, in: configuration, " --force"))'"
        if let wanted = flow.signIn.credentials.user, !session.isFor(wanted) {
            throw FedauthError(
                .inputNeeded,
                "the session '\(session.name)' is that of '\((session.user ?? session.wantedUser ?? "").folded(to: 60))', not of "
                    + "'\(wanted.folded(to: 60))'", hint: hint)
        }
        if flow.signIn.reuse.force && !noSignIn {
            throw FedauthError(
                .inputNeeded, "the session '\(session.name)' has no profile to sign in again with",
                hint: hint)
        }
        return session
    }

    /// Returns the named identity, else the one bound to the session's server. Throws `not-found`.
    private func identity(for session: Session, in context: CommandContext) throws(FedauthError) -> Identity {
        let store = try context.store(flow.storage)
        let identities = IdentityStore(store)
        if let name = flow.network.identity {
            guard let identity = try identities.named(name) else { throw IdentityFailures.none(name, in: store) }
            return identity
        }
        guard let identity = try identities.bound(to: session.url.origin, at: context.clock.now) else {
            throw FedauthError(
                .notFound, "no identity is bound to '\(session.url.origin)'",
                hint: "bind one by 'fedauth identity bind NAME \(session.url.origin)', or name it by '--identity NAME'")
        }
        return identity
    }

    private func variables(
        _ session: Session, _ jar: CommandJar, _ context: CommandContext
    ) throws(FedauthError) -> SessionVariables {
        if let token = session.token, session.result == .token, !selection.all {
            let url = try selection.url.map { (text) throws(FedauthError) in try WebURL(argument: text) } ?? session.url
            guard url.origin == session.url.origin else {
                throw FedauthError(
                    .notFound, "the token of '\(session.name)' is for '\(session.url.origin)', not for '\(url.origin)'",
                    hint: "leave out '--url'")
            }
            let text = TokenText(session: session, token: token, reader: context.environment.documentReader)
            return SessionVariables(session, token: text.wire, url: url)
        }
        return try CookieExport(
            session: session, selection: try selection.selection(of: session, at: context.clock.now),
            dialect: selection.dialect ?? .portable, jar: jar, reporter: context.streams
        ).variables()
    }
}
