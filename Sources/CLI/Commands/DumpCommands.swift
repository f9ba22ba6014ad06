import Core
import System

/// `fedauth dump-commands`: prints what each command is called, takes and shows. The manual pages are built from it.
struct DumpCommands: BackgroundCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump-commands", abstract: "Describe all commands as JSON; for 'scripts/generate-docs'.",
        shouldDisplay: false)

    func run() throws(FedauthError) {
        try JSONValue.line(of: Self.described(Fedauth.self)).withBytes { (bytes) throws(FedauthError) in
            do throws(SystemFailure) {
                try FileDescriptor.writeAll(1, bytes)
            } catch { throw FedauthError(.other, "stdout cannot be written") }
        }
    }

    private static func described(_ type: any CommandNode.Type) -> JSONValue {
        let configuration = type.configuration
        let examples = ((type as? any Documented.Type)?.examples ?? [:]).map { command, purpose -> JSONValue in
            .sorted(["lines": .texts(command.split(separator: "\n").map(String.init)), "purpose": .text(purpose)])
        }
        let own = type == Fedauth.self ? [Argument.versionFlag] : []
        return .sorted([
            "commandName": .text(configuration.commandName), "abstract": .text(configuration.abstract),
            "discussion": .text(configuration.discussion), "examples": .array(examples),
            "arguments": .array((type.arguments.filter { !$0.isHidden } + own + [.helpFlag]).map(described)),
            "subcommands": .array(configuration.shownSubcommands.map { described($0) }),
        ])
    }

    private static func described(_ argument: Argument) -> JSONValue {
        .sorted([
            "kind": .text(argument.kind.rawValue), "names": .texts(argument.forms), "abstract": .text(argument.help),
            "valueName": .text(argument.valueName), "sectionTitle": .text(ifAny: argument.section),
            "defaultValue": .text(ifAny: argument.defaultValue), "allValues": .texts(argument.choices),
            "isOptional": .bool(argument.isOptional), "isRepeating": .bool(argument.isRepeating),
            "isBehindDashes": .bool(argument.values == .behindDashes), "mustBeTyped": .bool(argument.mustBeTyped),
        ])
    }
}
