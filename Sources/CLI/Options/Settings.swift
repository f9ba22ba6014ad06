import Application
import Core

/// The options that profile, `[defaults]` and environment can set.
enum Settings {
    /// The commands that `fedauth login` runs, the default first; each is a method for profiles.
    static let methodCommands: [any MethodCommand.Type] = [
        SAML.self, Basic.self, ADFS.self, SLSEnroll.self, OAuth.self,
    ]
    /// The names of the methods.
    static let methods = methodCommands.compactMap { $0.methodName }

    /// Returns the command of a method; nil: unknown method.
    static func command(ofMethod method: String) -> (any MethodCommand.Type)? {
        methodCommands.first { $0.methodName == method }
    }

    /// The options that a profile can hold: those of the methods, and those of every command.
    static let all = MethodOptions.arguments + GlobalOptions.arguments
    /// The options that neither a file nor the environment can set: those that must be typed, and where a result goes.
    static let excluded = Set((all.filter(\.mustBeTyped) + OutputOptions.arguments).map(\.name))
    /// The names of the settings, sorted.
    static let names = all.filter { !$0.mustBeTyped }.map(\.name).sorted()

    /// Returns the option of this name; nil: there is no such setting.
    static func named(_ name: String) -> Argument? {
        all.indices.first { all[$0].name == name && !all[$0].mustBeTyped }.map { all[$0] }
    }

    /// Returns whether a setting is of use where no sign-in is made: for connections, for the store, and to choose the session.
    static func servesWithoutSignIn(_ name: String) -> Bool {
        guard let option = named(name) else { return false }
        return ["user", "min-validity"].contains(name) || ["Network", "Store", nil].contains(option.section)
    }

    /// Removes the settings that the command line excludes or replaces; ignores words after `--`.
    static func excluding(_ settings: [Profile.Setting], namedIn words: [String]) -> [Profile.Setting] {
        guard !settings.isEmpty else { return [] }
        return excluding(
            settings,
            Set(
                words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map {
                    String($0.dropFirst(2).prefix { $0 != "=" })
                }))
    }

    /// Removes the settings that those of these names exclude or replace.
    static func excluding(_ settings: [Profile.Setting], _ named: Set<String>) -> [Profile.Setting] {
        let replaced = SettingLayers.alternatives.filter { !$0.isDisjoint(with: named) }.reduce(Set()) { $0.union($1) }
        return settings.filter { setting in
            !replaced.contains(setting.key)
                && !(named.contains(setting.key) && Self.named(setting.key)?.isRepeating == false)
        }
    }

    /// Returns the settings of the environment that a profile can hold.
    static func ofProfiles(_ environment: Environment) -> [Profile.Setting] { ofEnvironment(environment, all) }

    /// Returns settings of a command or of a group from variables: `FEDAUTH_MIN_VALIDITY=10m` means `--min-validity 10m`.
    static func ofEnvironment(_ environment: Environment, for group: any OptionGroup.Type) -> [Profile.Setting] {
        environment.hasSettings ? ofEnvironment(environment, group.arguments) : []
    }

    private static func ofEnvironment(_ environment: Environment, _ options: [Argument]) -> [Profile.Setting] {
        let named = Set(environment.ownNames.map(Profile.Setting.option))
        return options.indices.filter { named.contains(options[$0].name) }.compactMap { index in
            let (option, variable) = (options[index], Profile.Setting.variable)
            guard option.isSetting, !option.mustBeTyped,
                let value = environment[variable(option.name)]
            else { return nil }
            return Profile.Setting(
                key: option.name,
                values: [option.kind == .flag ? .flag(environment.isOn(variable(option.name))) : .text(value)])
        }
    }

    /// Returns the origin of a setting: the file at `path`, or a variable.
    static func source(_ setting: Profile.Setting, in path: String) -> String {
        setting.place.map { "'\($0.file ?? path)' line \($0.line), column \($0.column)" }
            ?? Profile.Setting.variable(setting.key)
    }
}
