/// The help of a command: the main options on one screen, or all options by topic.
struct HelpPage {
    let path: [String]
    let type: any CommandNode.Type
    let columns: TextColumns
    let description: CommandDescription
    private let isFull: Bool

    /// Creates the page of the command at `path`; a full one has all options.
    init(_ path: some Sequence<String>, columns: TextColumns, isFull: Bool = false) {
        let words = CommandWords(path)
        self.path = words.path
        type = words.type
        description = words.description
        self.columns = columns
        self.isFull = isFull
    }

    var text: String {
        guard isFull else { return shortText }
        let parts = [
            columns.paragraph(type.configuration.abstract), columns.paragraph("Usage: " + usage),
            columns.paragraph(type.configuration.discussion),
        ]
        let sections = isGroup ? commands : options
        return (parts.filter { $0 != "\n" } + sections + [examples(all), end]).filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    var isGroup: Bool { !type.configuration.shownSubcommands.isEmpty }
    var name: String { (["fedauth"] + path).joined(separator: " ") }
    var manual: String { "man " + (["fedauth"] + path).joined(separator: "-") }

    var usage: String {
        // The declared arguments do not always describe the usage completely.
        if let own = type.configuration.usage { return own }
        guard !isGroup else { return "\(name) <command> [options]" }
        let arguments = description.positionals.map { argument in
            let word = argument.longForm + (argument.isRepeating ? "..." : "")
            return argument.isOptional ? "[\(word)]" : word
        }
        // Options that the command requires.
        let needed = description.options.filter { $0.kind == .option && !$0.isOptional && $0.defaultValue == nil }
            .map { "\($0.longForm) <\($0.valueName)>" }
        return ([name] + needed + ["[options]"] + arguments).joined(separator: " ")
    }

    // MARK: Options

    private var options: [String] {
        var sections: [(title: String, entries: [Argument])] = [
            ("Arguments", description.positionals), ("Options", []),
        ]
        for option in description.options {
            // `--help` belongs to every command, so it is listed with their common options.
            let title = option.isHelp ? OptionList.everywhere : option.section ?? "Options"
            if let index = sections.firstIndex(where: { $0.title == title }) {
                sections[index].entries.append(option)
            } else {
                sections.append((title, [option]))
            }
        }
        return sections.filter { !$0.entries.isEmpty }.map { section in
            heading(section.title) + ":\n" + section.entries.map { entry($0, meaning($0, $0.help)) }.joined()
        }
    }

    private func heading(_ title: String) -> String {
        switch title {
        case "Sign-in", "Network", "Store": title + " options"
        case OptionList.everywhere: "Options of every command"
        default: title
        }
    }

    /// Returns the lines of an option or an argument with this help.
    func entry(_ argument: Argument, _ text: String) -> String { columns.entry(label(argument), text, column: 27) }

    private func label(_ argument: Argument) -> String {
        let value = "<\(argument.valueName)>"
        switch argument.kind {
        case .positional: return value
        case .flag: return argument.forms.joined(separator: ", ")
        case .option: return argument.forms.joined(separator: ", ") + " " + value
        }
    }

    /// Returns the help, or its beginning, with the values and the default unless it names them.
    func meaning(_ argument: Argument, _ text: String) -> String {
        guard !argument.isHelp else { return "Show the main options; with --help-all, all of them." }
        var result = text
        let values = argument.choices
        if !values.allSatisfy({ text.contains($0) }) { result += " One of: \(values.joined(separator: ", "))." }
        if let value = argument.defaultValue, !text.contains("default") {
            let hasStop = result.hasSuffix(".")
            result = (hasStop ? String(result.dropLast()) : result) + " (default: \(value))" + (hasStop ? "." : "")
        }
        return result
    }

    // MARK: Commands

    /// A section for each group of commands; on the short page of a command, one section.
    var commands: [String] {
        let configuration = type.configuration
        let groups =
            isFull || path.isEmpty
            ? configuration.sections.map { ($0.name, $0.commands) } : [("Commands", configuration.subcommands)]
        let shown = groups.map { ($0.0, $0.1.filter { $0.configuration.shouldDisplay }) }.filter { !$0.1.isEmpty }
        let longest = shown.flatMap { $0.1 }.map { $0.configuration.commandName.count }.max() ?? 0
        return shown.map { title, commands in
            title + ":\n"
                + commands.map {
                    columns.entry($0.configuration.commandName, $0.configuration.abstract, column: longest + 4)
                }.joined()
        }
    }

    // MARK: End

    /// All examples of the command.
    var all: Examples { (type as? any Documented.Type)?.examples ?? [:] }

    func examples(_ examples: some Collection<Examples.Element>) -> String {
        examples.isEmpty
            ? ""
            : "Examples:\n"
                + examples.map { command, purpose in
                    columns.paragraph(purpose + ":", indent: 2)
                        + command.split(separator: "\n").map { columns.commandLine(String($0), indent: 4) }.joined()
                }.joined()
    }

    private var end: String {
        guard isGroup else { return "Manual: \(manual)\n" }
        let help = (["fedauth help"] + path + ["COMMAND"]).joined(separator: " ")
        let topics = path.isEmpty ? "\nTopics: '\(HelpTopic.listing)' lists other topics" : ""
        return "Help:   '\(help)' explains a command\(topics)\nManual: \(manual)\n"
    }
}
