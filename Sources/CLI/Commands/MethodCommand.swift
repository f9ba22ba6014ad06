import Application
import Core

/// A command that implements a sign-in method.
protocol MethodCommand: ProfileCommand {
    /// The words that name the command.
    static var path: [String] { get }
    /// The method, which knows what a profile needs for it.
    static var method: SignInMethodName { get }
    /// A profile, or the address of a service.
    var service: String? { get }
}

extension MethodCommand {
    static var path: [String] { [methodName].compactMap { $0 } }
    var profileWord: String? { service }

    /// Returns the words with which a session without a profile is signed in to again: those that say where and how. What
    /// answers a login, and when one is needed, is for each sign-in to say.
    func words(toRepeat service: String?, _ context: CommandContext) -> [String] {
        let profile = try? CurrentProfile(context).profile(service, in: context.configuration())
        guard profile == nil else { return [] }
        let ofOne = Set((SignInSettings.arguments + StoreSettings.arguments).map(\.name)).subtracting(["user", "idp"])
            .union(["no-store", "trace", "timeout", "insecure", "proxy-password-fd", "headless", "no-sandbox"])
        let typed = Set(context.typed.map(\.key))
        return [service].compactMap { $0 }
            + settingsForFile.filter {
                typed.contains($0.key) && Settings.named($0.key) != nil && !ofOne.contains($0.key)
            }
            .flatMap { setting in
                setting.values.map { $0 == .flag(true) ? "--\(setting.key)" : "--\(setting.key)=\($0.word)" }
            }
    }
}

extension SAML: MethodCommand {
    static let method = SignInMethodName.saml
}

extension Basic: MethodCommand {
    static let method = SignInMethodName.basic
}

extension ADFS: MethodCommand {
    static let method = SignInMethodName.adfs
}

extension OAuth: MethodCommand {
    static let method = SignInMethodName.oauth
}

extension SLSEnroll: MethodCommand {
    static var path: [String] { [methodName, configuration.commandName].compactMap { $0 } }
    static let method = SignInMethodName.sls
}

/// A sign-in method for a profile: the name of one of the commands that `fedauth login` runs.
struct MethodName: OptionValue {
    let name: String

    /// The default method.
    static var usual: MethodName { MethodName(name: Settings.methods.first ?? "") }

    init?(argument: String) {
        guard Settings.methods.contains(argument) else { return nil }
        name = argument
    }

    private init(name: String) { self.name = name }

    static var choices: [String] { Settings.methods }
    var recorded: Profile.Setting.Value { .text(name) }
}
