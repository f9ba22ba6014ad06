import Application
import ArgumentParser
import Core

/// Converts settings to options: a line of a profile or a variable becomes the words that a user would type. They stand
/// before the typed words, so that a typed option overrides them.
enum Settings {
    /// The commands that `fedauth login` runs, the default first; each is a method for profiles.
    static let methodCommands: [any MethodCommand.Type] = [SAML.self, Basic.self, ADFS.self, SLSEnroll.self]
    /// The names of the methods.
    static let methods = methodCommands.compactMap { $0.methodName }

    /// Returns the command of a method; nil: unknown method.
    static func command(ofMethod method: String) -> (any MethodCommand.Type)? {
        methodCommands.first { $0.methodName == method }
    }

    /// The groups whose options a profile can hold: those of the methods.
    static let groups: [any ParsableArguments.Type] = methodCommands.reduce(into: []) { groups, command in
        groups += command.optionGroups.filter { group in !groups.contains { $0 == group } }
    }
    /// Options that make no sense in a file, or must be typed each time.
    static let excluded: Set<String> = [
        "json", "config", "insecure", "trace-secrets", "no-sandbox", "output", "send-refused",
    ]

    /// Removes the settings that the command line excludes or replaces; ignores words after `--`.
    static func excluding(_ settings: [Profile.Setting], namedIn words: [String]) -> [Profile.Setting] {
        let named = Set(
            words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map {
                String($0.dropFirst(2).prefix { $0 != "=" })
            })
        let replaced = SettingLayers.alternatives.filter { !$0.isDisjoint(with: named) }.reduce(Set()) { $0.union($1) }
        return settings.filter { setting in
            !replaced.contains(setting.key)
                && !(named.contains(setting.key) && SettingTable.type(setting.key)?.isRepeated == false)
        }
    }

    /// Returns the words for those settings that `groups` have.
    static func words(
        _ settings: [Profile.Setting], for groups: [any ParsableArguments.Type]
    ) -> [String] {
        // Reflection for the names takes an eighth of a sign-in.
        guard !settings.isEmpty else { return [] }
        let members = OptionNames(groups).members
        return settings.flatMap { setting -> [String] in
            guard let member = members.first(where: { $0.name == setting.key }) else { return [] }
            return setting.values.compactMap { value in
                switch value {
                case .flag(true) where member.isFlag: "--\(member.name)"
                case .flag(false) where member.isFlag: nil
                default: "--\(member.name)=\(value.word)"
                }
            }
        }
    }

    /// Returns the settings of the environment that a profile can hold.
    static func ofProfiles(_ environment: Environment) -> [Profile.Setting] { settings(environment, for: groups) }

    /// Returns settings from variables: `FEDAUTH_MIN_VALIDITY=10m` means `--min-validity 10m`.
    static func settings(_ environment: Environment, for groups: [any ParsableArguments.Type]) -> [Profile.Setting] {
        // Reflection for the names costs more than the rest of a short command.
        guard environment.hasSettings else { return [] }
        return OptionNames(groups).members.compactMap { member in
            guard !excluded.contains(member.name), let value = environment[Profile.Setting.variable(member.name)] else {
                return nil
            }
            return Profile.Setting(
                key: member.name,
                values: [member.isFlag ? .flag(environment.isOn(Profile.Setting.variable(member.name))) : .text(value)])
        }
    }

    /// Returns the origin of a setting: the file at `path`, or a variable.
    static func source(_ setting: Profile.Setting, in path: String) -> String {
        setting.place.map { "'\($0.file ?? path)' line \($0.line), column \($0.column)" }
            ?? Profile.Setting.variable(setting.key)
    }
}
