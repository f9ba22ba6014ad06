import ArgumentParser

/// The topics of `fedauth help` besides commands. Long texts are manual pages; help names them in one line.
enum HelpTopic: String, CaseIterable {
    case config, presenters, provider, tutorial, storeFormat = "store-format", exitStatus = "exit-status", examples
    case topics

    /// The command that lists them.
    static let listing = "fedauth help topics"

    /// A line of the list.
    var abstract: String {
        switch self {
        case .config: "The configuration file: profiles, settings, variables."
        case .presenters: "How a login is shown and answered: forms, browsers, your own program."
        case .provider: "Your own program that supplies certificates and header fields for servers."
        case .tutorial: "From a profile to a script, step by step."
        case .storeFormat: "The encrypted file and its exports, byte by byte."
        case .exitStatus: "The exit statuses of commands."
        case .examples: "The examples of all commands."
        case .topics: "This list."
        }
    }

    /// The manual page of the topic, with its section; nil when it is not a manual page.
    private var page: (name: String, section: Int)? {
        switch self {
        case .config: ("fedauth-config", 5)
        case .presenters: ("fedauth-presenters", 7)
        case .provider: ("fedauth-provider", 7)
        case .tutorial: ("fedauth-tutorial", 7)
        case .storeFormat: ("fedauth-store-format", 5)
        case .exitStatus: ("fedauth", 1)
        case .examples, .topics: nil
        }
    }

    func text(columns: TextColumns) -> String {
        if let page {
            let section = self == .exitStatus ? ", section EXIT STATUS" : ""
            return columns.paragraph("\(abstract) Read it by:") + "\n  man \(page.section) \(page.name)\(section)\n"
        }
        return self == .topics ? Self.list(columns) : Self.allExamples
    }

    private static func list(_ columns: TextColumns) -> String {
        "Topics:\n" + allCases.map { columns.entry($0.rawValue, $0.abstract, column: 16) }.joined()
            + "\nHelp:   'fedauth help TOPIC'\n"
    }

    private static var allExamples: String {
        func walk(_ type: any ParsableCommand.Type) -> [Example] {
            ((type as? any Documented.Type)?.examples ?? [])
                + type.configuration.shownSubcommands.flatMap { walk($0) }
        }
        return walk(Fedauth.self).map { example in
            "\(example.purpose):\n" + example.lines.map { "  \($0)\n" }.joined()
        }.joined(separator: "\n")
    }
}
