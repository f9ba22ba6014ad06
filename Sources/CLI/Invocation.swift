import ArgumentParser
import Core

/// Makes a command out of the words of the command line, with what profile, `[defaults]` and environment add.
struct Invocation {
    let environment: Environment

    /// A command, ready to run in its context.
    struct Ready {
        let command: any Command
        let context: CommandContext
    }

    /// Parses `words`. Throws what the parser throws for help, version and mistakes, and `FedauthError` for the rest.
    func prepare(_ words: [String]) throws -> Ready {
        var words = words
        var command = try parse(words)
        var context = try CommandContext(environment: environment, global: command.global)
        if let login = command as? Login {
            words[0] = try method(of: login, context)
            command = try parse(words)
        }
        let groups = type(of: command).optionGroups
        let fromFile = try settings(for: command, context)
        let fromEnvironment = Settings.settings(environment, for: groups)
        let added = Settings.excluding(Settings.merged(fromFile, under: fromEnvironment), namedIn: words)
        let addedWords = Settings.words(added, for: groups)
        if !addedWords.isEmpty {
            let path = Self.commandPath(words)
            do {
                command = try parse(Array(words.prefix(path)) + addedWords + words.dropFirst(path))
            } catch {
                // The words alone were taken: what is wrong came with the settings.
                throw FedauthError(
                    .configuration, Mistake(error).what,
                    hint: "the value comes from '\(context.configurationFile.path)' or from a FEDAUTH_ variable")
            }
            context = try CommandContext(environment: environment, global: command.global, earlier: context)
        }
        return Ready(command: command, context: context)
    }

    /// The commands that `fedauth login` stands for, the usual one first.
    private static let methods = [SAML.configuration.commandName ?? "saml"]

    private func parse(_ words: [String]) throws -> any Command {
        var parsed = try Fedauth.parseAsRoot(words)
        if let command = parsed as? any Command { return command }
        // The parser's own help command throws the help that it was asked for; a group has nothing else to say.
        try parsed.run()
        if parsed is any BackgroundCommand { throw ExitCode.success }
        throw CleanExit.helpRequest(type(of: parsed))
    }

    private func method(of login: Login, _ context: CommandContext) throws(FedauthError) -> String {
        let configuration = try context.configuration()
        guard let profile = try CurrentProfile(context).profile(login.profile, in: configuration) else {
            throw FedauthError(
                .usage, login.profile.map { "'\($0.folded(to: 60))' is no profile" } ?? "no profile was named",
                hint: "add one by 'fedauth profile add NAME …', or use 'fedauth saml URL'")
        }
        let method = profile.text("method") ?? Self.methods[0]
        guard Self.methods.contains(method) else {
            throw FedauthError(
                .configuration, "the profile '\(profile.name)' has an unknown method '\(method.folded(to: 40))'",
                hint: "the methods are \(Self.methods.joined(separator: ", "))")
        }
        return method
    }

    /// What `[defaults]` and the profile say.
    private func settings(
        for command: any Command, _ context: CommandContext
    ) throws(FedauthError) -> [Profile.Setting] {
        guard type(of: command).readsConfiguration else { return [] }
        let configuration = try context.configuration()
        var settings = configuration.defaults
        if type(of: command).takesProfile,
            let name = CurrentProfile(context).name(command.profileWord, in: configuration),
            let profile = configuration.profile(name)
        {
            settings = Settings.merged(settings, under: profile.settings)
        }
        return settings
    }

    /// How many words at the start name the command.
    static func commandPath(_ words: [String]) -> Int {
        var commands = Fedauth.configuration.allSubcommands
        var count = 0
        for word in words {
            guard let next = commands.first(where: { $0.configuration.commandName == word }) else { break }
            count += 1
            commands = next.configuration.allSubcommands
        }
        return count
    }
}

extension CommandConfiguration {
    /// Subcommands, in groups or not.
    var allSubcommands: [any ParsableCommand.Type] {
        groupedSubcommands.flatMap(\.subcommands) + ungroupedSubcommands
    }
}
