import Application
import Core

/// Makes a command from the command line, and adds the settings of profile, `[defaults]` and environment.
struct Invocation {
    let environment: Environment

    /// A command, ready to run in its context.
    struct Ready {
        let command: any Command
        let context: CommandContext
    }

    /// A command, and the options of every command.
    typealias Parsed = (command: any Command, global: GlobalOptions)

    /// Makes the command that `words` name. Throws a `Mistake` in the words, a `WordRequest`, or a `FedauthError`.
    func prepare(_ words: [String]) throws -> Ready {
        var words = words
        // The command's name determines which variables apply. That of 'login' is not known yet.
        let named = Self.command(namedBy: words).type
        let fromEnvironment = named == Login.self ? nil : Settings.ofEnvironment(environment, for: named)
        var (command, global) = try parse(words, over: fromEnvironment ?? [])
        (command as? ExportCookies)?.guardOutput(isJSON: global.json)
        var context = try CommandContext(environment: environment, global: global, clock: clock(of: command)) {
            (try? Self.parse(words))?.command.givenSettings ?? []
        }
        // Replaces 'login' in the words by the method's command, which has the same options.
        if let login = command as? Login {
            if let again = try self.words(words, ofSession: login.profile, context) {
                words = again
                (command, global) = try parse(words, over: [])
            } else {
                let method = try method(of: login, context)
                words.replaceSubrange(0..<1, with: Settings.command(ofMethod: method)?.path ?? [method])
                (command, global) = try parse(words, as: method, for: login.profile)
            }
        }
        let fromFile = try settings(for: command, context)
        if fromEnvironment == nil || !fromFile.isEmpty {
            let above = fromEnvironment ?? Settings.ofEnvironment(environment, for: type(of: command))
            let merged = SettingLayers.merged(fromFile, under: above)
            if !fromFile.isEmpty { try checkValues(Settings.excluding(merged, namedIn: words), of: command, context) }
            (command, global) = try parse(words, over: merged)
            context = try CommandContext(
                environment: environment, global: global, clock: clock(of: command), earlier: context)
        }
        // The doctor reports such a mistake with its other checks.
        if !(command is Doctor) { try command.checkTexts() }
        context.known.isWanted =
            environment["FEDAUTH_TRACE"] != nil || words.contains { $0 == "--trace" || $0.hasPrefix("--trace=") }
            || fromFile.contains { $0.key == "trace" }
        context.files = { [command] in command.files }
        return Ready(command: command, context: context)
    }

    /// Throws the first mistake in the values of settings that the command uses. Warns of those in the profile of a sign-in
    /// that only other commands use.
    private func checkValues(
        _ settings: [Profile.Setting], of command: any Command, _ context: CommandContext
    ) throws(FedauthError) {
        let (configuration, path) = (try context.configuration(), context.configurationFile.path)
        let arguments = type(of: command).arguments
        let isUsed = { (setting: Profile.Setting) in
            arguments.position(named: setting.key).map { arguments[$0].isSetting } ?? false
        }
        let validator = ConfigurationValidator()
        if let mistake = validator.wrongValues(in: settings.filter(isUsed), of: configuration).first {
            throw mistake.error(in: path)
        }
        guard Settings.methodCommands.contains(where: { $0 == type(of: command) }) else { return }
        for mistake in validator.wrongValues(in: settings.filter { !isUsed($0) }, of: configuration) {
            context.streams.warning(mistake.error(in: path).message)
        }
    }

    /// Returns the clock of the command, whose waits end together by `--timeout`; for a command without that option, by the
    /// value from the environment.
    private func clock(of command: any Command) -> any WallClock {
        let setting = command.givenSettings.first { $0.key == "timeout" }
        let word = setting?.values.first?.word ?? environment["FEDAUTH_TIMEOUT"]
        return LimitedClock(SystemClock(), seconds: word.flatMap(TimeLength.init(argument:))?.seconds)
    }

    /// Makes the command of `words`, with the settings where the words say nothing.
    private func parse(_ words: [String], over settings: [Profile.Setting]) throws -> Parsed {
        let settings = Settings.excluding(settings, namedIn: words)
        do {
            return try Self.parse(words, over: settings)
        } catch let mistake as Mistake where !settings.isEmpty {
            let alone = try Self.parse(words)
            // The words alone are valid, so the mistake is in a setting, or the settings contradict one another.
            let file = try CommandContext(environment: environment, global: alone.global).configurationFile.path
            let source = mistake.setting.map { Settings.source($0, in: file) } ?? "'\(file)' and FEDAUTH_ variables"
            let values = Hint(words: words, mistake: mistake).values.map { $0 + "; " } ?? ""
            throw FedauthError(.configuration, mistake.what, hint: "\(values)the value comes from \(source)")
        }
    }

    /// Makes the command of `words`. Throws a `Mistake`, or a `WordRequest`.
    @discardableResult
    static func parse(_ words: [String], over settings: [Profile.Setting] = []) throws -> Parsed {
        let found = words.first == "help" ? (type: HelpWords.self, depth: 1) : command(namedBy: words)
        let rest = words.dropFirst(found.depth)
        if let type = found.type as? any Command.Type { return try parse(rest, as: type, over: settings) }
        var node: any CommandNode = found.type.init()
        // A group alone shows its help.
        throw try CommandLineParser.parse(rest, into: &node, over: settings) ?? .help
    }

    private static func parse<Node: Command>(
        _ words: ArraySlice<String>, as type: Node.Type, over settings: [Profile.Setting]
    ) throws -> Parsed {
        var typed = TypedCommand<Node>()
        if let request = try CommandLineParser.parse(words, into: &typed, over: settings) { throw request }
        return (typed.command, typed.global)
    }

    /// Makes the command that fedauth starts itself; nil: the words name another one.
    static func background(_ words: [String]) throws(Mistake) -> (any BackgroundCommand)? {
        let found = command(namedBy: words)
        // None is shown, which is asked without a look through all conformances.
        guard !found.type.configuration.shouldDisplay, let type = found.type as? any BackgroundCommand.Type else {
            return nil
        }
        var node: any BackgroundCommand = type.init()
        return try CommandLineParser.parse(words.dropFirst(found.depth), into: &node) == nil ? node : nil
    }

    /// Parses the words of `login` as those of the method's command. Throws `usage` for an option that it does not have.
    private func parse(_ words: [String], as method: String, for profile: String?) throws -> Parsed {
        do {
            return try Self.parse(words)
        } catch {
            guard let option = CommandWords(words).unknownOption else { throw error }
            let name = profile.map { "'\($0.folded(to: 60))'" } ?? "the current profile"
            throw FedauthError(
                .usage, "\(name) signs in by '\(method)', which has no option '\(option.folded(to: 60))'",
                hint: Hint(words: words).text)
        }
    }

    /// Returns the words that sign in to a session without a profile again: those of its method, with the addresses where it began
    /// and ended. Nil: the name is that of a profile, or of no session. Throws `usage` for a session that needs more than addresses.
    private func words(
        _ words: [String], ofSession named: String?, _ context: CommandContext
    ) throws(FedauthError) -> [String]? {
        let place = named.flatMap { words.dropFirst().firstIndex(of: $0) }
        guard let name = named ?? environment["FEDAUTH_PROFILE"], named == nil || place != nil,
            try context.configuration().profile(name) == nil,
            let typed = try? Self.parse(words, over: Settings.ofEnvironment(environment, for: Login.self)),
            let storage = (typed.command as? Login)?.options.flow.storage.completed(in: context), storage.isKept,
            let session = try Sessions(context.store(storage), reporter: context.streams).named(name)?.session
        else { return nil }
        var again: [String]
        switch session.method {
        case _ where !session.words.isEmpty: again = [session.method] + session.words
        case "saml":
            again = ["saml", (session.start ?? session.url).description]
            if session.start != nil, !words.contains("--finish") { again += ["--finish", session.url.description] }
        case "basic": again = ["basic", session.url.description]
        case "oauth":
            guard let record = session.token?.oauth else { return nil }
            again = ["oauth", record.issuer, "--client-id", record.client]
            for (option, value) in [("--scope", record.scope), ("--resource", record.resource)] {
                if let value { again += [option, value] }
            }
        default:
            throw FedauthError(
                .usage, "the session '\(name.folded(to: 60))' was made by \(session.method), and needs its options",
                hint: "type that command again, or save it: 'fedauth profile add NAME URL --method METHOD'")
        }
        if let user = session.wantedUser, !words.contains("--user") { again += ["--user", user] }
        if let file = session.authorities, !words.contains("--cacert") { again += ["--cacert", file] }
        return again + words.indices.dropFirst().filter { $0 != place }.map { words[$0] }
    }

    private func method(of login: Login, _ context: CommandContext) throws(FedauthError) -> String {
        let configuration = try context.configuration()
        let current = CurrentProfile(context)
        guard let profile = try current.profile(login.profile, in: configuration) else {
            guard let name = current.name(login.profile, in: configuration) else {
                let names = configuration.profiles.map(\.name).joined(separator: ", ").folded(to: 100)
                throw FedauthError(
                    .usage, "no profile was named",
                    hint: names.isEmpty
                        ? "add one by 'fedauth profile add NAME URL', or use 'fedauth saml URL'"
                        : "name one: \(names); or set FEDAUTH_PROFILE, or 'profile' in [defaults]")
            }
            var error = current.notFound(name, named: login.profile, in: configuration)
            error.hint =
                login.profile == nil
                ? "'fedauth profile list' shows them; a session made by 'fedauth saml URL' has none"
                : "'fedauth profile list' shows them; 'fedauth saml URL' signs in at an address"
            throw error
        }
        return try Self.checkMethod(of: profile, in: context.configurationFile.path)
    }

    /// Returns the method that signs in to this profile. Throws `configuration` for an unknown method.
    @discardableResult
    static func checkMethod(of profile: Profile, in path: String) throws(FedauthError) -> String {
        guard let setting = profile.settings.first(where: { $0.key == "method" }) else { return MethodName.usual.name }
        if let mistake = ConfigurationValidator().wrong(setting, .profile(profile.name)) {
            throw mistake.error(in: path)
        }
        return setting.values.first?.word ?? MethodName.usual.name
    }

    /// Returns the settings of `[defaults]` and the profile.
    private func settings(
        for command: any Command, _ context: CommandContext
    ) throws(FedauthError) -> [Profile.Setting] {
        guard type(of: command).readsConfiguration else { return [] }
        let configuration = try context.configuration()
        guard let name = command.profileName(in: configuration, CurrentProfile(context)),
            let profile = configuration.profile(name)
        else { return configuration.defaults }
        try ConfigurationValidator().check(.profile(name), in: configuration, path: context.configurationFile.path)
        let settings = SettingLayers(configuration.defaults, profile).settings
        guard !command.maySignIn(environment) else { return settings }
        let arguments = type(of: command).arguments
        return settings.filter { setting in
            arguments.position(named: setting.key) != nil && Settings.servesWithoutSignIn(setting.key)
        }
    }

    /// Returns whether a shell may evaluate the output of the command that the words name.
    static func failsForShell(_ words: [String]) -> Bool { command(namedBy: words).type == ExportCookies.self }

    /// Returns the number of words at the start that name the command.
    static func commandPath(_ words: [String]) -> Int { command(namedBy: words).depth }

    /// Returns whether `path` names a group of commands.
    static func isGroup(_ path: ArraySlice<String>) -> Bool {
        !command(namedBy: Array(path)).type.configuration.subcommands.isEmpty
    }

    /// Returns the command that the first words name, and the number of these words.
    static func command(namedBy words: [String]) -> (type: any CommandNode.Type, depth: Int) {
        var found: (type: any CommandNode.Type, depth: Int) = (Fedauth.self, 0)
        for word in words {
            let below = found.type.configuration.subcommands
            guard let next = below.first(where: { $0.configuration.commandName == word }) else { break }
            found = (next, found.depth + 1)
        }
        return found
    }
}

/// The words behind `help`.
private struct HelpWords: CommandNode {
    static let configuration = CommandConfiguration(commandName: "help", abstract: "Explain a command or a topic.")
    var words: [String] = []
    var all = false

    mutating func declare(_ list: OptionList) {
        list.arguments("words", &words, "")
        list.flag("all", &all, "")
    }
}
