import ArgumentParser
import FoundationEssentials
import Testing

@testable import CLI

/// The generated table of options is what the parser says of itself.
struct OptionTableTests {
    @Test func theTableHasAllCommandsAsTheParserDescribesThem() throws {
        var count = 0
        for command in OptionTests.commands where command.type.configuration.allSubcommands.isEmpty {
            count += 1
            let described = try Dump.arguments(of: command.type)
            let path = command.path.joined(separator: " ")
            let isSame = CommandDescription(command.path).arguments == described
            #expect(isSame, "\(path); 'make docs' makes the table anew")
        }
        #expect(count == OptionTable.commands.count)
    }

    @Test func theSharedOptionsAreThoseOfTheirGroups() throws {
        func forms(_ group: any ParsableArguments.Type) throws -> [[String]] {
            try Dump.arguments(of: group).map(\.forms)
        }
        #expect(CommandDescription.common.arguments.map(\.forms) == (try forms(GlobalOptions.self)))
        #expect(CommandDescription.storage.arguments.map(\.forms) == (try forms(StoreOptions.self)).dropLast())
    }

    @Test func aGroupAndAnUnknownCommandHaveNoOptions() {
        #expect(CommandDescription(["store"]).arguments.isEmpty)
        #expect(CommandDescription([]).arguments.isEmpty)
        #expect(CommandDescription(["stor"]).arguments.isEmpty)
    }
}

/// The parser's JSON description of a command.
private struct Dump: Decodable {
    struct Command: Decodable { var arguments: [Argument]? }

    struct Argument: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String
        }

        enum Completion: Decodable {
            case list(values: [String])
            case file(extensions: [String])
            case directory
            case shellCommand(command: String)
            case custom, customAsync, customDeprecated
        }

        var kind: String
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
    }

    var command: Command

    static func arguments(of type: any ParsableArguments.Type) throws -> [CommandDescription.Argument] {
        let dump = try JSONDecoder().decode(Dump.self, from: Data(type._dumpHelp().utf8))
        return (dump.command.arguments ?? []).map(\.described)
    }
}

extension Dump.Argument {
    fileprivate var described: CommandDescription.Argument {
        let names = names ?? []
        var forms =
            names.filter { $0.kind != "long" }.map { "-" + $0.name }
            + names.filter { $0.kind == "long" }.map { "--" + $0.name }
        var valueName = valueName
        // The root has a third name, which the parser does not add to the description of a command alone.
        if forms == ["-h", "--help"] { (forms, valueName) = (["-h", "--help-all", "--help"], "help-all") }
        return CommandDescription.Argument(
            kind: CommandDescription.Argument.Kind(rawValue: kind) ?? .option, shouldDisplay: shouldDisplay,
            isOptional: isOptional, isRepeating: isRepeating, forms: forms, sectionTitle: sectionTitle,
            valueName: valueName,
            defaultValue: defaultValue, completionKind: completion, allValues: allValues ?? [], abstract: abstract ?? ""
        )
    }

    private var completion: CommandDescription.Argument.Completion? {
        switch completionKind {
        case .list(let values): .list(values: values)
        case .file: .file
        case .directory: .directory
        case .shellCommand(let command): .shellCommand(command: command)
        case .custom, .customAsync, .customDeprecated: .custom
        case nil: nil
        }
    }
}
