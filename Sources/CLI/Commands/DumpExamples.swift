import ArgumentParser
import Core
import System

/// `fedauth dump-examples`: prints the examples, which `--experimental-dump-help` omits. The manual pages are built
/// from both.
struct DumpExamples: BackgroundCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump-examples", abstract: "Print all examples as JSON; for 'scripts/generate-docs'.",
        shouldDisplay: false)

    func run() throws {
        let examples = Self.entries(of: Fedauth.self, at: [Fedauth.configuration.commandName ?? "fedauth"])
        try JSONValue.line(of: .object(examples.sorted { $0.name < $1.name })).withBytes { (bytes) throws in
            try FileDescriptor.writeAll(1, bytes)
        }
    }

    /// Returns the examples with the words of the command, joined by a blank.
    private static func entries(of type: any ParsableCommand.Type, at path: [String]) -> [JSONValue.Member] {
        let own = (type as? any Documented.Type)?.examples ?? [:]
        let entries = own.map { command, purpose -> JSONValue in
            .sorted(["lines": .texts(command.split(separator: "\n").map(String.init)), "purpose": .text(purpose)])
        }
        return [.init(path.joined(separator: " "), .array(entries))]
            + type.configuration.shownSubcommands.flatMap { below in
                Self.entries(of: below, at: path + [below.configuration.commandName ?? ""])
            }
    }
}
