import Application
import Core

/// A command that is a method: what a profile of that method has to say.
protocol MethodCommand: Command {
    /// The words by which it is called.
    static var path: [String] { get }

    /// The settings of which one names the server, the one that is shown first.
    static var addressSettings: [String] { get }

    /// What to give where none of them is.
    static var addressHint: String { get }

    /// Returns the contradiction in the settings of a profile, which name the server; nil: none.
    static func mistake(in settings: [Profile.Setting]) -> OptionConflicts.Mistake?
}

extension MethodCommand {
    static var path: [String] { [methodName].compactMap { $0 } }

    static func mistake(in settings: [Profile.Setting]) -> OptionConflicts.Mistake? { nil }
}

extension SAML: MethodCommand {
    static let addressSettings = ["authorization-url", "sap"]
    static let addressHint = "give 'authorization-url' and 'finish', or 'sap'"

    static func mistake(in settings: [Profile.Setting]) -> OptionConflicts.Mistake? {
        guard settings.says("ecp"), !settings.says("ecp-endpoint") else { return nil }
        return OptionConflicts.Mistake(
            key: "ecp", message: "'ecp' needs the identity provider's SOAP endpoint", hint: "add 'ecp-endpoint'")
    }
}

extension Basic: MethodCommand {
    static let addressSettings = ["resource"]
    static let addressHint = "give 'resource'"
}

extension ADFS: MethodCommand {
    static let addressSettings = ["adfs"]
    static let addressHint = "give 'adfs', the host of the farm, and 'realm'"

    static func mistake(in settings: [Profile.Setting]) -> OptionConflicts.Mistake? {
        OptionConflicts(settings).mistake
    }
}

extension SLSEnroll: MethodCommand {
    static var path: [String] { [methodName, configuration.commandName].compactMap { $0 } }
    static let addressSettings = ["base-url"]
    static let addressHint = "give 'base-url'"
}

extension [Profile.Setting] {
    /// Returns whether a setting of this name is given.
    func says(_ key: String) -> Bool { contains { $0.key == key && !$0.takesBack } }
}

extension Profile {
    /// The sign-in command of the profile; nil for an unknown method.
    var command: (any MethodCommand.Type)? { Settings.command(ofMethod: text("method") ?? MethodName.usual.name) }

    /// What names its server; nil when nothing does.
    var address: String? { command.flatMap { $0.addressSettings.lazy.compactMap(text).first } }
}
