import Application
import ArgumentParser

/// `fedauth dump-examples`: prints the examples, which `--experimental-dump-help` omits. The manual pages are built
/// from both.
struct DumpExamples: BackgroundCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump-examples", abstract: "Print all examples as JSON; for 'scripts/generate-docs'.",
        shouldDisplay: false)

    private struct Entry: Encodable {
        var lines: [String]
        var purpose: String
    }

    func run() throws {
        let text = JSONText.text(Self.entries(of: Fedauth.self, at: [Fedauth.configuration.commandName ?? "fedauth"]))
        try FileBytes.write(text, to: 1, name: "stdout")
    }

    /// Returns the examples with the words of the command, joined by a blank.
    private static func entries(of type: any ParsableCommand.Type, at path: [String]) -> [String: [Entry]] {
        let own = (type as? any Documented.Type)?.examples ?? []
        let entries = own.map { Entry(lines: $0.lines.map(String.init), purpose: $0.purpose) }
        return type.configuration.shownSubcommands.reduce(into: [path.joined(separator: " "): entries]) { all, below in
            let words = path + [below.configuration.commandName ?? ""]
            all.merge(Self.entries(of: below, at: words)) { $1 }
        }
    }
}
