import Application
import Core

/// Advice for a command line that the parser rejects.
struct Hint {
    private let words: [String]
    private let typed: CommandWords
    private let mistake: Mistake?
    private let isProfile: (String) -> Bool
    private let isHelp: Bool

    /// `mistake` is what the parser has found; `isProfile` tells whether there is a profile of a name.
    init(words: [String], mistake: Mistake? = nil, isProfile: @escaping (String) -> Bool = { _ in false }) {
        self.isProfile = isProfile
        isHelp = words.first == "help"
        self.words = words.first == "help" ? Array(words.drop { $0 == "help" }) : words
        self.mistake = mistake
        typed = CommandWords(self.words)
    }

    /// A more precise message than the parser's, which knows no command by another word.
    var complaintInstead: String? {
        let option =
            typed.unknownOption.flatMap { option in words.firstIndex { $0.hasPrefix(option) } } ?? words.endIndex
        if typed.isGroup, let word = typed.positionals.first, words.firstIndex(of: word) ?? 0 < option {
            return "there is no command '\((typed.path + [word]).joined(separator: " ").folded(to: 60))'"
        }
        // The options that all commands have stand behind the command's name.
        if typed.isGroup, let option = typed.pending { return "missing value for '\(option.described())'" }
        if typed.isGroup, typed.unknownOption == nil, mistake?.kind == .unknownOption {
            return "there is no command after '\((["fedauth"] + typed.path).joined(separator: " "))'"
        }
        return nil
    }

    var text: String {
        if typed.path == [Exec.name], !words.contains("--") { return Exec.hint }
        let help = "see 'fedauth help\(typed.path.map { " " + $0 }.joined())'"
        if let command { return "\(command) \(help)" }
        if let option = typed.unknownOption, let words = self.option(option) { return "\(words) \(help)" }
        if let words = values ?? missing ?? surplus { return "\(words); \(help)" }
        guard HelpRequest.dashedName(words) != nil, !typed.isGroup else { return help }
        return "put '--' before a name that begins with a dash; \(help)"
    }

    /// Advice for the first unknown word: the command that has its meaning, then the one with similar letters.
    private var command: String? {
        guard typed.isGroup, let word = typed.positionals.first else { return nil }
        if typed.path.isEmpty {
            // The name of a profile or of an entry, without a command.
            if isProfile(word) { return "'fedauth login \(word.shellWord)' signs in to that profile;" }
            if word.contains("/"), !word.contains(":") {
                return "'fedauth store get \(word.folded(to: 60).shellWord)' prints an entry;"
            }
            if words.count > 1, words[0] == word, let meant = pair(word, words[1]) { return meant }
            if isHelp, let topic = HelpTopic.familiar(word) { return "did you mean 'help \(topic.rawValue)'?" }
            if FamiliarCommands.advice(for: word, behind: []) == nil, CredentialProtocol.spoken(by: word) != nil {
                return "'fedauth help \(word)' prints what to write so that it asks fedauth;"
            }
        }
        let groups = typed.type.configuration.shownSubcommands
        if word.contains("://"), let advice = FamiliarCommands.advice(forAddressBehind: typed.path.joined()) {
            return advice + ";"
        }
        if let meant = meaning(of: word.lowercased(), behind: typed.path) {
            let path = typed.path + [meant.command ?? ""]
            let takesMore = meant.command == nil || !CommandDescription(path).positionals.isEmpty
            if typed.positionals.count == 1 || takesMore { return meant.text }
            return FamiliarCommands.surplus(of: typed.positionals, behind: path).map { $0 + ";" } ?? meant.text
        }
        // The word is a command of a group, without the group's name.
        let below = groups.first { group in
            group.configuration.shownSubcommands.contains { $0.configuration.commandName == word }
        }
        if let below {
            return
                "did you mean '\((typed.path + [below.configuration.commandName, word]).joined(separator: " "))'?"
        }
        let names = groups.compactMap { $0.configuration.commandName }
        if let meant = SpellingSuggestion.best(word, among: names) {
            return "did you mean '\((typed.path + [meant]).joined(separator: " "))'?"
        }
        if let meant = compound(word.lowercased()) { return meant }
        let topics = typed.path.isEmpty ? HelpTopic.allCases.map(\.rawValue) + CredentialProtocol.all.map(\.name) : []
        return SpellingSuggestion.best(word, among: topics).map { "did you mean 'help \($0)'?" }
    }

    /// Advice for a noun and a verb of other programs, in either order: "auth status", "delete profile".
    private func pair(_ first: String, _ second: String) -> String? {
        var (noun, verb) = (first.lowercased(), second.lowercased())
        if FamiliarCommands.group(of: noun) == nil { (noun, verb) = (verb, noun) }
        guard let group = FamiliarCommands.group(of: noun), !verb.hasPrefix("-") else { return nil }
        // "get profiles" shows all of them.
        let isPlural = noun.hasSuffix("s") && FamiliarCommands.group(of: String(noun.dropLast())) != nil
        if isPlural, ["get", "show", "view"].contains(verb) { verb = "list" }
        return meaning(of: verb, behind: group)?.text
    }

    /// Advice for a verb and a noun in one word: "list-profiles", "get-token".
    private func compound(_ word: String) -> String? {
        let parts = word.split(maxSplits: 1) { "-_".contains($0) }.map(String.init)
        guard let first = parts.first, let rest = parts.dropFirst().first else { return nil }
        let both = typed.path.isEmpty ? pair(first, rest) : nil
        return both ?? meaning(of: rest, behind: typed.path)?.text ?? meaning(of: first, behind: typed.path)?.text
    }

    /// Returns the command with this name or meaning in a group, or advice; nil when the word is unknown.
    private func meaning(of word: String, behind path: [String]) -> (text: String, command: String?)? {
        if let advice = FamiliarCommands.advice(for: word, behind: path) { return (advice + ";", nil) }
        let names = CommandWords(path).type.configuration.shownSubcommands.compactMap { $0.configuration.commandName }
        guard let meant = names.first(where: { $0 == word }) ?? FamiliarCommands.synonym(of: word, among: names) else {
            return nil
        }
        let command = (path + [meant]).joined(separator: " ")
        if words.contains(where: { $0.contains("://") }),
            let advice = FamiliarCommands.advice(forAddressBehind: command)
        {
            return (advice + ";", nil)
        }
        return ("did you mean '\(command)'?", meant)
    }

    /// Returns an error with better advice where the name that was not found is a verb: "token refresh".
    func advised(_ error: FedauthError) -> FedauthError {
        guard error.code == .notFound, let word = typed.positionals.first,
            ["session", "profile"].contains(where: { error.message.hasPrefix("there is no \($0) '\(word)'") })
        else { return error }
        var error = error
        let command = "fedauth \(typed.path.joined(separator: " "))"
        if let advice = FamiliarCommands.advice(for: word.lowercased(), behind: typed.path) {
            error.hint = advice
        } else if ExternalCommand.ownNames.contains(word) {
            error.hint = "'fedauth \(word)' is a command of its own; '\(command)' takes a name"
        } else if FamiliarCommands.isVerb(word.lowercased()) {
            error.hint = "'\(command)' takes a name, and no verb" + (error.hint.map { "; " + $0 } ?? "")
        }
        return error
    }

    /// Advice for words that the command does not take.
    private var surplus: String? {
        guard mistake?.kind == .surplus else { return nil }
        return FamiliarCommands.surplus(of: typed.positionals, behind: typed.path)
    }

    // MARK: Options

    private func option(_ name: String) -> String? {
        let path = typed.path.isEmpty ? ["login"] : typed.path
        let candidates =
            typed.isGroup ? Self.commands(below: CommandWords(path).type, at: path).map(\.path) + [path] : [path]
        let descriptions = candidates.map { CommandDescription($0) }
        let has = { (option: String) in descriptions.contains { $0.option(option) != nil } }
        let advice = { (option: String) in FamiliarOptions.advice(for: option, of: path, has: has) }
        if typed.path.isEmpty {
            return "options stand behind a command: 'fedauth login NAME', 'fedauth saml URL';"
                + (advice(name).map { " \($0);" } ?? "")
        }
        if typed.isGroup, has(String(name.prefix { $0 != "=" })) {
            return
                "options stand behind the command: 'fedauth \(path.joined(separator: " ")) COMMAND \(name.folded(to: 60))';"
        }
        if let advice = advice(name) { return advice + ";" }
        // `-method=saml`: a long option with one dash.
        if !name.hasPrefix("--"), name.count > 3 {
            let long = "-" + String(name.prefix { $0 != "=" })
            if has(long) { return "did you mean '\(long)'?" }
            if let advice = advice(long) { return advice + ";" }
        }
        let others =
            [name] + FamiliarOptions.meanings.filter { $0.others.contains(Substring(name)) }.compactMap(\.option)
        if let reason = others.lazy.compactMap(absence).first { return reason + ";" }
        // `-kv` stands for two options, but a name may begin with a dash, too.
        let letters = name.hasPrefix("--") ? [] : name.dropFirst().prefix(8).map { "-\($0)" }.filter { !has($0) }
        let meanings = letters.compactMap(advice)
        if let advice = meanings.first, meanings.count == letters.count { return advice + ";" }
        guard name.hasPrefix("--") else { return nil }
        if name.hasPrefix("--no-") {
            let positive = "--" + name.dropFirst("--no-".count)
            if let option = descriptions.lazy.compactMap({ $0.option(positive) }).first {
                return option.kind == .flag
                    ? "'\(positive)' is off where neither option nor setting says it;"
                    : "'\(positive)' takes a value; without it, a setting or the default counts;"
            }
        }
        if let setting = FamiliarSettings.meaning(String(name.dropFirst(2)))?.name, has("--" + setting) {
            return "did you mean '--\(setting)'?"
        }
        if let meant = SpellingSuggestion.best(name, among: typed.description.options.flatMap(\.forms)) {
            return "did you mean '\(meant)'?"
        }
        let commands = Self.commands(below: Fedauth.self, at: []).map { command in
            (command.path, forms: CommandDescription(command.path).options.flatMap(\.forms))
        }
        guard let known = SpellingSuggestion.best(name, among: Set(commands.flatMap(\.forms)).sorted()) else {
            return nil
        }
        let owners = commands.filter { $0.forms.contains(known) }.map { "'fedauth \($0.0.joined(separator: " "))'" }
        let list = owners.prefix(2).joined(separator: owners.count == 2 ? " and " : ", ")
        return (known == name ? "it" : "'\(known)'")
            + " is an option of \(list)\(owners.count > 2 ? " and others" : "");"
    }

    /// Why the command does not have an option of sign-ins; nil: no particular reason.
    private func absence(of option: String) -> String? {
        let command = "'\((["fedauth"] + typed.path).joined(separator: " "))'"
        switch CommandDescription(["login"]).option(option)?.section {
        case "Certificate": return "\(command) gets no certificate"
        case "Sign-in", "Browser":
            // A sign-in without pages has the other options of these sections.
            guard CommandDescription(["basic"]).option(option) == nil,
                !typed.description.options.contains(where: { $0.section == "Browser" })
            else { return nil }
            return "\(command) shows no page"
        default: return nil
        }
    }

    private static func commands(
        below group: any CommandNode.Type, at path: [String]
    ) -> [(path: [String], type: any CommandNode.Type)] {
        group.configuration.shownSubcommands.flatMap { type in
            let path = path + [type.configuration.commandName]
            return type.configuration.subcommands.isEmpty ? [(path, type)] : commands(below: type, at: path)
        }
    }

    // MARK: Values

    /// The permitted values, for a value that is refused.
    var values: String? {
        guard mistake?.kind == .refusedValue, let argument = mistake?.argument, let word = mistake?.value else {
            return nil
        }
        if argument.valueName == "time" { return "a time is written like \(TimeLength.forms)" }
        let meant = SpellingSuggestion.best(word, among: argument.choices).map { "did you mean '\($0)'? " } ?? ""
        return Self.list(argument).map { meant + $0 }
    }

    /// The permitted values of a required option that is missing.
    private var missing: String? {
        guard mistake?.kind == .missingArgument, let argument = mistake?.argument, argument.kind == .option else {
            return nil
        }
        return Self.list(argument)
    }

    private static func list(_ argument: Argument) -> String? {
        guard !argument.choices.isEmpty else { return nil }
        let hasNames = if case .names(.stores) = argument.completion { true } else { false }
        return "the values are \(argument.choices.joined(separator: ", "))"
            + (hasNames ? ", and the names that 'fedauth store list --stores' shows" : "")
    }
}
