/// A command's options and arguments. Help, completion and hints use this. `OptionTable` has them as the parser describes
/// them; a test compares both.
struct CommandDescription {
    let arguments: [Argument]

    /// Reads the description of the command with these words. A group of commands has none.
    init(_ path: [String]) {
        let start = path.joined(separator: " ") + "|"
        let line = OptionTable.commands.first { $0.hasPrefix(start) }
        arguments = (line?.dropFirst(start.count).split(separator: " ") ?? []).flatMap { part in
            let ends = part.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last else { return [] as [Argument] }
            return OptionTable.arguments[first...last].map(Argument.init(line:))
        }
    }

    private init(_ arguments: [Argument]) { self.arguments = arguments }

    /// The options that every command has.
    static var common: CommandDescription {
        CommandDescription(shared.filter { $0.sectionTitle == "Everywhere" || $0.isHelp })
    }
    /// The options that select the store.
    static var storage: CommandDescription { CommandDescription(shared.filter { $0.sectionTitle == "Store" }) }

    /// The options of a command that has none of its own.
    private static var shared: [Argument] { CommandDescription(["store", "lock"]).arguments }

    /// The options, in the order in which the command declares them.
    var options: [Argument] { arguments.filter { $0.kind != .positional && $0.shouldDisplay } }

    /// The arguments without a name.
    var positionals: [Argument] { arguments.filter { $0.kind == .positional && $0.shouldDisplay } }

    /// Returns the option written as `--long` or `-s`.
    func option(_ word: some StringProtocol) -> Argument? {
        arguments.first { argument in argument.forms.contains { $0 == word } }
    }
}

extension CommandDescription {
    /// An option, a flag or an argument.
    struct Argument: Equatable {
        enum Kind: String { case positional, option, flag }

        /// The completion of a value: the parser's `CompletionKind`.
        enum Completion: Equatable {
            case list(values: [String])
            case file
            case directory
            case shellCommand(command: String)
            case custom

            /// The shell command, if the completion has one.
            var command: String? {
                if case .shellCommand(let command) = self { command } else { nil }
            }
        }

        var kind: Kind
        var shouldDisplay: Bool
        var isOptional: Bool
        var isRepeating: Bool
        /// The forms, short ones first: `-o`, `--output`.
        var forms: [String]
        var sectionTitle: String?
        var valueName: String?
        var defaultValue: String?
        var completionKind: Completion?
        var allValues: [String]
        var abstract: String

        /// The last form, such as `--output`.
        var longForm: String { forms.last ?? "<\(valueName ?? "value")>" }

        /// Whether it requests help. It belongs to every command.
        var isHelp: Bool { forms.contains("--help") }
    }
}

extension CommandDescription.Argument {
    /// Reads a line of `OptionTable.arguments`.
    fileprivate init(line: String) {
        let fields = line.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        func text(_ index: Int) -> String { index < fields.count ? fields[index] : "" }
        func words(_ index: Int) -> [String] { text(index).split(separator: " ").map(String.init) }
        let kind = text(0).prefix { $0.isLetter }
        let marks = text(0).dropFirst(kind.count)
        self.kind = Kind(rawValue: String(kind)) ?? .option
        (isOptional, isRepeating) = (marks.contains("?"), marks.contains("*"))
        shouldDisplay = !marks.contains("-")
        forms = words(1)
        sectionTitle = text(2).isEmpty ? nil : text(2)
        valueName = text(3).isEmpty ? nil : text(3)
        defaultValue = text(4).isEmpty ? nil : text(4)
        completionKind = Completion(text(5))
        allValues = words(6)
        abstract = text(7)
    }
}

extension CommandDescription.Argument.Completion {
    /// Reads a kind and its value, separated by a blank; nil when empty.
    fileprivate init?(_ text: String) {
        let kind = text.prefix { $0 != " " }
        let value = text.dropFirst(kind.count + 1)
        switch kind {
        case "": return nil
        case "list": self = .list(values: value.split(separator: " ").map(String.init))
        case "file": self = .file
        case "directory": self = .directory
        case "shell": self = .shellCommand(command: String(value))
        default: self = .custom
        }
    }
}
