import Application
import ArgumentParser
import Core

/// A command: a page over the core.
protocol Command: ParsableCommand {
    var global: GlobalOptions { get }

    /// The groups of options that the command has: profile, `[defaults]` and environment can set them.
    static var optionGroups: [any ParsableArguments.Type] { get }

    /// Whether `[defaults]` count; false for a command that makes the configuration file.
    static var readsConfiguration: Bool { get }

    /// Whether a profile's settings are for this command.
    static var takesProfile: Bool { get }

    /// The method of profiles that the command is; nil: none, or not known by a name.
    static var methodName: String? { get }

    /// The profile that the command line names, if the command takes one.
    var profileWord: String? { get }

    /// Returns the name of the profile whose settings apply; nil: none.
    func profileName(in configuration: Configuration, _ current: CurrentProfile) -> String?

    func run(in context: CommandContext) throws(FedauthError)
}

extension Command {
    static var optionGroups: [any ParsableArguments.Type] { [GlobalOptions.self] }
    static var readsConfiguration: Bool { true }
    static var takesProfile: Bool { false }
    static var methodName: String? { configuration.commandName }
    var profileWord: String? { nil }

    func profileName(in configuration: Configuration, _ current: CurrentProfile) -> String? {
        current.name(profileWord, in: configuration)
    }
}

/// A command, or a group of them, with examples; its help and its manual page end with them.
protocol Documented {
    /// What one types, and what it does. `Tests/Docs/check` runs them all.
    static var examples: [Example] { get }
}

/// A line of a terminal and what it is for.
struct Example: Sendable {
    let command: String
    let purpose: String

    init(_ command: String, _ purpose: String) {
        self.command = command
        self.purpose = purpose
    }

    /// The typed lines.
    var lines: [Substring] { command.split(separator: "\n") }
}
