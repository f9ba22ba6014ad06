import Application
import Core

/// Words that request help. A word that is no command is a mistake: a script that asks for an entry must not get a page of text
/// and status 0.
struct HelpRequest {
    let words: [String]

    /// Returns the requested help; nil for the version.
    func text(columns: TextColumns) -> String? {
        if let topic { return topic.text(columns: columns) }
        if let row { return row.setting + "\n" }
        let path = path
        guard isTyped || path.count == asked.count else { return nil }
        return HelpPage(path, columns: columns, isFull: isFull).text
    }

    /// The topic that `help` names.
    var topic: HelpTopic? {
        guard words.first == "help", asked.count == 1 else { return nil }
        // "help 4" is asked by a person who has seen that status.
        return asked.first.flatMap { HelpTopic(rawValue: $0) ?? (Int($0) == nil ? nil : .exitStatus) }
    }

    /// The protocol of a program that `help` names, also behind `credential`.
    private var row: CredentialProtocol? {
        let names = asked.first == CredentialCommand.name ? asked.dropFirst() : asked[...]
        return words.first == "help" && names.count == 1 ? names.first.flatMap(CredentialProtocol.spoken) : nil
    }

    /// The file for lines that can hold no comment with its name: JSON.
    var file: String? { row?.file }

    /// Whether the text does not fit a screen.
    var isLong: Bool { isFull || topic == .examples }

    /// Whether all options are requested, instead of the main ones.
    var isFull: Bool { isHelpCommand && words.contains(Self.all) || Self.options(words).contains("--help-all") }

    /// The mistake in the words; nil when they request help.
    var mistake: FedauthError? {
        if topic != nil || row != nil { return nil }
        let path = path
        if let word = asked.dropFirst(path.count).first, !word.hasPrefix("-"), Invocation.isGroup(path) {
            let name = (path + [word]).joined(separator: " ")
            return FedauthError(.usage, "there is no command '\(name.folded(to: 60))'", hint: Hint(words: words).text)
        }
        return nil
    }

    /// Whether the words request help and nothing else, so that the parser need not run.
    var isPlain: Bool {
        if isHelpCommand { return !words.contains { $0.hasPrefix("-") && $0 != Self.all } }
        let isAsked = words.last.map(Self.flags.contains) ?? false
        let path = isAsked ? words.dropLast() : words[...]
        // A group alone shows its help.
        return Invocation.commandPath(Array(path)) == path.count && (isAsked || Invocation.isGroup(path))
    }

    static let flags = ["--help", "-h", "--help-all"]
    /// The option of `help`.
    static let all = "--all"

    private var isHelpCommand: Bool { words.first == "help" }

    /// The words that name the command.
    private var asked: [String] {
        isHelpCommand ? words.drop { $0 == "help" }.filter { $0 != Self.all } : words.filter { $0 != "--" }
    }

    private var path: ArraySlice<String> { asked.prefix(Invocation.commandPath(asked)) }

    private var isTyped: Bool { isHelpCommand || Self.options(words).contains(where: Self.flags.contains) }

    /// Returns the first word that could be several one-letter options, or a name that begins with a dash.
    static func dashedName(_ words: [String]) -> String? {
        options(words).first { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.utf8.count > 2 }
    }

    /// Returns the words that may be options.
    private static func options(_ words: [String]) -> ArraySlice<String> { words.prefix { $0 != "--" } }
}
