import ArgumentParser
import Core

/// Settings are options: a line of a profile and a variable of the environment become the words that a user would have
/// typed, in front of the words that the user did type, so that the last one wins.
enum Settings {
    /// The groups whose options a profile can hold.
    static let groups: [any ParsableArguments.Type] = [
        GlobalOptions.self, StoreOptions.self, NetworkOptions.self, SignInOptions.self, SAMLOptions.self,
    ]
    /// Settings that are no options.
    static let special: Set<String> = ["method", "profile"]
    /// Options that make no sense in a file.
    private static let excluded: Set<String> = ["json", "config", "insecure", "trace-secrets"]

    private static let known =
        OptionNames(groups).members.map(\.name).filter { !excluded.contains($0) } + special

    /// Throws `configuration` for a setting that no option has.
    static func check(_ setting: Profile.Setting, of profile: String, in path: String) throws(FedauthError) {
        guard !known.contains(setting.key) else { return }
        let meant = NearMiss.best(setting.key, among: known).map { "; '\($0)' was meant?" } ?? ""
        let place = setting.place.map { " line \($0.line), column \($0.column)" } ?? ""
        throw FedauthError(
            .configuration,
            "'\(path)'\(place): '\(profile)' has an unknown setting '\(setting.key.folded(to: 40))'\(meant)",
            hint: "fedauth-config(5) lists the settings")
    }

    /// Throws `configuration` for a value that its option does not take.
    static func checkValues(of settings: [Profile.Setting], in path: String) throws(FedauthError) {
        for setting in settings {
            for group in groups {
                do {
                    _ = try group.parse(words([setting], for: [group]))
                } catch {
                    throw FedauthError(
                        .configuration, "\(source(setting, in: path)): \(Mistake(error).what)",
                        hint: "fedauth-config(5) lists the settings")
                }
            }
        }
    }

    /// Settings of which one excludes the others: naming one takes back those of the layers below.
    private static let alternatives: [Set<String>] = [
        ["password-stdin", "password-file", "password-fd", "password-command", "password-store"],
        ["store-passphrase-file", "store-passphrase-fd", "store-key-file"],
    ]

    /// Lays `upper` over `lower`: a setting replaces the one of the same name, lists too, and its alternatives.
    static func merged(_ lower: [Profile.Setting], under upper: [Profile.Setting]) -> [Profile.Setting] {
        let named = Set(upper.map(\.key))
        let replaced = alternatives.filter { !$0.isDisjoint(with: named) }.reduce(named) { $0.union($1) }
        return lower.filter { !replaced.contains($0.key) } + upper
    }

    /// Without what the words of a command line exclude.
    static func excluding(_ settings: [Profile.Setting], namedIn words: [String]) -> [Profile.Setting] {
        // What stands behind "--" is no option of ours.
        let words = words.prefix { $0 != "--" }
        let named = Set(words.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2).prefix { $0 != "=" }) })
        let replaced = alternatives.filter { !$0.isDisjoint(with: named) }.reduce(Set()) { $0.union($1) }
        return settings.filter { !replaced.contains($0.key) }
    }

    /// The words for those settings that `groups` have.
    static func words(
        _ settings: [Profile.Setting], for groups: [any ParsableArguments.Type]
    ) -> [String] {
        let members = OptionNames(groups).members
        return settings.flatMap { setting -> [String] in
            guard let member = members.first(where: { $0.name == setting.key }) else { return [] }
            return setting.values.compactMap { value in
                switch value {
                case .flag(true) where member.isFlag: "--\(member.name)"
                case .flag(false) where member.isFlag: nil
                case .flag(let flag): "--\(member.name)=\(flag)"
                case .text(let text): "--\(member.name)=\(text)"
                }
            }
        }
    }

    /// `FEDAUTH_MIN_VALIDITY=10m` says what `--min-validity 10m` says.
    static func settings(_ environment: Environment, for groups: [any ParsableArguments.Type]) -> [Profile.Setting] {
        // The names come by reflection, which costs more than the rest of a short command.
        guard environment.hasSettings else { return [] }
        return OptionNames(groups).members.compactMap { member in
            guard !excluded.contains(member.name), let value = environment[variable(member.name)] else { return nil }
            return Profile.Setting(
                key: member.name,
                values: [member.isFlag ? .flag(environment.isOn(variable(member.name))) : .text(value)])
        }
    }

    /// Where a setting was made: the file at `path`, or a variable.
    static func source(_ setting: Profile.Setting, in path: String) -> String {
        setting.place.map { "'\(path)' line \($0.line), column \($0.column)" } ?? variable(setting.key)
    }

    /// `min-validity` → `FEDAUTH_MIN_VALIDITY`.
    static func variable(_ option: String) -> String {
        "FEDAUTH_" + option.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }
}
