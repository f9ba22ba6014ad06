import ArgumentParser
import FoundationEssentials

/// A command's options and arguments, from the parser's own description. Help, completion, hints and the manual pages
/// use this, so that they always agree with the parser.
struct CommandDescription {
    let arguments: [Argument]

    /// Reads the description of one command or group of options. A group of commands has none, because the parser would
    /// describe all its subcommands.
    init(_ type: any ParsableArguments.Type) {
        let dump = Data(type._dumpHelp().utf8)
        arguments = (try? JSONDecoder().decode(Dump.self, from: dump))?.command.arguments ?? []
    }

    /// The options, in the order in which the command declares them.
    var options: [Argument] { arguments.filter { $0.kind != .positional && $0.shouldDisplay } }

    /// The arguments without a name.
    var positionals: [Argument] { arguments.filter { $0.kind == .positional && $0.shouldDisplay } }

    /// Returns the option written as `--long` or `-s`.
    func option(_ word: some StringProtocol) -> Argument? {
        arguments.first { argument in argument.forms.contains { $0 == word } }
    }

    private struct Dump: Decodable {
        struct Command: Decodable { var arguments: [Argument]? }
        var command: Command
    }
}

extension CommandDescription {
    /// An option, a flag or an argument.
    struct Argument: Decodable {
        enum Kind: String, Decodable { case positional, option, flag }

        struct Name: Decodable {
            enum Kind: String, Decodable { case long, short, longWithSingleDash }
            var kind: Kind
            var name: String
        }

        /// The completion of a value: the parser's `CompletionKind`, as its JSON output spells it.
        enum Completion: Decodable {
            case list(values: [String])
            case file(extensions: [String])
            case directory
            case shellCommand(command: String)
            case custom, customAsync, customDeprecated

            /// The shell command, if the completion has one.
            var command: String? {
                if case .shellCommand(let command) = self { command } else { nil }
            }
        }

        var kind: Kind
        var shouldDisplay: Bool
        var sectionTitle: String?
        var isOptional: Bool
        var isRepeating: Bool
        var names: [Name]?
        var valueName: String?
        var defaultValue: String?
        var allValues: [String]?
        var completionKind: Completion?
        var abstract: String?

        /// The forms, short ones first: `-o`, `--output`.
        var forms: [String] {
            let names = names ?? []
            return names.filter { $0.kind != .long }.map { "-" + $0.name }
                + names.filter { $0.kind == .long }.map { "--" + $0.name }
        }

        /// The last form, such as `--output`.
        var longForm: String { forms.last ?? "<\(valueName ?? "value")>" }
    }
}
