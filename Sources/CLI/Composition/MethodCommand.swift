import Application
import ArgumentParser
import Core

/// A command that implements a sign-in method, and what it requires of a profile.
protocol MethodCommand: Command {
    /// The words that name the command.
    static var path: [String] { get }

    /// The method, which knows the settings that name its server.
    static var method: SignInMethodName { get }

    /// Returns the contradiction in the settings of a profile, which name the server; nil: none.
    static func mistake(in settings: [Profile.Setting]) -> OptionConflicts.Mistake?
}

extension MethodCommand {
    static var path: [String] { [methodName].compactMap { $0 } }

    static func mistake(in settings: [Profile.Setting]) -> OptionConflicts.Mistake? { nil }
}

extension SAML: MethodCommand {
    static let method = SignInMethodName.saml

    static func mistake(in settings: [Profile.Setting]) -> OptionConflicts.Mistake? {
        guard settings.says("ecp"), !settings.says("ecp-endpoint") else { return nil }
        return OptionConflicts.Mistake(
            key: "ecp", message: "'ecp' needs the identity provider's SOAP endpoint", hint: "add 'ecp-endpoint'")
    }
}

extension Basic: MethodCommand {
    static let method = SignInMethodName.basic
}

extension ADFS: MethodCommand {
    static let method = SignInMethodName.adfs

    static func mistake(in settings: [Profile.Setting]) -> OptionConflicts.Mistake? {
        OptionConflicts(settings).mistake
    }
}

extension SLSEnroll: MethodCommand {
    static var path: [String] { [methodName, configuration.commandName].compactMap { $0 } }
    static let method = SignInMethodName.sls
}

extension [Profile.Setting] {
    /// Returns whether a setting of this name is given.
    func says(_ key: String) -> Bool { contains { $0.key == key && !$0.takesBack } }
}

extension Profile {
    /// The sign-in command of the profile; nil for an unknown method.
    var command: (any MethodCommand.Type)? { Settings.command(ofMethod: text("method") ?? MethodName.usual.name) }

    /// The value that names its server; nil when there is none.
    var address: String? { command.flatMap { $0.method.serverSettings.lazy.compactMap(text).first } }
}

/// A sign-in method for a profile: the name of one of the commands that `fedauth login` runs.
struct MethodName: ExpressibleByArgument {
    let name: String

    /// The default method.
    static var usual: MethodName { MethodName(name: Settings.methods.first ?? "") }

    init?(argument: String) {
        guard Settings.methods.contains(argument) else { return nil }
        name = argument
    }

    private init(name: String) { self.name = name }

    static var allValueStrings: [String] { Settings.methods }
    var defaultValueDescription: String { name }
}
