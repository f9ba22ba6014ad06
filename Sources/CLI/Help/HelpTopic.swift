import Application
import Core

/// The topics of `fedauth help` besides commands. Long texts are manual pages, which man(1) shows.
enum HelpTopic: String, CaseIterable {
    case config, options, environment, presenters, provider, storeProgram = "store-program", tutorial
    case storeFormat = "store-format", exitStatus = "exit-status", examples, topics

    /// Returns the topic that a word of other programs means; nil: none.
    static func familiar(_ word: String) -> HelpTopic? {
        switch word {
        case "exit-codes", "exit-code", "exitcodes", "exit", "status-codes", "codes", "errors": .exitStatus
        case "env", "variables", "files": .environment
        case "settings", "configuration": .config
        case "me", "topic", "all", "list", "guides", "concepts": .topics
        case "browser", "browsers", "presenter": .presenters
        case "getting-started", "start", "quickstart", "intro", "script", "scripts": .tutorial
        default: nil
        }
    }

    /// The command that lists them.
    static let listing = "fedauth help topics"

    /// A line of the list.
    var abstract: String {
        switch self {
        case .config: "The configuration file: profiles, settings, variables."
        case .options: "The options that many commands share."
        case .environment: "Variables of the environment, and files."
        case .presenters: "How a login is shown and answered: forms, browsers, your own program."
        case .provider: "Your own program that supplies certificates and header fields for servers."
        case .storeProgram: "Your own program that keeps a store for several machines."
        case .tutorial: "From a profile to a script, step by step."
        case .storeFormat: "The encrypted file and its exports, byte by byte."
        case .exitStatus: "The exit statuses of commands."
        case .examples: "The examples of all commands."
        case .topics: "This list."
        }
    }

    /// The manual page of the topic; nil when it is not a manual page.
    var page: ManualPage? {
        switch self {
        case .config: ManualPage(name: "fedauth-config", section: 5)
        case .options: ManualPage(name: "fedauth-options", section: 7)
        case .environment: ManualPage(name: "fedauth-environment", section: 7)
        case .presenters: ManualPage(name: "fedauth-presenters", section: 7)
        case .provider: ManualPage(name: "fedauth-provider", section: 7)
        case .storeProgram: ManualPage(name: "fedauth-store-program", section: 7)
        case .tutorial: ManualPage(name: "fedauth-tutorial", section: 7)
        case .storeFormat: ManualPage(name: "fedauth-store-format", section: 5)
        case .exitStatus, .examples, .topics: nil
        }
    }

    /// Returns the text; for a manual page, where to read it.
    func text(columns: TextColumns) -> String {
        if let page {
            return columns.paragraph(abstract) + "\nManual: man \(page.section) \(page.name) (not installed here)\n"
        }
        switch self {
        case .exitStatus: return Self.statuses(columns)
        case .examples: return Self.allExamples
        default: return Self.list(columns)
        }
    }

    private static func statuses(_ columns: TextColumns) -> String {
        "Exit statuses:\n" + meanings.map { columns.entry(String($0.status.number), $0.meaning, column: 7) }.joined()
            + "\nManual: man fedauth-exit-status\n"
    }

    /// The exit statuses in short; fedauth-exit-status(7) says more.
    static let meanings: [(status: ExitStatus, meaning: String)] = [
        (.done, "Done, or there was nothing to do."),
        (.other, "An error that no other number describes."),
        (.usage, "The command line or the configuration file is wrong."),
        (.refused, "The server refused the sign-in or the request."),
        (.inputNeeded, "An answer or a sign-in is needed, and fedauth cannot ask."),
        (.cancelled, "The user cancelled."),
        (.timedOut, "The time limit was reached."),
        (.network, "There is no connection, or none that can be trusted."),
        (.storeUnavailable, "No store can be used."),
        (.signInInProgress, "Another sign-in to the same profile is in progress."),
        (.notFound, "The profile, session or entry does not exist."),
        (.noPresenter, "The presenter cannot show this page."),
        (.storeLocked, "The store is locked."),
        (.wrongPassphrase, "The passphrase or the key does not open the store or the file."),
        (.storeDamaged, "The store is damaged, was altered, or is an older copy."),
        (.badAnswer, "The server's answer, or a file of keys or certificates, is invalid."),
        (.busy, "Another process uses or has changed the object, or it exists already."),
        (.commandNotExecutable, "The command of 'fedauth exec' cannot be executed."),
        (.commandNotFound, "The command of 'fedauth exec' does not exist."),
    ]

    private static func list(_ columns: TextColumns) -> String {
        "Topics:\n" + allCases.map { columns.entry($0.rawValue, $0.abstract, column: 16) }.joined()
            + "\n"
            + columns.paragraph(
                "What to write so that a program asks fedauth: \(CredentialProtocol.all.map(\.name).joined(separator: ", "))."
            )
            + "\nHelp:   'fedauth help TOPIC'\n"
    }

    private static var allExamples: String {
        func walk(_ type: any CommandNode.Type) -> [Examples.Element] {
            Array((type as? any Documented.Type)?.examples ?? [:])
                + type.configuration.shownSubcommands.flatMap { walk($0) }
        }
        return walk(Fedauth.self).map { command, purpose in
            "\(purpose):\n" + command.split(separator: "\n").map { "  \($0)\n" }.joined()
        }.joined(separator: "\n")
    }
}
