import Application
import Core

/// A command that this program starts itself; it works without environment, configuration and streams.
protocol BackgroundCommand: CommandNode {
    func run() throws(FedauthError)
}

/// A command that users run; see `BackgroundCommand` for those that fedauth starts itself.
protocol Command: CommandNode {
    /// Whether the command reads `[defaults]`; false for a command that makes the configuration file.
    static var readsConfiguration: Bool { get }

    /// The method by which profiles name this command; nil: none, or not known by a name.
    static var methodName: String? { get }

    /// Returns the name of the profile whose settings apply; nil: none.
    func profileName(in configuration: Configuration, _ current: CurrentProfile) -> String?

    /// Returns whether the command may sign in. Otherwise it reads no settings that only a sign-in uses.
    func maySignIn(_ environment: Environment) -> Bool

    func run(in context: CommandContext) throws(FedauthError)
}

extension Command {
    static var readsConfiguration: Bool { true }
    static var methodName: String? { configuration.commandName }

    func profileName(in configuration: Configuration, _ current: CurrentProfile) -> String? { nil }

    func maySignIn(_ environment: Environment) -> Bool { true }

    /// The options and arguments of the command, then those of every command.
    static var arguments: [Argument] { TypedCommand<Self>.arguments(knownAs: ObjectIdentifier(Self.self)) }
}

/// A command with the options that every command has: what the words of a command line set.
struct TypedCommand<Node: Command>: CommandNode {
    static var configuration: CommandConfiguration { Node.configuration }

    var command = Node()
    var global = GlobalOptions()

    mutating func declare(_ list: OptionList) {
        command.declareAll(list)
        list.settings(OptionList.everywhere, &global)
    }

    func validate() throws(Mistake) { try command.validate() }
}

/// A command to which the settings of a profile apply.
protocol ProfileCommand: Command {
    /// The profile that the command line names.
    var profileWord: String? { get }
}

extension ProfileCommand {
    func profileName(in configuration: Configuration, _ current: CurrentProfile) -> String? {
        current.name(profileWord, in: configuration)
    }
}

/// A command, or a group of them, with examples; its help and its manual page end with them.
protocol Documented {
    /// Command lines and what they do, the most common first: the short help shows two or three of them.
    /// `Tests/Docs/check` runs them all.
    static var examples: Examples { get }

    /// The long names of the options that the short help lists, at most twelve, the most used first; nil: the options that
    /// no group of several commands has.
    static var mainOptions: [String]? { get }
}

extension Documented {
    static var mainOptions: [String]? { nil }
}

/// Command lines, with line breaks between several, and their purposes.
typealias Examples = KeyValuePairs<String, String>

/// Returns an error for a command that has reported all, with an exit status other than 0.
func alreadyReported(_ code: ErrorCode) -> FedauthError { FedauthError(code, "") }
