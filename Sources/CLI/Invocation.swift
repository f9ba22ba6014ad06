import Application
import ArgumentParser
import Core

/// Makes a command from the command line, and adds the settings of profile, `[defaults]` and environment.
struct Invocation {
    let environment: Environment

    /// A command, ready to run in its context.
    struct Ready {
        let command: any Command
        let context: CommandContext
    }

    /// Parses `words`. Rethrows the parser's errors for help, version and mistakes; all other errors are
    /// `FedauthError`.
    func prepare(_ words: [String]) throws -> Ready {
        var earlier: CommandContext?
        if let ready = try direct(words, &earlier) { return ready }
        try LongOption.check(words)
        var words = words
        // The command's name determines which variables apply. If the file adds no settings, one pass of the parser is
        // enough.
        let named = Self.command(namedBy: words).type as? any Command.Type
        let known = named == Login.self ? nil : named?.optionGroups
        let fromEnvironment = known.map { Settings.settings(environment, for: $0) }
        var command = try parse(words, adding: fromEnvironment ?? [], for: known ?? [])
        (command as? any FailsForShell)?.guardOutput()
        // Replaces 'login' in the words by the method's command, which has the same options.
        var context = try CommandContext(environment: environment, global: command.global, earlier: earlier) {
            [words] in (try? parse(words))?.givenSettings ?? []
        }
        context.timeoutSeconds = { [command] in timeoutSeconds(of: command) }
        if let login = command as? Login {
            let method = try method(of: login, context)
            words.replaceSubrange(0..<1, with: Settings.command(ofMethod: method)?.path ?? [method])
            command = try parse(words, as: method, for: login.profile)
        }
        let groups = type(of: command).optionGroups
        let fromFile = try settings(for: command, context)
        var added = fromEnvironment ?? []
        if fromEnvironment == nil || !fromFile.isEmpty {
            let above = fromEnvironment ?? Settings.settings(environment, for: groups)
            let merged = SettingLayers.merged(fromFile, under: above)
            added = merged
            if !fromFile.isEmpty { try checkValues(Settings.excluding(merged, namedIn: words), of: command, context) }
            command = try parse(words, adding: merged, for: groups)
            context = try CommandContext(environment: environment, global: command.global, earlier: context)
            context.timeoutSeconds = { [command] in timeoutSeconds(of: command) }
        }
        // The doctor reports such a mistake with its other checks.
        if !(command is Doctor), !Self.areSound(words, added) { try Self.checkTexts(of: command) }
        return ready(command, context, words, fromFile)
    }

    /// Throws the first mistake in the values of settings that the command uses. Warns of those in the profile of a sign-in
    /// that only other commands use.
    private func checkValues(
        _ settings: [Profile.Setting], of command: any Command, _ context: CommandContext
    ) throws(FedauthError) {
        let (configuration, path) = (try context.configuration(), context.configurationFile.path)
        let names = Set(OptionNames(type(of: command).optionGroups).members.map(\.name))
        let validator = ConfigurationValidator()
        try validator.checkValues(settings, among: names, in: configuration, path: path)
        guard command is any MethodCommand else { return }
        for mistake in validator.wrongValues(in: settings.filter { !names.contains($0.key) }, of: configuration) {
            context.streams.warning(mistake.error(in: path).message)
        }
    }

    /// Returns the command if it needs no parser; see `DirectCommand`. Otherwise the context has the configuration, if that was
    /// read.
    private func direct(_ words: [String], _ made: inout CommandContext?) throws(FedauthError) -> Ready? {
        guard let command = DirectCommand.command(words, environment) else { return nil }
        (command as? any FailsForShell)?.guardOutput()
        let context = try CommandContext(environment: environment, global: command.global)
        made = context
        context.timeoutSeconds = { [command] in timeoutSeconds(of: command) }
        let fromFile = try settings(for: command, context)
        return DirectCommand.isComplete(command, without: fromFile) ? ready(command, context, words, fromFile) : nil
    }

    private func ready(
        _ command: any Command, _ context: CommandContext, _ words: [String], _ fromFile: [Profile.Setting]
    ) -> Ready {
        context.knownSecrets.isWanted =
            environment["FEDAUTH_TRACE"] != nil || words.contains { $0 == "--trace" || $0.hasPrefix("--trace=") }
            || fromFile.contains { $0.key == "trace" }
        return Ready(command: command, context: context)
    }

    /// Returns the value of `--timeout`, if the command's words are known; for a command without that option, the value
    /// from the environment.
    private func timeoutSeconds(of command: any Command) -> Int64? {
        let setting = command.givenSettings.first { $0.key == "timeout" }
        let word = setting?.values.first?.word ?? environment["FEDAUTH_TIMEOUT"]
        return word.flatMap(TimeLength.init(argument:))?.seconds
    }

    /// Parses `words` with the words for `settings` in front of their options.
    private func parse(
        _ words: [String], adding settings: [Profile.Setting], for groups: [any ParsableArguments.Type]
    ) throws -> any Command {
        let settings = Settings.excluding(settings, namedIn: words)
        let added = Settings.words(settings, for: groups)
        guard !added.isEmpty else { return try parse(words) }
        let path = Self.commandPath(words)
        func command(with added: [String]) throws -> any Command {
            try parse(Array(words.prefix(path)) + added + words.dropFirst(path))
        }
        do {
            return try command(with: added)
        } catch {
            let alone = try parse(words)
            // The words alone are valid, so the mistake is in the settings.
            let context = try CommandContext(environment: environment, global: alone.global)
            let file = context.configurationFile.path
            // The setting that is invalid by itself; nil when the settings only contradict one another.
            let culprit = settings.first { (try? command(with: Settings.words([$0], for: groups))) == nil }
            let source = culprit.map { Settings.source($0, in: file) } ?? "'\(file)' and FEDAUTH_ variables"
            let complaint = Mistake(error).what
            let values = Hint(words: words, complaint: complaint).values.map { $0 + "; " } ?? ""
            throw FedauthError(.configuration, complaint, hint: "\(values)the value comes from \(source)")
        }
    }

    private func parse(_ words: [String]) throws -> any Command {
        // Tries the command alone first: parsing from the root creates the options of every level, which doubles the
        // cost. Help and mistakes, which the command alone does not accept, are parsed from the root.
        let named = Self.command(namedBy: words)
        if named.depth > 0,
            let command = try? named.type.parseAsRoot(Array(words.dropFirst(named.depth))) as? any Command
        {
            return command
        }
        var parsed = try Fedauth.parseAsRoot(words)
        if let command = parsed as? any Command { return command }
        // The parser's own help command throws the requested help; a group prints nothing else.
        try parsed.run()
        if parsed is any BackgroundCommand { throw ExitCode.success }
        throw CleanExit.helpRequest(type(of: parsed))
    }

    /// Parses the words of `login` as those of the method's command. Throws `usage` for an option that it does not have.
    private func parse(_ words: [String], as method: String, for profile: String?) throws -> any Command {
        do {
            return try parse(words)
        } catch {
            guard let option = CommandWords(words).unknownOption else { throw error }
            let name = profile.map { "'\($0.folded(to: 60))'" } ?? "the current profile"
            throw FedauthError(
                .usage, "\(name) signs in by '\(method)', which has no option '\(option.folded(to: 60))'",
                hint: Hint(words: words).text)
        }
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
        guard type(of: command).takesProfile,
            let name = command.profileName(in: configuration, CurrentProfile(context)),
            let profile = configuration.profile(name)
        else { return configuration.defaults }
        try ConfigurationValidator().check(.profile(name), in: configuration, path: context.configurationFile.path)
        return SettingLayers(configuration.defaults, profile).settings
    }

    /// Throws `usage`, naming the option, for the first value that is not an address where one is expected, or a secret where a
    /// name is expected. For options of all other types, the parser's errors name the option.
    private static func checkTexts(of command: any Command) throws(FedauthError) {
        for setting in command.settings {
            guard let check = SettingText.firstCheck(setting.key) else { continue }
            for case .text(let text) in setting.values {
                do throws(FedauthError) {
                    try check(text)
                } catch {
                    throw FedauthError(error.code, "'--\(setting.key)': \(error.message)", hint: error.hint)
                }
            }
        }
    }

    /// Returns whether each word that may be the text of such an option passes its check. Otherwise `checkTexts` finds out
    /// whether the command uses it, by reflection, which takes a tenth of a sign-in.
    private static func areSound(_ words: [String], _ settings: [Profile.Setting]) -> Bool {
        func isSound(_ name: String, _ text: String?) -> Bool {
            guard let check = SettingText.firstCheck(name) else { return true }
            return text.map { (try? check($0)) != nil } ?? false
        }
        return settings.allSatisfy { setting in setting.values.allSatisfy { isSound(setting.key, $0.word) } }
            && words.indices.allSatisfy { index in
                let word = words[index]
                guard word.hasPrefix("--") else { return true }
                let value = word.firstIndex(of: "=").map { String(word[$0...].dropFirst()) }
                return isSound(
                    String(word.dropFirst(2).prefix { $0 != "=" }), value ?? words.dropFirst(index + 1).first)
            }
    }

    /// Returns the command that the words name, if a shell may evaluate its output.
    static func failsForShell(_ words: [String]) -> (any FailsForShell.Type)? {
        command(namedBy: words).type as? any FailsForShell.Type
    }

    /// Returns the number of words at the start that name the command.
    static func commandPath(_ words: [String]) -> Int { command(namedBy: words).depth }

    /// Returns whether `path` names a group of commands.
    static func isGroup(_ path: ArraySlice<String>) -> Bool {
        !command(namedBy: Array(path)).type.configuration.allSubcommands.isEmpty
    }

    /// Returns the command that the first words name, and the number of these words.
    private static func command(namedBy words: [String]) -> (type: any ParsableCommand.Type, depth: Int) {
        var found: (type: any ParsableCommand.Type, depth: Int) = (Fedauth.self, 0)
        for word in words {
            let below = found.type.configuration.allSubcommands
            guard let next = below.first(where: { $0.configuration.commandName == word }) else { break }
            found = (next, found.depth + 1)
        }
        return found
    }
}

extension CommandConfiguration {
    /// All subcommands, including those in groups.
    var allSubcommands: [any ParsableCommand.Type] {
        groupedSubcommands.flatMap(\.subcommands) + ungroupedSubcommands
    }
}
