import Application
import Core
import Glibc
import System

/// A command that fedauth does not have: `fedauth foo` runs `fedauth-foo` from PATH, else what the alias `foo` of the
/// configuration stands for, in the order of git.
enum ExternalCommand {
    /// Replaces this process with the command. Returns when there is none; throws `command-not-executable`, and
    /// `configuration` for a mistake in an alias.
    ///
    /// - Parameter words: the words of this process, of which the first is not a command of fedauth.
    static func run(_ words: [String], in environment: Environment) throws(FedauthError) {
        // Hints and help handle changed words; a program gets the words as the kernel passed them.
        guard let name = words.first, CommandAlias.isName(name),
            ArgumentBytes.words.dropFirst().elementsEqual(words)
        else { return }
        do throws(FedauthError) {
            try execute(["fedauth-" + name])
        } catch {
            if error.code != .commandNotFound { throw error }
        }
        guard let program = FileNames.resolved("/proc/self/exe") else { return }
        let file = ConfigurationFile(environment, try Directories(environment), configurationOption(words))
        let configuration = try file.load()
        guard let command = try configuration.command(ofAlias: name, program: program, path: file.path) else { return }
        try execute(command)
    }

    /// Replaces this process with the command, which gets the words behind the first one of this process.
    private static func execute(_ command: [String]) throws(FedauthError) {
        let own = command.map { strdup($0) }
        defer { own.forEach { free($0) } }
        var list = own + ArgumentBytes.pointers.dropFirst(2) + [nil]
        try list.withUnsafeMutableBufferPointer { (list) throws(FedauthError) in
            guard let first = list.baseAddress else { return }
            try CommandImage(words: first, variables: [], replaces: { _ in false }).execute()
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
