import Application
import Core
import Glibc
import Secrets
import System

/// A command that fedauth does not have: `fedauth foo` runs `fedauth-foo` from PATH, else what the alias `foo` of the
/// configuration stands for, in the order of git.
enum ExternalCommand {
    /// Replaces this process with the command that the first of the words names, which is none of fedauth's. Returns
    /// when there is none; throws `command-not-executable`, and `configuration` for a mistake in an alias.
    static func run(_ words: [String], in environment: Environment) throws(FedauthError) {
        // Hints and help handle changed words; a program gets the words as the kernel passed them.
        guard let name = words.first, CommandAlias.isName(name), ArgumentBytes.words.dropFirst().elementsEqual(words)
        else { return }
        if let file = ProgramSearch(environment).file("fedauth-" + name) {
            do throws(FedauthError) {
                try execute(["fedauth-" + name], file: file)
            } catch {
                if error.code != .commandNotFound { throw error }
            }
        }
        guard let program = FileNames.resolved("/proc/self/exe"),
            let command = try alias(name, of: program, words, environment)
        else { return }
        // The line of a shell may do anything, and what it does with a question for help is unknown.
        if command.first != program, let word = words.dropFirst().first, HelpRequest.flags.contains(word) { return }
        // fedauth itself needs the passphrase that this process took out of the environment; other programs never get it.
        let passphrase = command.first == program ? environment.storePassphrase : nil
        try execute(command, passphrase.map { [(Environment.passphraseName, $0)] } ?? [])
    }

    /// The names that no command of the user's own can have.
    static let ownNames = Set(Fedauth.configuration.subcommands.map { $0.configuration.commandName } + ["help"])

    /// Returns what the alias stands for, `fedauth` or a shell first; nil: none. Of `words`, `--config` counts.
    static func alias(
        _ name: String, of program: String = "fedauth", _ words: [String], _ environment: Environment
    ) throws(FedauthError) -> [String]? {
        guard CommandAlias.isName(name), !ownNames.contains(name) else { return nil }
        let file = ConfigurationFile(
            environment, try Directories(environment), configurationOption(words), clock: SystemClock())
        return try file.load().command(ofAlias: name, program: program, path: file.path)
    }

    /// Returns whether the configuration has a profile of this name; false when it cannot be read.
    static func isProfile(_ name: String, _ words: [String], _ environment: Environment) -> Bool {
        guard Profile.isGood(name: name), let directories = try? Directories(environment) else { return false }
        let file = ConfigurationFile(environment, directories, configurationOption(words), clock: SystemClock())
        return (try? file.load())?.profile(name) != nil
    }

    /// Returns a sentence that says what the word is for which help is requested; nil when it is no alias.
    static func help(_ words: [String], in environment: Environment) throws(FedauthError) -> String? {
        let asked = words.first == "help" ? words.dropFirst() : words.prefix(1)
        guard asked.count == 1, let name = asked.first, let command = try alias(name, [], environment) else {
            return nil
        }
        let isShell = command.first != "fedauth"
        let meaning = isShell ? command.last.map { "!" + $0 } ?? "" : command.joined(separator: " ")
        return "'\(name)' is an alias for '\(meaning.folded(to: 200))'\n"
    }

    /// Replaces this process with the command, which gets the words behind the first one of this process.
    private static func execute(
        _ command: [String], file: String? = nil, _ variables: [(name: String, value: SharedSecret)] = []
    ) throws(FedauthError) {
        let own = command.map { strdup($0) }
        defer { own.forEach { free($0) } }
        var list = own + ArgumentBytes.pointers.dropFirst(2) + [nil]
        try list.withUnsafeMutableBufferPointer { (list) throws(FedauthError) in
            guard let first = list.baseAddress else { return }
            try CommandImage(words: first, file: file, variables: variables, replaces: { _ in false }).execute()
        }
    }

    /// Returns the value of `--config` among the words.
    private static func configurationOption(_ words: [String]) -> String? {
        let words = words.prefix { $0 != "--" }
        guard let index = words.lastIndex(where: { $0 == "--config" || $0.hasPrefix("--config=") }) else { return nil }
        guard words[index] == "--config" else { return String(words[index].dropFirst("--config=".count)) }
        return index + 1 < words.endIndex ? words[index + 1] : nil
    }
}
