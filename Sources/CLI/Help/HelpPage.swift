import ArgumentParser

/// The help of a command. The parser's help begins with all options in one usage line and ends with options that all
/// commands share; this page begins with the command's own options and ends with examples.
struct HelpPage {
    let path: [String]
    let type: any ParsableCommand.Type
    let columns: TextColumns
    private let description: CommandDescription

    /// Creates the page.
    ///
    /// - Parameter path: the words that name the command.
    init(_ path: some Sequence<String>, columns: TextColumns) {
        let words = CommandWords(path)
        self.path = words.path
        type = words.type
        description = words.description
        self.columns = columns
    }

    var text: String {
        let description = isGroup ? nil : description
        let parts = [
            columns.paragraph(type.configuration.abstract),
            columns.paragraph("Usage: " + usage(description)), columns.paragraph(type.configuration.discussion),
        ]
        let sections = description.map(options) ?? commands
        return (parts.filter { $0 != "\n" } + sections + [examples, end]).filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    private var isGroup: Bool { !type.configuration.shownSubcommands.isEmpty }
    private var name: String { (["fedauth"] + path).joined(separator: " ") }
    private var page: String { (["fedauth"] + path).joined(separator: "-") }

    private func usage(_ description: CommandDescription?) -> String {
        // The declared arguments do not always describe the usage completely.
        if let own = type.configuration.usage { return own }
        guard let description else { return "\(name) <command> [options]" }
        let arguments = description.positionals.map { argument in
            let word = "<\(argument.valueName ?? "value")>" + (argument.isRepeating ? "..." : "")
            return argument.isOptional ? "[\(word)]" : word
        }
        // Options that the command requires.
        let needed = description.options.filter { $0.kind == .option && !$0.isOptional && $0.defaultValue == nil }
            .map { "\($0.longForm) <\($0.valueName ?? "value")>" }
        return ([name] + needed + ["[options]"] + arguments).joined(separator: " ")
    }

    // MARK: Options

    private func options(_ description: CommandDescription) -> [String] {
        var sections: [(title: String, entries: [CommandDescription.Argument])] = [
            ("Arguments", description.positionals), ("Options", []),
        ]
        for option in description.options {
            // `--help` belongs to every command, so it is listed with their common options.
            let isHelp = option.sectionTitle == nil && option.longForm == "--help"
            let title = isHelp ? Self.everywhere : option.sectionTitle ?? "Options"
            if let index = sections.firstIndex(where: { $0.title == title }) {
                sections[index].entries.append(option)
            } else {
                sections.append((title, [option]))
            }
        }
        return sections.filter { !$0.entries.isEmpty }.map { section in
            let entries = section.entries.map { columns.entry(label($0), meaning($0), column: 26) }
            return heading(section.title) + ":\n" + entries.joined()
        }
    }

    private static let everywhere = "Everywhere"

    private func heading(_ title: String) -> String {
        switch title {
        case "Sign-in", "Network", "Store": title + " options"
        case Self.everywhere: "Options of every command"
        default: title
        }
    }

    private func label(_ argument: CommandDescription.Argument) -> String {
        let value = "<\(argument.valueName ?? "value")>"
        switch argument.kind {
        case .positional: return value
        case .flag: return argument.forms.joined(separator: ", ")
        case .option: return argument.forms.joined(separator: ", ") + " " + value
        }
    }

    /// Returns the help with the values and the default.
    private func meaning(_ argument: CommandDescription.Argument) -> String {
        var text = argument.longForm == "--help" ? "Show this help." : argument.abstract
        let values = argument.allValues
        if !values.allSatisfy({ text.contains($0) }) { text += " One of: \(values.joined(separator: ", "))." }
        if let value = argument.defaultValue, !text.contains("default") {
            let hasStop = text.hasSuffix(".")
            text = (hasStop ? String(text.dropLast()) : text) + " (default: \(value))" + (hasStop ? "." : "")
        }
        return text
    }

    // MARK: Commands

    private var commands: [String] {
        let configuration = type.configuration
        let groups =
            configuration.groupedSubcommands.map { ($0.name, $0.subcommands) }
            + [("Commands", configuration.ungroupedSubcommands)]
        let shown = groups.map { ($0.0, $0.1.filter { $0.configuration.shouldDisplay }) }.filter { !$0.1.isEmpty }
        let longest = shown.flatMap { $0.1 }.map { $0.configuration.commandName?.count ?? 0 }.max() ?? 0
        return shown.map { title, commands in
            title + ":\n"
                + commands.map {
                    columns.entry(
                        $0.configuration.commandName ?? "", $0.configuration.abstract, column: longest + 4)
                }.joined()
        }
    }

    // MARK: End

    private var examples: String {
        let examples = (type as? any Documented.Type)?.examples ?? []
        return examples.isEmpty
            ? ""
            : "Examples:\n"
                + examples.map { example in
                    columns.paragraph(example.purpose + ":", indent: 2)
                        + example.lines.map { columns.commandLine(String($0), indent: 4) }.joined()
                }.joined()
    }

    private var end: String {
        let manual = "Manual: man \(page)"
        guard isGroup else { return manual + "\n" }
        let help = (["fedauth help"] + path + ["COMMAND"]).joined(separator: " ")
        let topics = path.isEmpty ? "\nTopics: '\(HelpTopic.listing)' lists other topics" : ""
        return "Help:   '\(help)' explains a command\(topics)\n\(manual)\n"
    }
}
