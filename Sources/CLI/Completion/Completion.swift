import Application
import Core

/// Finds completions for the end of a command line. Reads the declarations, so that a new option or command is
/// completed without further code.
struct Completion {
    /// Where the values of an option come from.
    enum Source: Sendable {
        case list([String])
        case file
        /// A line for a shell.
        case command
        case names(NameSource)
        /// The names of settings.
        case settings
    }

    let typed: CommandWords
    /// The typed part of the word to complete.
    let current: String
    let environmentNames: [String]

    /// The candidates to offer.
    var proposal: Proposal {
        if let option = typed.pending { return values(of: option, behind: "") }
        guard !typed.isTerminated else { return typed.type == Exec.self ? Proposal(paths: .command) : positional }
        if current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
            guard let option = typed.description.option(current[..<equals]), option.kind == .option else {
                return Proposal()
            }
            return values(of: option, behind: String(current[...equals]))
        }
        if current.hasPrefix("-") { return Proposal(candidates: options) }
        if typed.isGroup {
            guard typed.positionals.isEmpty else { return Proposal() }
            return Proposal(candidates: commands, names: typed.path.isEmpty ? [.aliases] : [])
        }
        return positional
    }

    // MARK: Commands and options

    private var commands: [Candidate] {
        let commands = typed.type.configuration.shownSubcommands.map {
            Candidate($0.configuration.commandName, $0.configuration.abstract)
        }
        return typed.path.isEmpty ? commands + [Candidate("help", "Explain a command or a topic.")] : commands
    }

    /// The options that are not given yet, or may repeat; those of the short help first, in long forms.
    private var options: [Candidate] {
        let used = typed.options.filter { !$0.argument.isRepeating }.flatMap(\.argument.forms)
        let own = typed.description.options.filter { !used.contains($0.longForm) && !$0.isHelp }
        let version = typed.path.isEmpty ? [Candidate("--version", "Show the version.")] : []
        let main = Set(HelpPage(typed.path, columns: TextColumns(width: 80)).mainOptions.map(\.longForm))
        let sorted = own.filter { main.contains($0.longForm) } + own.filter { !main.contains($0.longForm) }
        return sorted.map { Candidate($0.longForm, $0.help) } + version
            + [Candidate("--help", "Show short help."), Candidate("--help-all", "Show all options.")]
    }

    // MARK: Values

    private var positional: Proposal {
        let expected = typed.description.positionals
        let last = expected.last.flatMap { $0.isRepeating ? $0 : nil }
        guard !typed.isGroup,
            let argument = typed.positionals.count < expected.count ? expected[typed.positionals.count] : last
        else { return typed.isGroup || typed.isTerminated ? Proposal() : Proposal(candidates: options) }
        return values(of: argument, behind: "")
    }

    /// Returns proposals for a value; `prefix` is the part of the current word that belongs to the option.
    private func values(of argument: Argument, behind prefix: String) -> Proposal {
        switch argument.completion {
        case .list(let values): Proposal(candidates: values.map { Candidate(prefix + $0) })
        case .file, .command: Proposal(paths: .files, prefix: prefix)
        case .names(.fieldSources): fieldSource(behind: prefix)
        case .names(.presenters): presenter(behind: prefix)
        case .names(.stores): store(argument.choices, behind: prefix)
        case .names(.certificates): Proposal(prefix: prefix, names: [.enrollingProfiles, .identities])
        case .names(.sessions): Proposal(prefix: prefix, names: [.profiles, .sessions])
        case .names(let source): Proposal(prefix: prefix, names: [source])
        case .settings: Proposal(candidates: (["method"] + Settings.names).map { Candidate(prefix + $0) })
        case nil: Proposal(candidates: argument.choices.map { Candidate(prefix + $0) })
        }
    }

    /// Returns proposals for a presenter: a name, or `exec:` and a program.
    private func presenter(behind prefix: String) -> Proposal {
        let start = PresenterChoice.prefix
        let value = current.dropFirst(prefix.count)
        if value.hasPrefix(start) { return Proposal(paths: .files, prefix: prefix + start) }
        let names =
            PresenterName.choices.filter { $0.hasPrefix(value) } + (start.hasPrefix(value) ? [start] : [])
        // Without other candidates, the program may follow at once.
        return Proposal(candidates: names.map { Candidate(prefix + $0) }, continues: names == [start])
    }

    /// Returns proposals for a store: a back end, a named store, or `exec:` and a program.
    private func store(_ words: [String], behind prefix: String) -> Proposal {
        let start = StoreBackend.programPrefix
        let value = current.dropFirst(prefix.count)
        if value.hasPrefix(start) { return Proposal(paths: .files, prefix: prefix + start) }
        return Proposal(
            candidates: (words + [start]).map { Candidate(prefix + $0) }, prefix: prefix,
            continues: !value.isEmpty && start.hasPrefix(value), names: [.stores])
    }

    /// Returns proposals such as `code=totp:mail`: the kind of the source, then what it reads.
    private func fieldSource(behind prefix: String) -> Proposal {
        let value = current.dropFirst(prefix.count)
        guard let equals = value.firstIndex(of: "=") else {
            let fields = [
                Candidate(prefix + "password=", "a field's name"), Candidate(prefix + "code=", "a field's name"),
            ]
            return Proposal(candidates: fields, continues: true)
        }
        let name = prefix + value[...equals]
        let source = value[value.index(after: equals)...]
        guard let colon = source.firstIndex(of: ":") else {
            let kinds = FieldSource.kinds.sorted().map { Candidate(name + $0 + ":") }
            return Proposal(candidates: kinds, continues: true)
        }
        let start = name + source[...colon]
        switch source[..<colon] {
        case "file": return Proposal(paths: .files, prefix: start)
        case "store", "totp": return Proposal(prefix: start, names: [.entries])
        case "env": return Proposal(candidates: environmentNames.sorted().map { Candidate(start + $0) })
        default: return Proposal()
        }
    }
}

extension Completion {
    /// Completes the last of the words after the program's name.
    init(_ words: [String], environmentNames: [String] = []) {
        var before = words.dropLast()
        current = words.last ?? ""
        self.environmentNames = environmentNames
        before = before.drop { $0 == "help" }
        typed = CommandWords(before)
    }

    /// Returns proposals for `fedauth help …`: commands and topics, but no options or arguments.
    static func help(_ words: [String]) -> Proposal {
        if words.last?.hasPrefix("-") == true { return Proposal(candidates: [Candidate("--all", "Show all options.")]) }
        let typed = CommandWords(words.dropFirst().dropLast())
        guard typed.positionals.isEmpty else { return Proposal() }
        let commands = typed.type.configuration.shownSubcommands.map {
            Candidate($0.configuration.commandName, $0.configuration.abstract)
        }
        let topics =
            HelpTopic.allCases.map { Candidate($0.rawValue, $0.abstract) }
            + CredentialProtocol.all.map { Candidate($0.name, "What to write for \($0.speakers).") }
        return Proposal(candidates: commands + (typed.path.isEmpty ? topics : []))
    }
}
