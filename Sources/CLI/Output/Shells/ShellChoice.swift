import ArgumentParser
import Core

/// A shell by its name or path, or `auto`: the calling shell.
struct ShellChoice: ExpressibleByArgument {
    static let auto = ShellChoice(word: "auto")

    let word: String

    private init(word: String) { self.word = word }

    init?(argument: String) { self.init(word: argument) }

    var defaultValueDescription: String { word }

    static var allValueStrings: [String] { [auto.word] + Shell.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    func resolved() throws(FedauthError) -> Shell {
        if word == Self.auto.word { return try CallingShell.find() }
        guard let shell = try Shell(named: word) else {
            throw FedauthError(
                .usage, "'\(word)' is not a shell that is known",
                hint: "use one of \(Self.allValueStrings.joined(separator: ", "))")
        }
        return shell
    }

    /// The text that makes the evaluated line fail, for the shell as far as it is known.
    var failure: String { ((try? resolved()) ?? .sh).failure }
}
